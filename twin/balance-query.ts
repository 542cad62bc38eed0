import { type Body, textIn } from "./answers.ts";
import { type Accepted, DONE, type InitiatedCall, type Parts } from "./initiated-calls.ts";
import { toCompactTime } from "./nairobi-time.ts";
import { toDecimal } from "./shillings.ts";

/** Account balance: what a short code has, of which all is on its utility account. */
export const balanceQuery: InitiatedCall = {
  call: "balance",
  initiator: "Initiator",
  faultIn,
  carryOut: ({ books, now }: Parts, { organisation }: Accepted) => {
    const amount = books.balance(organisation.shortCode);
    const parameters = (told: bigint) => [
      ["AccountBalance", accountsWith(told)] as const,
      ["BOCompletedTime", Number(toCompactTime(now()))] as const,
    ];
    return { code: 0, description: DONE, receipt: books.nextReceipt(), amount, parameters };
  },
};

function faultIn(body: Body, shortCode: string): string | null {
  if (body["CommandID"] !== "AccountBalance") return "CommandID";
  if (textIn(body, "PartyA") !== shortCode) return "PartyA";
  return textIn(body, "IdentifierType") === "4" ? null : "IdentifierType";
}

/** Each account with its balances: current, available, reserved and uncleared. */
function accountsWith(amount: bigint): string {
  const account = (name: string, cents: bigint) =>
    [name, "KES", toDecimal(cents), toDecimal(cents), "0.00", "0.00"].join("|");
  return [
    account("Working Account", 0n),
    account("Utility Account", amount),
    account("Charges Paid Account", 0n),
    account("Organization Settlement Account", 0n),
  ].join("&");
}
