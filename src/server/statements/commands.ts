import type { CalendarDate } from "#shared/calendar-date.ts";
import {
  type DocumentFormat,
  type DocumentStatement,
  type RunningStatement,
  runningStatements,
} from "#shared/contract/statements.ts";
import type { Language } from "#shared/language.ts";
import { readHeading } from "#server/documents/heading.ts";
import { issueDocument, type IssuedDocument } from "#server/documents/issue.ts";
import { accountsTable, guaranteesTable, loansTable } from "#server/documents/list-tables.ts";
import { runningTable } from "#server/documents/running-table.ts";
import type { StatementTable } from "#server/documents/statement-document.ts";
import type { MemberScope } from "#server/http/actor.ts";
import type { Snapshot, UnitOfWork } from "#server/platform/database.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { openGuarantees, openLoans, runningStatement, withdrawableAccounts } from "./queries.ts";

interface Asked {
  readonly statement: DocumentStatement;
  readonly format: DocumentFormat;
  readonly language: Language;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly search: string;
  readonly publicUrl: string;
}

/**
 * Gives a statement out. All of it is read in the unit of work that writes it down, so the code
 * vouches for exactly the figures on the paper.
 */
export async function issueStatement(
  work: UnitOfWork,
  scope: MemberScope,
  asked: Asked,
): Promise<IssuedDocument> {
  if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to) {
    throw new Refusal("invalid", { fields: [{ field: "to", problem: "date.order" }] });
  }
  const heading = await readHeading(work, scope);
  if (heading === null) throw new Refusal("no-such-member");
  const read = await readStatement(work, scope, asked);
  if (read === null) throw new Refusal("no-such-member");
  return issueDocument(work, { ...asked, ...read, heading });
}

interface ReadStatement {
  readonly table: StatementTable;
  readonly from: CalendarDate | null;
  readonly to: CalendarDate;
  readonly ofPeriod: boolean;
}

async function readStatement(
  snapshot: Snapshot,
  scope: MemberScope,
  { statement, language, from, to, search }: Asked,
): Promise<ReadStatement | null> {
  const asAt = (curDate: string, table: StatementTable): ReadStatement => {
    return { table, from: null, to: curDate as CalendarDate, ofPeriod: false };
  };
  if (isRunning(statement)) {
    const found = await runningStatement(snapshot, scope, statement, { from, to });
    const table = found && runningTable(language, statement, found, search);
    return found && table && { table, from: found.from, to: found.to, ofPeriod: true };
  }
  if (statement === "loans") {
    const { curDate, rows } = await openLoans(snapshot, scope);
    return asAt(curDate, loansTable(language, rows, search));
  }
  if (statement === "guarantor") {
    const { curDate, rows } = await openGuarantees(snapshot, scope);
    return asAt(curDate, guaranteesTable(language, rows, search));
  }
  const { curDate, rows } = await withdrawableAccounts(snapshot, scope);
  return asAt(curDate, accountsTable(language, rows, search));
}

function isRunning(statement: DocumentStatement): statement is RunningStatement {
  return runningStatements.some((running) => running === statement);
}
