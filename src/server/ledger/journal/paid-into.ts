import {
  type AccountKey,
  memberAccount,
  type MemberAccountCode,
  referencedAccounts,
} from "./chart-of-accounts.ts";

/** The accounts of a member into which money is paid, by their names in the contract. */
const codes = {
  deposits: "member-deposits",
  "share-capital": "share-capital",
  withdrawable: "withdrawable-deposits",
} as const satisfies Readonly<Record<string, MemberAccountCode>>;

/** Returns the account of a member into which money is paid; `reference` is that of the payment. */
export function accountPaidInto(
  to: keyof typeof codes,
  memberId: bigint,
  reference: string,
): AccountKey {
  const code = codes[to];
  return memberAccount(code, memberId, referencedAccounts.includes(code) ? reference : "");
}
