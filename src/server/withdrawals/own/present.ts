import { maskedMobile } from "#shared/masked.ts";
import { toWireAmount } from "#shared/money.ts";
import { maskedAccount } from "#server/payouts/transfers/bank-details.ts";
import { blockOf, presentAccounts } from "#server/withdrawals/accounts/holder.ts";
import { presentRules } from "#server/withdrawals/requests/withdrawal-policy.ts";
import { presentWithdrawal } from "#server/withdrawals/requests/withdrawal-rows.ts";
import type { Standing } from "./queries.ts";

export function presentStanding({ holder, policy, left, held, bank, rows }: Standing) {
  const blocked = blockOf(holder);
  const { confirmed_mobile: mobile } = holder;
  return {
    blocked: blocked === "" && mobile === "" ? "number" : blocked,
    fullName: holder.full_name,
    mobileNo: maskedMobile(mobile),
    ...(held !== null && { heldUntil: held }),
    ...(bank?.is_usable === true && {
      bank: { bankName: bank.bank_name, accountNo: maskedAccount(bank.account_no) },
    }),
    accounts: presentAccounts(holder),
    rules: presentRules(policy),
    leftToday: toWireAmount(left),
    rows: rows.map(presentWithdrawal),
  } as const;
}
