import type { Language } from "#shared/language.ts";
import { treasuryWords } from "#shared/messages/treasury/treasury.ts";
import { toWireAmount } from "#shared/money.ts";
import type { CsvCell } from "#server/kernel/documents/csv.ts";
import type { filesOf } from "#server/treasury/movements/movement-rows.ts";
import type { DetailRow, ListedRow } from "./queries.ts";

/** A movement in a list, on the wire. */
export function presentListed(row: ListedRow) {
  return {
    id: String(row.id),
    kind: row.kind,
    amount: toWireAmount(row.amount_cents),
    day: row.value_date,
    reference: row.reference,
    description: row.description,
    account: row.account,
    accountName: row.account_name,
    payee: row.payee,
    state: row.state,
    enteredBy: row.entered_by,
    enteredAt: row.entered_at,
    approvedBy: row.approved_by,
    attachments: row.attachments,
  };
}

type FileRow = Awaited<ReturnType<typeof filesOf>>[number];

/** One movement with its files, on the wire. */
export function presentDetail(row: DetailRow, files: readonly FileRow[]) {
  return {
    ...presentListed(row),
    approvedAt: row.approved_at,
    entry: numberOrNone(row.entry_id),
    endedBecause: row.ended_because,
    overConfirmed: row.over_confirmed,
    files: files.map(({ id, name, media_type: mediaType, bytes }) => {
      return { id: String(id), name, mediaType, bytes };
    }),
    ...(row.reversal_id !== null && {
      reversal: {
        because: row.reversal_because,
        askedBy: row.reversal_asked_by,
        approvedBy: row.reversed_by,
        at: row.reversed_at,
        entry: numberOrNone(row.reversal_id),
      },
    }),
  };
}

const numberOrNone = (id: bigint | null): string => (id === null ? "" : String(id));

/** A movement as a row of a file, in the order of its heads. */
export function movementCells(row: ListedRow, language: Language): CsvCell[] {
  const { kinds, states } = treasuryWords(language);
  return [
    `TM-${row.id}`,
    row.value_date,
    kinds[row.kind],
    row.reference,
    row.description,
    row.amount_cents,
    states[row.state],
    row.entered_by,
    row.approved_by,
    row.account === "" ? "" : `${row.account} ${row.account_name}`,
  ];
}
