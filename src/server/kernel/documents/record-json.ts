import { cents, toWireAmount } from "#shared/money.ts";
import type { RecordCell, RecordDocument, RecordKind } from "./record-document.ts";

/**
 * Writes the data held on a member as JSON for another system: amounts in shillings, days in
 * Nairobi's calendar, instants in UTC, and null for missing values.
 */
export function drawRecordJson(record: RecordDocument): Uint8Array {
  const { letterhead, memberNo, issuedAt, parts } = record;
  const held = parts.map(({ name, columns, rows }) => [
    name,
    rows.map((row) =>
      Object.fromEntries(
        columns.map(({ key, kind }, index) => [key, written(kind, row[index] ?? null)]),
      ),
    ),
  ]);
  const whole = {
    society: letterhead.organisationName,
    memberNo,
    asAt: new Date(issuedAt).toISOString(),
    held: Object.fromEntries(held) as unknown,
  };
  return new TextEncoder().encode(`${JSON.stringify(whole, null, 1)}\n`);
}

function written(kind: RecordKind, cell: RecordCell) {
  return kind === "money" && cell !== null ? toWireAmount(cents(cell as bigint)) : cell;
}
