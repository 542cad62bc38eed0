import type { Language } from "#shared/language.ts";
import { formatKept } from "#shared/messages/imports/reasons.ts";
import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { cents, toWireAmount } from "#shared/money.ts";
import { readsDays } from "#server/imports/engine/cells.ts";
import { drawCsvRows } from "#server/kernel/documents/csv.ts";
import { asWritten } from "#server/kernel/platform/formula-cells.ts";
import { staffNoOf } from "#server/kernel/platform/staff-names.ts";
import { type AccountCode, normalSign } from "#server/ledger/journal/chart-of-accounts.ts";
import type { MergedCorrections } from "#server/imports/engine/merge-corrections.ts";
import { factsOfImport } from "#server/imports/engine/shown-import.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import type { BatchRow, ImportDetail } from "./queries.ts";
import { declaredColumn } from "./control-totals.ts";
import { formatOf } from "./file-preview.ts";

export function presentImport(row: BatchRow) {
  return {
    id: String(row.id),
    state: row.state,
    origin: row.origin,
    files: row.files,
    rows: row.rows,
    amount: toWireAmount(row.amount_cents),
    createdBy: staffNoOf(row.created_by),
    createdOn: row.created_on,
    preparedBy: staffNoOf(row.prepared_by),
    postedBy: staffNoOf(row.posted_by),
    endedBy: staffNoOf(row.ended_by),
    findings: row.finding_count,
  };
}

function presentUpload(upload: ImportDetail["uploads"][number]) {
  const { places, proposed } = upload;
  const passed = [...upload.reading.skipped, ...upload.zero_rows];
  const skipped = passed.toSorted((one, other) => one.row - other.row);
  const columns = formatOf(upload.kind).columns.map(({ name, needed, read }, index) => ({
    name,
    needed,
    isDay: readsDays(read),
    days: upload.days[index] ?? null,
    place: (places ?? proposed.places)[index] ?? -1,
  }));
  return {
    id: String(upload.id),
    kind: upload.kind,
    name: upload.name,
    rows: upload.rows,
    reading: { ...upload.reading, skipped },
    header: upload.header,
    samples: upload.samples,
    columns,
    mapping: places === null ? proposed.from : ("chosen" as const),
    declaredRows: upload.declared_rows ?? -1,
    declaredAmount: upload.declared_cents === null ? -1 : toWireAmount(upload.declared_cents),
    asOf: upload.kind === "opening-balances" ? (upload.as_of ?? "") : null,
    declares: declaredColumn(upload.kind),
    sums: Object.entries(upload.sums).map(([column, sum]) => ({ column, amount: wire(sum) })),
    lookAlike: upload.look_alike,
    repeats: upload.repeats,
    repeatsMeant: upload.repeats_meant === upload.repeats,
    findings: upload.findings,
  };
}

function wire(text: string): number {
  return toWireAmount(cents(BigInt(text)));
}

/** Balances in their normal direction, as an accountant lists them: in one of two columns. */
function presentClosing(closing: Readonly<Record<string, string>>) {
  const rows = Object.entries(closing).map(([code, total]) => {
    const debited = BigInt(total) * BigInt(normalSign(code as AccountCode));
    return { code, debit: debited > 0n ? debited : 0n, credit: debited < 0n ? -debited : 0n };
  });
  const sum = (side: "debit" | "credit") => rows.reduce((all, row) => all + row[side], 0n);
  return {
    rows: rows
      .filter(({ debit, credit }) => debit !== credit)
      .map(({ code, debit, credit }) => {
        return { code, debit: toWireAmount(cents(debit)), credit: toWireAmount(cents(credit)) };
      }),
    debit: toWireAmount(cents(sum("debit"))),
    credit: toWireAmount(cents(sum("credit"))),
  };
}

export function presentDetail({ batch, uploads, steps, shown }: ImportDetail) {
  const { kinds = {}, closing = {} } = batch.figures ?? {};
  return {
    ...presentImport(batch),
    files: uploads.map(presentUpload),
    isChecked: batch.is_checked,
    kinds: Object.entries(kinds)
      .filter(([, { rows }]) => rows > 0)
      .map(([kind, { rows, cents: sum }]) => ({ kind, rows, amount: wire(sum) })),
    closing: {
      ...presentClosing(closing),
      on: batch.totals_on,
      at: batch.totals_at,
      isPosted: batch.is_posted,
    },
    steps: steps.map(({ step, taken_by, on, at, detail }) => {
      return { step, by: staffNoOf(taken_by), on, at, detail };
    }),
    own: batch.own,
    isTracked: batch.is_tracked,
    shownDigest: digestOfShown(factsOfImport(shown)),
    print: shown.print,
    entries: shown.entries,
    reversed: shown.reversed,
  };
}

const ROWS_SHOWN = 100;

/** The changes that a corrected file would make. */
export function presentCorrection(
  mending: Exclude<MergedCorrections, { kind: "faults" }>,
  rows: number,
) {
  const { replaced, stays } = mending.kind === "rows" ? mending : { replaced: [], stays: 0 };
  return {
    byRow: mending.kind === "rows",
    replaced: replaced.slice(0, ROWS_SHOWN),
    replacedCount: replaced.length,
    stays,
    rows,
  };
}

export function presentFinding(found: {
  readonly place: number;
  readonly file: string;
  readonly file_name: string;
  readonly row: number;
  readonly column_name: string;
  readonly reason: string;
  readonly given: Given;
}) {
  const { place, file, row, reason, given } = found;
  return { place, file, fileName: found.file_name, row, column: found.column_name, reason, given };
}

type Given = Readonly<Record<string, string | number>>;

interface FaultyRow {
  readonly row: number;
  readonly column: string;
  readonly reason: string;
  readonly given: Given;
}

/** The rows with errors as they were sent, each after its number and its error. */
export function faultsCsv(
  rows: readonly { readonly row: number; readonly cells: readonly string[] }[],
  faults: readonly FaultyRow[],
  language: Language,
): Uint8Array {
  const { heads } = importsMessages[language].findings;
  return drawCsvRows(
    rows.map(({ row, cells: sent }, at) => {
      // An apostrophe that was sent before a formula is not sent back as a second one.
      const cells = sent.map(asWritten);
      if (at === 0) return [heads.row, heads.reason, ...cells];
      const reasons = faults.filter((fault) => fault.row === row);
      const said = reasons.map(({ column, reason, given }) =>
        [column, formatKept(reason, given, language)].filter(Boolean).join(": "),
      );
      return [String(row), said.join("; "), ...cells];
    }),
  );
}

/** The name of the file of rows with errors, in characters that a header allows. */
export function faultsName(name: string): string {
  const plain = name.replace(/\.(csv|txt|tsv|xlsx)$/i, "").replaceAll(/[^A-Za-z0-9._-]+/g, "-");
  return `${plain}-to-correct.csv`;
}
