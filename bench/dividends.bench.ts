// How to read these figures: the time a year's dividend takes for 10,000 members and then for
// 100,000 in the same database, by the commands themselves and with durability on: calculated and
// kept, approved (which calculates again), posted, locked and paid, nine in ten by phone with tax
// and nobody having chosen, which is the most there is to write. The books hold fifteen entries a
// member at the start. The target for posting is 60 s for 100,000, and that a member costs no more
// among many than among few. `npm run bench -- dividends 20000` plants that many instead of the
// 100,000.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { approve, declare, postAllMembers } from "#server/dividends/declarations/commands.ts";
import { dividendOf, previewOf } from "#server/dividends/declarations/queries.ts";
import { lock, pay } from "#server/dividends/payments/commands.ts";
import { dividendOf as paymentOf, uptakeOf } from "#server/dividends/payments/queries.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { Database } from "#server/kernel/platform/database.ts";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { migrate } from "#server/kernel/platform/migrate.ts";
import { plantYear } from "#test/planted-year.ts";
import { printTable } from "./figures.ts";

const FEW = 10_000;
const MANY = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100_000);

export default async function measure(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "akiba-dividends-"));
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir });
  const { connection } = postgres;
  try {
    await migrate(connection, "migrations");
    const owner = new pg.Client(connection);
    await owner.connect();
    // The bench ends by stopping the server under it.
    owner.on("error", () => {});
    const database = new Database({ connection, poolSize: 4 });
    await plantYear(owner, FEW);
    const few = await timed(database, owner, FEW);
    // The same year again among more: the first is moved out of the way, not out of the books.
    await owner.query(
      "delete from payout; delete from dividend_leg; delete from dividend_entitlement",
    );
    await owner.query("delete from dividend_tax; delete from dividend");
    await plantYear(owner, MANY - FEW, FEW + 1);
    const many = await timed(database, owner, MANY);
    report(few, many);
    const findings = await reconcile(database);
    console.log(`  the books ${findings.length === 0 ? "reconcile" : "do not reconcile"}`);
    await database.close();
    await owner.end();
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const steps = ["calculated", "preview", "approved", "posted", "uptake", "locked", "paid"] as const;

interface Timed {
  readonly members: number;
  readonly seconds: Readonly<Record<(typeof steps)[number], number>>;
}

async function timed(database: Database, owner: pg.Client, members: number): Promise<Timed> {
  const took = async (act: () => Promise<unknown>) => {
    const began = performance.now();
    await act();
    return (performance.now() - began) / 1000;
  };
  const calculated = await took(() => database.unitOfWork("staff:A", (w) => declare(w, declared)));
  const preview = await took(() =>
    database.snapshot(async (snapshot) => {
      const found = await dividendOf(snapshot, 2025);
      return found && previewOf(snapshot, found);
    }),
  );
  const approved = await took(() => database.unitOfWork("staff:B", (w) => approve(w, 2025)));
  const posted = await took(() => database.unitOfWork("staff:A", (w) => postAllMembers(w, 2025)));
  const uptake = await took(() =>
    database.snapshot(async (snapshot) => {
      const found = await paymentOf(snapshot, 2025);
      return found && uptakeOf(snapshot, found);
    }),
  );
  await owner.query("update dividend set opens_at = now() - interval '2 days', closes_at = now()");
  const locked = await took(() => database.unitOfWork("staff:A", (w) => lock(w, 2025)));
  const paid = await took(() => database.unitOfWork("staff:A", (w) => pay(w, 2025, () => {})));
  return { members, seconds: { calculated, preview, approved, posted, uptake, locked, paid } };
}

function report(few: Timed, many: Timed): void {
  const each = ({ members, seconds }: Timed, step: keyof Timed["seconds"]) =>
    (seconds[step] / members) * 1e6;
  const rows = steps.map((step) => [
    step,
    `${few.seconds[step].toFixed(1)} s`,
    `${many.seconds[step].toFixed(1)} s`,
    `${each(few, step).toFixed(0)} µs, then ${each(many, step).toFixed(0)} µs`,
    (each(many, step) / each(few, step)).toFixed(2),
  ]);
  const head = ["step", `${few.members} members`, `${many.members} members`, "a member", "growth"];
  printTable([head, ...rows]);
  const load = loadavg().map((figure) => figure.toFixed(1));
  console.log(`  load average ${load.join(" ")}`);
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
