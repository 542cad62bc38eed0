import { cents, toWireAmount } from "#shared/money.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import type { CloseFact, CloseRow, Unreconciled } from "./queries.ts";
import { totalOf } from "./trial-balance.ts";

export function presentClose(row: CloseRow, requester: string) {
  const firstPart = row.state === "reopening" ? row.reopen_by : row.prepared_by;
  return {
    id: String(row.id),
    month: row.month,
    state: row.state,
    preparedBy: row.prepared_by,
    preparedOn: row.prepared_on,
    approvedBy: row.approved_by ?? "",
    approvedOn: row.approved_on ?? "",
    total: toWireAmount(totalOf(row.trial_balance)),
    auditSeq: row.audit_seq === null ? "" : String(row.audit_seq),
    auditHash: row.audit_hash ?? "",
    reopenBy: row.reopen_by ?? "",
    reopenedBy: row.reopened_by ?? "",
    reason: row.reopen_because,
    unreconciled: presentUnreconciled(row.unreconciled),
    unreconciledBecause: row.unreconciled_because,
    approvedBecause: row.approved_because,
    own: firstPart === requester,
  };
}

/** A close in the list, with what the second person decides on. */
export function presentListed(row: CloseRow, requester: string, shown: readonly CloseFact[]) {
  const shownDigest = shown.length > 0 ? digestOfShown(shown) : "";
  return { ...presentClose(row, requester), shown: [...shown], shownDigest };
}

/** The accounts that are not reconciled, each with its difference. */
export function presentUnreconciled(rows: Unreconciled) {
  return rows.map(({ account, cause, items, cents: difference }) => ({
    account,
    cause,
    items,
    difference: toWireAmount(cents(BigInt(difference))),
  }));
}
