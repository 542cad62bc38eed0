import { fill, type Language } from "#shared/language.ts";
import { plainDay } from "#shared/written-days.ts";
import { accountNames } from "#shared/messages/statements/exports.ts";
import { reportMessages } from "#shared/messages/ledger/reports-sw.ts";
import { addCents, type Cents, negateCents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import type { SocietyHeading } from "#server/kernel/documents/heading.ts";
import { letterheadOf } from "#server/kernel/documents/heading.ts";
import type { Row, StatementDocument } from "#server/kernel/documents/statement-document.ts";
import { type AddedNames, codesOf } from "#server/ledger/journal/added-accounts.ts";
import type { NamedReport, Report, ReportLine, ReportSection } from "./financial-report.ts";

export type ReportName = "income-statement" | "balance-sheet";

/** The report that is presented or printed, and its words. */
interface Presented {
  readonly name: ReportName;
  readonly report: NamedReport;
  readonly language: Language;
}

/** A report on the wire. */
export function presentReport(report: NamedReport, language: Language, today: string) {
  return {
    from: report.from,
    to: report.to,
    beforeTo: report.beforeTo,
    today,
    sections: report.sections.map(({ type, lines, amount, before }) => ({
      type,
      rows: lines.map((line) => ({
        ...(line.code === "surplus-of-year" ? { code: "", added: "" } : codesOf(line.code)),
        name: lineName(line, language, report.names),
        amount: toWireAmount(line.amount),
        before: toWireAmount(line.before),
      })),
      amount: toWireAmount(amount),
      before: toWireAmount(before),
    })),
    result: toWireAmount(report.result),
    resultBefore: toWireAmount(report.resultBefore),
  };
}

function lineName({ code: label }: ReportLine, language: Language, names: AddedNames): string {
  if (label === "surplus-of-year") return reportMessages[language].surplusOfYear;
  const { code, added } = codesOf(label);
  return added === "" ? accountNames(language)[code] : (names.get(added) ?? added);
}

/** The name of a line on paper, where no link distinguishes two accounts with the same name. */
function printedName(line: ReportLine, language: Language, names: AddedNames): string {
  const name = lineName(line, language, names);
  const added = line.code === "surplus-of-year" ? "" : codesOf(line.code).added;
  return added === "" ? name : `${name} (${added})`;
}

/** Composes the document of a report, with the society at its head. */
export function reportDocument(
  { name, report, language }: Presented,
  heading: SocietyHeading,
): StatementDocument {
  const words = reportMessages[language];
  const isBalance = name === "balance-sheet";
  const texts = isBalance ? words.balance : words.income;
  const day = (given: Report["to"]) => plainDay(language, given);
  const { from, to, beforeTo } = report;
  const period = fill(texts.period, { from: day(from), to: day(to), before: day(beforeTo) });
  return {
    statement: name,
    language,
    letterhead: letterheadOf(heading),
    title: texts.title,
    notes: [period, words.note],
    header: [[words.date, `${day(heading.printed_on)}, ${heading.printed_time}`]],
    memberNo: day(to),
    table: {
      columns: [
        { head: words.heads.account, kind: "text", grows: true },
        { head: words.heads.amount, kind: "money" },
        { head: words.heads.before, kind: "money" },
      ],
      broughtForward: null,
      rows: report.sections.flatMap((one) => sectionRows(one, language, report.names)),
      total: isBalance ? owedTotal(report, words.balance.owed) : resultTotal(report, language),
      proof: isBalance && report.result === 0n ? words.balance.ties : null,
    },
    verification: null,
    issuedAt: heading.printed_at.getTime(),
  };
}

function sectionRows(
  { type, lines, amount, before }: ReportSection,
  language: Language,
  names: AddedNames,
): Row[] {
  const { sections, total } = reportMessages[language];
  const name = sections[type];
  return [
    [name, null, null],
    ...lines.map((line): Row => {
      return [printedName(line, language, names), line.amount, line.before];
    }),
    [fill(total, { section: name }), amount, before],
  ];
}

function resultTotal({ result, resultBefore }: Report, language: Language) {
  const { surplus, deficit } = reportMessages[language].income;
  return { label: result < 0n ? deficit : surplus, sums: [null, result, resultBefore], tied: 1 };
}

/** Liabilities and equity: the assets, less the difference that must be zero. */
function owedTotal({ sections, result, resultBefore }: Report, label: string) {
  const assets = sections.find(({ type }) => type === "asset");
  const owed = (all: Cents, apart: Cents): Cents => addCents(all, negateCents(apart));
  const sums = [
    null,
    owed(assets?.amount ?? ZERO_CENTS, result),
    owed(assets?.before ?? ZERO_CENTS, resultBefore),
  ];
  return { label, sums, tied: 1 };
}
