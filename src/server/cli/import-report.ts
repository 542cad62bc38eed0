import { importReasonText } from "#shared/messages/imports/reasons.ts";
import { formatMoney } from "#shared/money.ts";
import type { ImportFinding } from "#server/imports/engine/findings.ts";
import type { ImportReport } from "#server/imports/engine/import-files.ts";

function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

/** One finding as a person reads it: file, row, column, reason. */
export function findingLine({ file, row, column, reason }: ImportFinding): string {
  const place = [file, ...(row === null ? [] : [`row ${row}`]), ...(column === "" ? [] : [column])];
  return `${place.join(", ")}: ${importReasonText(reason, "en")}`;
}

/** The report as text: the files read, the totals, the errors and the result. */
export function reportLines(report: ImportReport, isCommit: boolean): string[] {
  const { files, figures, findings, findingCount } = report;
  const read = files.map(({ name, format, rows }) => `  ${name}: ${format}, ${grouped(rows)} rows`);
  const zero = files.flatMap(({ name, zero: rows }) =>
    rows.map(({ row, text }) => `  ${name}, row ${row}: ${text}`),
  );
  const kinds = Object.entries(figures.kinds)
    .filter(([, { rows }]) => rows > 0)
    .map(([kind, { rows, cents }]) => `  ${kind}: ${grouped(rows)}, ${formatMoney(cents)}`);
  const closing = Object.entries(figures.closing)
    .filter(([, total]) => total !== 0n)
    .map(([code, total]) => `  ${code}: ${formatMoney(total)}`);
  const unseen = findingCount - findings.length;
  return [
    ...section("Read", read),
    ...section("Left out, because they are zero (the first of each file)", zero),
    ...section("Entries", kinds),
    ...section("Closing totals with this import", closing),
    ...section(`Found wrong: ${grouped(findingCount)}`, findings.map(findingLine)),
    ...(unseen > 0 ? [`and ${grouped(unseen)} more`] : []),
    "",
    verdict(report, isCommit),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines, ""];
}

function verdict({ findingCount, runId }: ImportReport, isCommit: boolean): string {
  if (runId !== null) return `Imported, as run ${runId}.`;
  if (findingCount > 0) return "Nothing was changed. Correct the files and try again.";
  if (isCommit) return "Nothing was changed: there was nothing to import.";
  return "Nothing is wrong, and nothing was changed. Add --commit to import.";
}
