import { type shownWithdrawalFacts, withdrawalTabs } from "#shared/contract/withdrawals/desk.ts";
import { maskedMobile } from "#shared/masked.ts";
import { type Cents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import {
  presentWithdrawal,
  type WithdrawalRow,
} from "#server/withdrawals/requests/withdrawal-rows.ts";
import type { DetailsRow, TabRow } from "./queries.ts";

interface WithdrawalFact {
  readonly name: (typeof shownWithdrawalFacts)[number];
  readonly value: string;
}

const money = (amount: Cents): string => String(toWireAmount(amount));

/** The facts that a person reads before they approve or reject a withdrawal. */
export function shownWithdrawal(row: DetailsRow): WithdrawalFact[] {
  return [
    { name: "name", value: row.full_name },
    { name: "member-no", value: row.member_no },
    { name: "account", value: row.account_no },
    { name: "amount", value: money(row.amount_cents) },
    { name: "fee", value: money(row.fee_cents) },
    { name: "balance", value: money(row.balance) },
    { name: "channel", value: row.channel },
    { name: "mobile", value: maskedMobile(row.mobile_number) },
    { name: "ready-on", value: row.ready_on },
    { name: "held-until", value: row.held_until?.toISOString() ?? "" },
    { name: "asked-at", value: row.requested_at.toISOString() },
    { name: "entered-by", value: row.entered_by },
  ];
}

export const presentRow = (row: WithdrawalRow) => ({
  ...presentWithdrawal(row),
  memberNo: row.member_no,
  fullName: row.full_name,
});

/** Every tab in the desk's order, including empty ones. */
export function presentTabs(rows: readonly TabRow[]) {
  return withdrawalTabs.map((tab) => {
    const found = rows.find((row) => row.tab === tab);
    const amount = toWireAmount(found?.amount ?? ZERO_CENTS);
    return { tab, payments: found?.payments ?? 0, amount };
  });
}

export function presentDetails(row: DetailsRow) {
  const shown = shownWithdrawal(row);
  return {
    ...presentRow(row),
    isUndecided: row.progress === "approval",
    isStopped: row.is_stopped,
    enteredBy: row.entered_by,
    approvedBy: row.approved_by,
    endedBy: row.ended_by,
    payoutId: row.payout_id === null ? "" : String(row.payout_id),
    shown,
    shownDigest: digestOfShown(shown),
  };
}
