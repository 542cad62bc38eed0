// How to read these figures: whether a payout costs more among 100,000 than among 10,000, by the
// commands themselves and with durability on: claimed and sent five at a time as the worker does
// it, without the provider's own time; settled by its result; the rest taken into one file; and the
// file's results applied row by row, and uploaded, read and approved. Then how long the desk waits
// for a page of each tab, with the counts of all, and for a search. Nine in ten members have a
// payout, of which most still wait; the target for a page is 200 ms. `npm run bench -- payouts
// 20000` plants that many instead of the 100,000.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { formatMoney } from "#shared/money.ts";
import type { SignedIn } from "#server/kernel/http/actor.ts";
import { approve, declare, postAllMembers } from "#server/dividends/declarations/commands.ts";
import { lock, pay } from "#server/dividends/payments/commands.ts";
import { payoutApprovals } from "#server/payouts/desk/approvals.ts";
import { claimResults } from "#server/payouts/desk/commands.ts";
import { pageOf, tabRows, queueOf } from "#server/payouts/desk/queries.ts";
import { fileRowsOf, lastFiles } from "#server/payouts/queue/payout-files.ts";
import { type Claimed, claimDue, recordSending } from "#server/payouts/queue/queue.ts";
import { takeResult } from "#server/payouts/queue/results.ts";
import { noteUnanswered } from "#server/payouts/queue/unanswered.ts";
import { Database, type Snapshot, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { migrate } from "#server/kernel/platform/migrate.ts";
import { fileOfAll } from "#test/payouts.ts";
import { plantYear } from "#test/planted-year.ts";
import { median, printTable } from "./figures.ts";

const FEW = 10_000;
const MANY = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100_000);
const ROUNDS = 200;
const LANES = 5;

export default async function measure(): Promise<void> {
  const few = await among(FEW);
  const many = await among(MANY);
  const said = (ms: number) => `${ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`;
  const rows = Object.keys(few).map((step) => {
    const [one = 0, other = 0] = [few[step], many[step]];
    return [step, said(one), said(other), (other / one).toFixed(2)];
  });
  printTable([["median", `${FEW} members`, `${MANY} members`, "growth"], ...rows]);
  const load = loadavg().map((figure) => figure.toFixed(1));
  console.log(`  load average ${load.join(" ")}`);
}

