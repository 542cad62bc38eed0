// How to read these figures: whether the books agree with M-Pesa's own statement after days on
// which a tenth of its calls go wrong and instances die. Two instances of the built server share a
// database behind a balancer. Each day members pay in by the paybill, then payouts leave by B2C;
// the simulator of M-Pesa loses, doubles, delays and reorders what it tells, answers 500 or not at
// all, times out, and tells another amount of payouts. An instance is killed with SIGKILL twice in
// each half of a day. In the evening the clock moves on and payouts without a result are asked
// about. A payment whose confirmation reached no instance is told again from the statement, as an
// operator does; one that was acknowledged must be in the books already. Then the M-Pesa account
// of the ledger must equal the statement to the cent. A day that differs, a payment that was
// acknowledged and is lost, a receipt that is booked twice and a finding of the reconciler each end
// the bench with an error. The rate is of payments in and out over the time of all days, with the
// faults, the kills and the evenings. `BENCH_MPESA_DAYS="100000 20000 14"` runs that many payments
// in, payouts and days; the default is small.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { approve, declare, postAllMembers } from "#server/dividends/declarations/commands.ts";
import { lock, pay } from "#server/dividends/payments/commands.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { registerPaybill } from "#server/pay-ins/receiving/register-paybill.ts";
import { Database } from "#server/kernel/platform/database.ts";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { migrate } from "#server/kernel/platform/migrate.ts";
import { databaseUrl } from "#test/faults/running-server.ts";
import { plantYear } from "#test/planted-year.ts";
import { MpesaTwin } from "../twin/mpesa.ts";
import { printTable } from "./figures.ts";
import { type Day, MpesaDays } from "./mpesa-days.ts";
import { accessTo, Instances, organisation, PAYER } from "./two-instances.ts";

const given = process.env["BENCH_MPESA_DAYS"] ?? "2000 400 3";
const [PAYMENTS_IN = 2000, PAYMENTS_OUT = 400, DAYS = 3] = given.split(" ").map(Number);
/** Of the planted members one in ten has no confirmed number. */
const MEMBERS = Math.ceil(PAYMENTS_OUT / 0.9);

export default async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "akiba-mpesa-days-"));
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const owner = new pg.Client(postgres.connection);
  owner.on("error", () => {});
  try {
    await owner.connect();
    await plant(owner, postgres.connection);
    const faults = await live(owner, folder, databaseUrl(postgres.connection));
    faults.push(...(await addUp(postgres.connection)));
    if (faults.length > 0) throw new Error(`The books are wrong: ${faults.join(", ")}`);
  } finally {
    await owner.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Members with a year of deposits, and payouts of their dividends that wait. */
async function plant(owner: pg.Client, connection: pg.ClientConfig): Promise<void> {
  await migrate(connection, "migrations");
  await owner.query("insert into database_mode (mode) values ('test')");
  await plantYear(owner, MEMBERS);
  const database = new Database({ connection, poolSize: 2 });
  await database.unitOfWork("staff:A", (work) => declare(work, declared));
  await database.unitOfWork("staff:B", (work) => approve(work, 2025));
  await database.unitOfWork("staff:A", (work) => postAllMembers(work, 2025));
  await owner.query("update dividend set opens_at = now() - interval '2 days', closes_at = now()");
  await database.unitOfWork("staff:A", (work) => lock(work, 2025));
  await database.unitOfWork("staff:A", (work) => pay(work, 2025, () => {}));
  await database.close();
  // They leave day by day.
  await owner.query("update payout set due_at = 'infinity'");
  await owner.query("vacuum analyze");
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

/** Simulates the days, prints their figures, and returns the faults in the books. */
async function live(owner: pg.Client, folder: string, url: string): Promise<string[]> {
  let now = new Date();
  const twin = new MpesaTwin({
    organisations: [{ ...organisation, balance: 100_000_000_00n }],
    phones: [{ msisdn: PAYER, name: "Bench Payer", pin: "1234", balance: 10n ** 15n }],
    pinOfOthers: "1234",
    now: () => now,
  });
  const instances = new Instances(folder, { DATABASE_URL: url });
  try {
    const address = await twin.open();
    await instances.start(address);
    const failure = await registerPaybill(accessTo(address, instances.url));
    if (failure !== null) throw new Error(`The paybill was not registered: ${failure}`);
    const simulated = new MpesaDays({ owner, twin, instances, members: MEMBERS });
    const days: Day[] = [];
    const began = performance.now();
    for (let day = 1; day <= DAYS; day += 1) {
      now = await simulated.begin(day);
      const share = (all: number) =>
        Math.floor((all * day) / DAYS) - Math.floor((all * (day - 1)) / DAYS);
      days.push(await simulated.run(share(PAYMENTS_IN), share(PAYMENTS_OUT)));
    }
    const took = performance.now() - began;
    await instances.stop();
    report(days);
    reportTime(took, instances);
    return faultsOf(days);
  } finally {
    await instances.stop();
    twin.close();
  }
}

const UNKNOWN_SHOWN = 5;

function report(days: readonly Day[]): void {
  printTable([
    ["day", "paid in", "told again", "paid out", "failed", "unknown", "ledger", "statement"],
    ...days.map((day, at) => [
      String(at + 1),
      String(day.paidIn),
      String(day.toldAgain),
      String(day.paidOut),
      String(day.failed),
      String(day.unknown.length),
      day.ledger,
      day.statement,
    ]),
  ]);
  const unknown = days.at(-1)?.unknown ?? [];
  const first = unknown.slice(0, UNKNOWN_SHOWN).join(", ");
  console.log(`  ${unknown.length} unknown${first && `, of them ${first}`}`);
}

function reportTime(milliseconds: number, { kills, peakMib }: Instances): void {
  const seconds = milliseconds / 1000;
  const rate = ((PAYMENTS_IN + PAYMENTS_OUT) / seconds).toFixed(1);
  console.log(`  ${kills} kills; ${rate} payments a second over ${seconds.toFixed(0)} s`);
  console.log(`  memory of an instance ${peakMib.toFixed(0)} MiB at most`);
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(`  load average ${loads.join(" ")}`);
}

function faultsOf(days: readonly Day[]): string[] {
  const wrong = days.filter(({ ledger, statement }) => ledger !== statement).length;
  const lost = days.reduce((sum, day) => sum + day.lost, 0);
  const twice = days.at(-1)?.twice ?? 0;
  return present([
    [wrong, `${wrong} of ${days.length} days differ from the statement`],
    [lost, `${lost} acknowledged payments lost`],
    [twice, `${twice} receipts booked twice`],
  ]);
}

/** Prints every count, and returns those of faults. */
function present(counts: readonly (readonly [number, string])[]): string[] {
  for (const [, text] of counts) console.log(`  ${text}`);
  return counts.filter(([count]) => count > 0).map(([, text]) => text);
}

async function addUp(connection: pg.ClientConfig): Promise<string[]> {
  const database = new Database({ connection, poolSize: 2 });
  const findings = await reconcile(database);
  await database.close();
  return present([[findings.length, `${findings.length} findings of the reconciler`]]);
}
