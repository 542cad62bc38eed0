import type { CsvCell } from "#server/kernel/documents/csv.ts";
import type { AuditLogRecord, auditLogHead, auditLogPage } from "./queries.ts";

type Page = Awaited<ReturnType<typeof auditLogPage>>;

export function presentPage({ rows, last }: Page, isFull: boolean) {
  return {
    rows: rows.map((row) => ({
      seq: String(row.seq),
      at: row.at.toISOString(),
      actor: row.actor,
      action: row.action,
      subject: row.subject,
      detail: row.detail,
      hash: row.hash,
    })),
    lookedTo: last === null || isFull ? "" : last.at.toISOString(),
    next: last === null ? "" : `${last.micros}_${last.seq}`,
  };
}

export function recordCells(row: AuditLogRecord): CsvCell[] {
  const { seq, at, actor, action, subject, detail, hash } = row;
  return [String(seq), at.toISOString(), actor, action, subject, detail, hash];
}

export function presentHead(head: Awaited<ReturnType<typeof auditLogHead>>) {
  return {
    society: head.society,
    seq: String(head.seq),
    hash: head.hash,
    at: head.at?.toISOString() ?? "",
    takenAt: head.taken_at.toISOString(),
  };
}
