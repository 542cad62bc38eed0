import * as contract from "#shared/contract/ledger/reports.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import {
  type DocumentFormat,
  documentMediaTypes,
} from "#shared/contract/statements/member-statements.ts";
import type { DrawingQueue } from "#server/kernel/documents/drawing-queue.ts";
import { readSocietyHeading } from "#server/kernel/documents/heading.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { Document, type Mounted, mountFile, mountRead } from "#server/kernel/http/mount.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { fieldProblem } from "#server/kernel/platform/problem.ts";
import { readToday } from "#server/kernel/platform/today.ts";
import { presentReport, reportDocument, type ReportName } from "./report-document.ts";
import { type NamedReport, yearStart } from "./financial-report.ts";
import { readBalanceSheet, readIncomeStatement } from "./queries.ts";

interface Period {
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
}

interface OnDay {
  readonly day?: CalendarDate | undefined;
}

/** The income statement of a period and the balance sheet of a day, from the trial balance. */
export function reportRoutes(desk: DrawingQueue): Mounted[] {
  return [
    mountRead(contract.incomeStatement, async (snapshot, { query, language }) =>
      presentReport(await incomeIn(snapshot, query), language, await readToday(snapshot)),
    ),
    mountRead(contract.balanceSheet, async (snapshot, { query, language }) =>
      presentReport(await balanceOn(snapshot, query), language, await readToday(snapshot)),
    ),
    mountFile(contract.incomeStatementFile, {
      read: (snapshot, { query }) => withHeading(snapshot, incomeIn(snapshot, query)),
      draw: (read, { actor, language, params }) =>
        drawn(desk, {
          ...read,
          name: "income-statement",
          language,
          ...params,
          actor: actorName(actor),
        }),
    }),
    mountFile(contract.balanceSheetFile, {
      read: (snapshot, { query }) => withHeading(snapshot, balanceOn(snapshot, query)),
      draw: (read, { actor, language, params }) =>
        drawn(desk, {
          ...read,
          name: "balance-sheet",
          language,
          ...params,
          actor: actorName(actor),
        }),
    }),
  ];
}

/** The period that was asked for: by default, from the start of its financial year until today. */
async function incomeIn(snapshot: Snapshot, { from, to }: Period): Promise<NamedReport> {
  const last = to ?? (await readToday(snapshot));
  const first = from ?? yearStart(last);
  if (first > last) throw fieldProblem("from", "date.order");
  return readIncomeStatement(snapshot, first, last);
}

async function balanceOn(snapshot: Snapshot, { day }: OnDay): Promise<NamedReport> {
  return readBalanceSheet(snapshot, day ?? (await readToday(snapshot)));
}

async function withHeading(snapshot: Snapshot, read: Promise<NamedReport>) {
  const report = await read;
  return { report, heading: await readSocietyHeading(snapshot) };
}

interface Drawn extends Awaited<ReturnType<typeof withHeading>> {
  readonly name: ReportName;
  readonly language: Parameters<typeof presentReport>[1];
  readonly format: DocumentFormat;
  readonly actor: string;
}

async function drawn(desk: DrawingQueue, { name, format, actor, ...read }: Drawn) {
  const document = reportDocument({ name, ...read }, read.heading);
  const content = await desk.draw(actor, { document, format });
  return new Document(documentMediaTypes[format], `${name}-${read.report.to}.${format}`, content);
}
