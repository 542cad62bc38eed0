import { addCents, cents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import type { CloseRow } from "./queries.ts";

export function presentClose(row: CloseRow, asker: string) {
  const balances = Object.values(row.trial_balance).map((one) => cents(BigInt(one)));
  const firstPart = row.state === "reopening" ? row.reopen_by : row.prepared_by;
  return {
    id: String(row.id),
    month: row.month,
    state: row.state,
    preparedBy: row.prepared_by,
    preparedOn: row.prepared_on,
    approvedBy: row.approved_by ?? "",
    approvedOn: row.approved_on ?? "",
    total: toWireAmount(addCents(...balances.map((one) => (one > 0n ? one : ZERO_CENTS)))),
    auditSeq: row.audit_seq === null ? "" : String(row.audit_seq),
    auditHash: row.audit_hash ?? "",
    reopenBy: row.reopen_by ?? "",
    reopenedBy: row.reopened_by ?? "",
    reason: row.reopen_because,
    own: firstPart === asker,
  };
}
