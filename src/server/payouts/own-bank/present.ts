import { maskedMobile } from "#shared/masked.ts";
import { maskedAccount } from "#server/payouts/transfers/bank-details.ts";
import { type CodeHolder, codeBlockOf } from "#server/members/membership/code-holder.ts";
import type { ChoiceRow, OwnAccountRow } from "./queries.ts";

/** One's own bank account, on the wire. */
export function presentAccount(row: OwnAccountRow) {
  const approved = row.is_usable ? ("usable" as const) : ("waiting" as const);
  return {
    id: String(row.id),
    bankName: row.bank_name,
    branchCode: row.branch_code,
    accountNo: maskedAccount(row.account_no),
    accountName: row.account_name,
    progress: row.state === "requested" ? ("approval" as const) : approved,
    isByOffice: row.is_by_office,
    usableFrom: row.usable_from,
  };
}

/** A member's bank accounts, whether they can give another, and where they are paid. */
export function presentStanding(
  holder: CodeHolder,
  rows: readonly OwnAccountRow[],
  { paid_by: paidBy, phone_from: phoneFrom }: ChoiceRow,
) {
  const current = rows.find(({ state }) => state === "approved");
  const waiting = rows.find(({ state }) => state === "requested");
  const { held_date: date, held_time: time } = holder;
  return {
    blocked: codeBlockOf(holder),
    mobileNo: maskedMobile(holder.confirmed_mobile),
    ...(date !== null && time !== null && { heldUntil: { date, time } }),
    ...(current !== undefined && { current: presentAccount(current) }),
    ...(waiting !== undefined && { waiting: presentAccount(waiting) }),
    paidBy,
    ...(phoneFrom !== "" && { phoneFrom }),
  };
}
