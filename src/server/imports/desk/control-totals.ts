import type { CalendarDate } from "#shared/calendar-date.ts";
import type { ImportKind } from "#shared/contract/imports/desk.ts";
import { type Cents, cents, formatMoney } from "#shared/money.ts";
import type { ImportFinding } from "#server/imports/engine/findings.ts";
import type { ImportReport } from "#server/imports/engine/import-files.ts";

/** The column whose sum is compared with the declared one; none for files without amounts. */
export function declaredColumn(kind: ImportKind): "amount" | "principal" | "deposits" | "" {
  if (kind === "loans") return "principal";
  if (kind === "opening-balances") return "deposits";
  return kind === "entries" || kind === "guarantees" ? "amount" : "";
}

/** The declared total of a file; null if none was given. */
export interface Declared {
  readonly rows: number | null;
  readonly amount: Cents | null;
  /** The day of its balances. */
  readonly asOf?: CalendarDate | null;
}

interface DeclaredFile {
  readonly id: bigint;
  readonly kind: ImportKind;
  readonly rows: number;
  readonly declared_rows: number | null;
  readonly declared_cents: Cents | null;
}

interface Found {
  readonly findings: readonly ImportFinding[];
  /** Including those that are not kept. */
  readonly count: number;
}

/** The findings of the import, after those of files that differ from their declared total. */
export function foundIn(files: readonly DeclaredFile[], report: ImportReport): Found {
  const differing = files.flatMap((file, place) => declaredFaults(file, place, report));
  return {
    findings: [...differing, ...report.findings],
    count: differing.length + report.findingCount,
  };
}

function declaredFaults(
  { id, kind, rows, declared_rows, declared_cents }: DeclaredFile,
  place: number,
  { sums }: ImportReport,
): ImportFinding[] {
  const file = String(id);
  const column = declaredColumn(kind);
  const faults: ImportFinding[] = [];
  if (declared_rows !== null && declared_rows !== rows) {
    const given = { rows, declared: declared_rows };
    const reason = { code: "file.declared-rows", given } as const;
    faults.push({ file, row: null, column: "", reason });
  }
  const sum = sums.find((one) => one.file === place && one.column === column)?.cents ?? 0n;
  if (column !== "" && declared_cents !== null && declared_cents !== sum) {
    const given = { sum: formatMoney(cents(sum)), declared: formatMoney(declared_cents) };
    const reason = { code: "file.declared-sum", given } as const;
    faults.push({ file, row: null, column, reason });
  }
  return faults;
}
