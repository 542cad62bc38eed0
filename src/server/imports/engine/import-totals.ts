import type { ImportReasonCode } from "#shared/messages/imports/reasons-en.ts";
import type { ImportReason } from "#shared/messages/imports/reasons.ts";
import { type Cents, cents, formatMoney, ZERO_CENTS } from "#shared/money.ts";

/** Rows and sum of one kind of entry. */
export interface KindFigures {
  readonly rows: number;
  readonly cents: Cents;
}

/** The totals of an import, to be compared with the other system's own figures. */
export interface ImportFigures {
  /** Rows of each kind of file. */
  readonly files: Readonly<Record<string, number>>;
  readonly kinds: Readonly<Record<string, KindFigures>>;
  /** The balance on all accounts of a code after the import, in its normal direction. */
  readonly closing: Readonly<Record<string, Cents>>;
}

/** A row of the control file. */
export interface ControlRow {
  readonly row: number;
  readonly what: "file" | "kind" | "account";
  readonly of: string;
  readonly rows: number | null;
  readonly total: Cents | null;
}

interface Figures {
  readonly rows: number | null;
  readonly total: Cents | null;
}

function figuresOf(figures: ImportFigures, what: ControlRow["what"], of: string): Figures | null {
  if (what === "file") {
    const rows = figures.files[of];
    return rows === undefined ? null : { rows, total: null };
  }
  if (what === "account") {
    const total = figures.closing[of];
    return total === undefined ? null : { rows: null, total };
  }
  const kind = figures.kinds[of];
  return kind === undefined ? null : { rows: kind.rows, total: kind.cents };
}

interface ControlFault {
  readonly row: number;
  readonly column: string;
  readonly reason: ImportReason;
}

/** A difference between the control file and the import: the row of the control file, and why. */
export function controlFaults(
  control: readonly ControlRow[],
  figures: ImportFigures,
): ControlFault[] {
  return control.flatMap(({ row, what, of, rows, total }) => {
    const fault = (
      column: string,
      code: ImportReasonCode,
      given: ImportReason["given"] = {},
    ): ControlFault => ({ row, column, reason: { code, given: { what, of, ...given } } });
    const name = what === "account" ? of : of.toLowerCase().replaceAll(/[\s-]+/g, "_");
    const key = what === "file" ? name.replaceAll("_", "-") : name;
    const found = figuresOf(figures, what, key);
    if (found === null) return [fault("of", "control.unknown")];
    const faults: ControlFault[] = [];
    if (rows !== null && found.rows === null) faults.push(fault("rows", "control.no-rows"));
    else if (rows !== null && found.rows !== null && rows !== found.rows) {
      faults.push(fault("rows", "control.rows", { found: found.rows, expected: rows }));
    }
    if (total !== null && found.total === null) faults.push(fault("total", "control.no-total"));
    else if (total !== null && total !== found.total) {
      const came = formatMoney(found.total ?? ZERO_CENTS);
      faults.push(fault("total", "control.total", { found: came, expected: formatMoney(total) }));
    }
    return faults;
  });
}

/** The figures in the record of the import: cents as text, so that none is rounded. */
export function recordedFigures({ files, kinds, closing }: ImportFigures) {
  return {
    files,
    kinds: Object.fromEntries(
      Object.entries(kinds).map(([kind, { rows, cents: sum }]) => [
        kind,
        { rows, cents: `${sum}` },
      ]),
    ),
    closing: Object.fromEntries(Object.entries(closing).map(([code, total]) => [code, `${total}`])),
  };
}

/** Every kind begins at zero, so that a control row can expect zero rows of a kind. */
export function kindFigures(
  all: readonly string[],
  found: readonly { kind: string; rows: number; cents: bigint | null }[],
): Record<string, KindFigures> {
  const none = Object.fromEntries(all.map((kind) => [kind, { rows: 0, cents: ZERO_CENTS }]));
  const some = found.map(({ kind, rows, cents: sum }) => [kind, { rows, cents: cents(sum ?? 0n) }]);
  return { ...none, ...Object.fromEntries(some) };
}