/** The figures of a society of a given size, in a separate database. */
async function among(members: number): Promise<Readonly<Record<string, number>>> {
  const dataDir = mkdtempSync(join(tmpdir(), "akiba-payouts-"));
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    await migrate(postgres.connection, "migrations");
    const owner = new pg.Client(postgres.connection);
    await owner.connect();
    // The bench ends by stopping the server under it.
    owner.on("error", () => {});
    const database = new Database({ connection: postgres.connection, poolSize: 4 });
    await plantYear(owner, members);
    await payYear(database, owner);
    const sent = await sending(database);
    const settled = await settling(database, sent.claimed);
    const pages = await paging(database);
    const file = await took(() => database.unitOfWork("staff:A", (work) => fileOfAll(work)));
    const files = await took(() => database.snapshot(lastFiles));
    const results = await resultsOfFile(database);
    await database.close();
    await owner.end();
    const perPayout = file / Math.max(1, members * 0.9 - sent.claimed.length);
    return {
      "taken on and sent, a payout": sent.each,
      "settled by its result, a payout": settled,
      "the rest into a file, a payout": perPayout,
      "the files and their results": files,
      ...results,
      ...pages,
    };
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function took(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

async function payYear(database: Database, owner: pg.Client): Promise<void> {
  await database.unitOfWork("staff:A", (work) => declare(work, declared));
  await database.unitOfWork("staff:B", (work) => approve(work, 2025));
  await database.unitOfWork("staff:A", (work) => postAllMembers(work, 2025));
  await owner.query("update dividend set opens_at = now() - interval '2 days', closes_at = now()");
  await database.unitOfWork("staff:A", (work) => lock(work, 2025));
  await database.unitOfWork("staff:A", (work) => pay(work, 2025, () => {}));
  await owner.query("vacuum analyze");
}

/** As the worker does it, round by round; the median time of one payout in a round. */
async function sending(database: Database) {
  const times: number[] = [];
  const claimed: Claimed[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await noteUnanswered(database);
    const found = await claimDue(database, LANES);
    const accepted = { outcome: "accepted", reference: "AG_1" } as const;
    for (const one of found) await recordSending(database, one, accepted, 0);
    times.push((performance.now() - began) / LANES);
    claimed.push(...found);
  }
  return { each: median(times), claimed };
}

async function settling(database: Database, claimed: readonly Claimed[]): Promise<number> {
  const times: number[] = [];
  for (const [place, one] of claimed.entries()) {
    const result = {
      attemptId: one.attempt_id,
      outcome: "paid",
      receiptNo: `QB${String(place).padStart(8, "0")}`,
      amount: one.amount_cents,
      reason: "",
    } as const;
    times.push(await took(() => database.unitOfWork("anyone", (work) => takeResult(work, result))));
  }
  return median(times);
}

/**
 * The results of the file, a tenth of which failed: of 2,000 payments in one unit of work row by
 * row, as it was done before, and then of 50,000, or all there are, as an uploaded file: stored as
 * a claim, read by the second person, and approved.
 */
async function resultsOfFile(database: Database): Promise<Readonly<Record<string, number>>> {
  const rows = await database.snapshot((snapshot) => fileRowsOf(snapshot, 1n));
  const told = rows.map(({ attempt_id: attemptId, amount_cents: amount }, place) => ({
    attemptId,
    outcome: place % 10 === 0 ? ("failed" as const) : ("paid" as const),
    receiptNo: place % 10 === 0 ? "" : `QC${String(place).padStart(8, "0")}`,
    amount,
    reason: "not-paid",
  }));
  const [first, rest] = [told.slice(0, 2000), told.slice(2000, 52_000)];
  const oneByOne = await took(() =>
    database.unitOfWork("staff:A", async (work) => {
      await work.takeTime();
      for (const result of first) await takeResult(work, result);
    }),
  );
  const [kind] = payoutApprovals();
  if (kind === undefined) throw new Error("results are approved by no kind of request");
  const references = new Map(rows.map(({ attempt_id: id, reference }) => [id, reference]));
  const table = {
    faults: [],
    rows: rest.map(({ attemptId, receiptNo, amount, reason }, place) => {
      const cells = [references.get(attemptId) ?? "", receiptNo, formatMoney(amount), reason];
      return { row: place + 2, cells };
    }),
  };
  const upload = (work: UnitOfWork) => claimResults(work, 1n, table);
  const uploaded = await took(() => database.unitOfWork("staff:B", upload));
  const claim = { claimId: 1n };
  const read = await took(() => database.snapshot((snapshot) => kind.facts(snapshot, claim)));
  const approved = await took(() =>
    database.unitOfWork("staff:C", async (work) => {
      await kind.lock?.(work, claim);
      await kind.facts(work, claim);
      const by = { requestedBy: "staff:B", reason: "", approvalId: 1n };
      await kind.carryOut(work, claim, { ...by, actor: approver });
    }),
  );
  return {
    "a file's results row by row, a payout": oneByOne / first.length,
    "results of 50,000 at most uploaded, which settles nothing": uploaded,
    "the totals of these results, as the second person reads them": read,
    "these results approved and settled": approved,
    "the same, a payout": approved / rest.length,
  };
}

/** The second person, as a session would identify them. */
const approver = { kind: "staff", memberNo: "C", role: "treasurer" } as SignedIn;

const looks: Readonly<Record<string, (snapshot: Snapshot) => Promise<unknown>>> = {
  "the counts of all tabs, and the queue": async (snapshot) => {
    await tabRows(snapshot, undefined);
    await queueOf(snapshot);
  },
  "a page of those that wait": (snapshot) => pageOf(snapshot, { tab: "waiting", after: 0n }),
  "a page of those that are paid": (snapshot) => pageOf(snapshot, { tab: "paid", after: 0n }),
  "searched for one member": (snapshot) =>
    pageOf(snapshot, { tab: "waiting", search: "YR7777", after: 0n }),
  "searched for everybody": (snapshot) =>
    pageOf(snapshot, { tab: "waiting", search: "wanjiru", after: 0n }),
  "searched for nobody": (snapshot) =>
    pageOf(snapshot, { tab: "waiting", search: "nobody at all", after: 0n }),
};

async function paging(database: Database): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const [name, look] of Object.entries(looks)) {
    const times: number[] = [];
    for (let call = 0; call < 20; call += 1) times.push(await took(() => database.snapshot(look)));
    found[name] = median(times);
  }
  return found;
}

const declared = {
  year: 2025,
  shareRateBasisPoints: 1400,
  depositRateBasisPoints: 1100,
  weighting: "from-the-month",
  booksClosedOn: "2025-12-31" as CalendarDate,
  agmReference: "AGM-2026",
  holdArrears: false,
  opensOn: "2026-01-01" as CalendarDate,
  closesOn: "2035-12-31" as CalendarDate,
  defaultMode: "mobile",
} as const;
