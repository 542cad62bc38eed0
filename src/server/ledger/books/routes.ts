import * as contract from "#shared/contract/ledger/books.ts";
import { exportHeads } from "#shared/messages/statements/exports.ts";
import { cents } from "#shared/money.ts";
import { drawCsvRows, streamCsvRows } from "#server/kernel/documents/csv.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import {
  Document,
  type Mounted,
  mountFile,
  mountRead,
  mountWrite,
} from "#server/kernel/http/mount.ts";
import { mountStream } from "#server/kernel/http/mount-files.ts";
import { addedNames, addedUnder } from "#server/ledger/journal/added-accounts.ts";
import { accountEntries, entryLines } from "#server/ledger/journal/account-entries.ts";
import type { AccountCode } from "#server/ledger/journal/chart-of-accounts.ts";
import { closedUntil } from "#server/ledger/journal/closed-books.ts";
import { lastRuns, reconcile } from "#server/ledger/journal/reconcile.ts";
import { controlAccounts, everyCode, trialBalance } from "#server/ledger/journal/trial-balance.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Database, Snapshot } from "#server/kernel/platform/database.ts";
import { ProgressBoard } from "#server/kernel/platform/progress.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { readToday } from "#server/kernel/platform/today.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

const csv = "text/csv; charset=utf-8";
const PAGE = 100;
const RUNS = 30;
const THE_RUN = "reconciliation";

/** The books for the people who keep and audit them: reports, and the reconciler's check. */
export function bookRoutes({ database }: { readonly database: Database }): Mounted[] {
  const board = new ProgressBoard();
  return [...mountBalances(), ...mountEntries(), ...mountRuns(database, board)];
}

function mountBalances(): Mounted[] {
  return [
    mountRead(contract.trialBalance, async (snapshot, { query, language }) => {
      const today = await readToday(snapshot);
      const day = query.day ?? today;
      return {
        day,
        today,
        closedUntil: (await closedUntil(snapshot)) ?? "",
        ...present.presentTrialBalance(await trialOn(snapshot, day), language),
      };
    }),
    mountFile(contract.trialBalanceFile, {
      read: async (snapshot, { query }) => {
        const day = query.day ?? (await readToday(snapshot));
        return { day, trial: await trialOn(snapshot, day) };
      },
      draw: async ({ day, trial }, { language }) =>
        new Document(
          csv,
          `trial-balance-${day}.csv`,
          drawCsvRows(present.trialBalanceRows(trial, language)),
        ),
    }),
    mountRead(contract.controls, async (snapshot, { language }) => {
      const rows = await controlAccounts(snapshot);
      return present.presentControls(rows, await lastRuns(snapshot, 1), language);
    }),
    mountRead(contract.ties, async (snapshot, { params: { memberNo }, language }) => {
      const found = await queries.tiesOf(snapshot, memberNo);
      const [first] = found;
      if (first === undefined) throw new Problem("no-such-member");
      const rows = present.presentTies(found, language);
      return { memberNo, fullName: first.full_name, rows };
    }),
  ];
}

async function trialOn(snapshot: Snapshot, day: CalendarDate) {
  return { rows: await trialBalance(snapshot, day), names: await addedNames(snapshot) };
}

/**
 * Returns the name of an added account; empty if the request names none. Throws if it does not
 * exist.
 */
async function nameOfAdded(
  snapshot: Snapshot,
  code: AccountCode,
  added: string | undefined,
): Promise<string> {
  if (added === undefined) return "";
  const found = await addedUnder(snapshot, code, added);
  if (found === null) throw new Problem("no-such-account");
  return found.name;
}

/** Returns the account that an address names. */
function accountNamed(given: string): AccountCode {
  const code = everyCode.find((one) => one === given);
  if (code === undefined) throw new Problem("no-such-account");
  return code;
}

function mountEntries(): Mounted[] {
  return [
    mountRead(contract.entries, async (snapshot, { params, query, language }) => {
      const code = accountNamed(params.account);
      const { member: memberNo, after, ...rest } = query;
      const cursor = after && { ...after, balance: cents(after.balance) };
      const asked = { ...rest, code, memberNo, after: cursor };
      const addedName = await nameOfAdded(snapshot, code, query.added);
      const page = await accountEntries(snapshot, asked, PAGE);
      const isSearch = query.search !== undefined;
      return present.presentEntries(page, code, { language, isSearch, addedName });
    }),
    mountStream(contract.entriesFile, {
      mediaType: csv,
      fileName: ({ params, query }) => `${query.added ?? params.account}.csv`,
      parts: async function* parts(read, { params, query, language }) {
        const code = accountNamed(params.account);
        const { member: memberNo, ...rest } = query;
        await read((snapshot) => nameOfAdded(snapshot, code, query.added));
        const pages = queries.everyEntry(read, { ...rest, code, memberNo });
        yield* streamCsvRows(exportHeads(language).entries, cellsOf(pages, code));
      },
    }),
    mountRead(contract.entry, async (snapshot, { params, language }) => {
      const found = present.presentEntry(await entryLines(snapshot, params.id), language);
      if (found === null) throw new Problem("no-such-entry");
      return found;
    }),
  ];
}

async function* cellsOf(pages: ReturnType<typeof queries.everyEntry>, code: AccountCode) {
  for await (const rows of pages) yield rows.map((row) => present.entryCells(row, code));
}

function mountRuns(database: Database, board: ProgressBoard): Mounted[] {
  let running = 0;
  return [
    mountRead(contract.runs, async (snapshot) => ({
      isRunning: running > 0,
      percent: board.of(THE_RUN),
      rows: (await lastRuns(snapshot, RUNS)).map(present.presentRun),
    })),
    mountWrite(contract.reconciliation, {
      prepare: async ({ actor }) => {
        running += 1;
        try {
          const by = actorName(actor);
          await board.during(THE_RUN, (tell) => reconcile(database, { by, tell }));
        } finally {
          running -= 1;
        }
      },
      handle: async (work) => {
        const [latest] = await lastRuns(work, 1);
        if (latest === undefined) throw new Error("the run was not kept");
        work.audit({
          action: "books-reconciled",
          subject: "books",
          detail: { run: String(latest.id), found: latest.found },
        });
        return present.presentRun(latest);
      },
    }),
  ];
}
