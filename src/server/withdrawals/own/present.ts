import { maskedMobile } from "#shared/masked.ts";
import { toWireAmount } from "#shared/money.ts";
import { blockOf, presentAccounts } from "#server/withdrawals/accounts/holder.ts";
import { presentRules } from "#server/withdrawals/requests/withdrawal-policy.ts";
import { presentWithdrawal } from "#server/withdrawals/requests/withdrawal-rows.ts";
import type { Standing } from "./queries.ts";

export function presentStanding({ holder, policy, left, held, rows }: Standing) {
  const blocked = blockOf(holder);
  const { confirmed_mobile: mobile } = holder;
  return {
    blocked: blocked === "" && mobile === "" ? "number" : blocked,
    fullName: holder.full_name,
    mobileNo: maskedMobile(mobile),
    ...(held !== null && { heldUntil: held }),
    accounts: presentAccounts(holder),
    rules: presentRules(policy),
    leftToday: toWireAmount(left),
    rows: rows.map(presentWithdrawal),
  } as const;
}
