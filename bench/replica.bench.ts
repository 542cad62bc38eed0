// How to read these figures: two instances of the product over one primary with a standby, one
// that reads from the standby and one that does not, in alternating rounds, with medians. All of
// it shares the cores of one machine, so "rate" shows no gain, as it would with a machine for
// each. The gain is "primary": the processor time that the primary spends on one answer, of
// which it has none left under load. It includes the commits and what the standby takes.
// "writes" is the commits a second that go on meanwhile: each makes the next reads wait until
// the standby has it, which is part of the p99.
import { mkdtempSync, readdirSync, readFileSync, rmSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import pg from "pg";
import {
  type PostgresServer,
  postgresPrograms,
  ReplicatedPostgres,
} from "#test/faults/replicated-postgres.ts";
import { databaseUrl, parentOf } from "#test/faults/running-server.ts";
import { runServer } from "../scripts/lib/run-server.js";
import { contestEnvironment } from "./contest.ts";
import { median, printTable, processorMilliseconds } from "./figures.ts";
import { type PlantedMember, plantInto } from "./planted.ts";

const MEMBERS = 500;
const CONNECTIONS = 20;
const ROUNDS = 5;
const SECONDS = 4;
const WRITE_EVERY_MS = 10;
const paths = ["/api/v1/savings/sumTotal/:no", "/api/v1/members/:no/overview"];

interface Measured {
  readonly rate: number;
  readonly p99: number;
  readonly primary: number;
  readonly replica: number;
}

export default async function measure(): Promise<void> {
  if (postgresPrograms === null) throw new Error("This needs an installed PostgreSQL.");
  const folder = mkdtempSync(join(tmpdir(), "akiba-bench-"));
  chmodSync(folder, 0o711);
  const pair = await ReplicatedPostgres.start(folder);
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const primary = databaseUrl(pair.primary.connection);
    const env = {
      ...contestEnvironment,
      AKIBA_MODE: "test",
      AKIBA_SECRET: "a secret of the bench, 32 characters and more",
      AKIBA_PASSWORD_PEPPER: "a pepper of the bench, 32 characters and more",
      LOG_LEVEL: "silent",
      DATABASE_URL: primary,
    };
    const alone = await runServer(folder, { ...env, DATABASE_OWNER_URL: primary });
    stops.push(() => alone.stop());
    const members = await plantInto(pair.primary.connection, MEMBERS, "none");
    await pair.follow({ synchronous: false });
    const reads = { DATABASE_READ_URL: databaseUrl(pair.standby.connection) };
    const reading = await runServer(folder, { ...env, ...reads });
    stops.push(() => reading.stop());
    const writes = await startWriting(pair.primary);
    stops.push(writes.stop);
    const contenders = { "primary alone": alone.url, "with the replica": reading.url };
    for (const path of paths) await compare(path, contenders, { pair, members });
    console.log(`  writes: ${Math.round(writes.rate())} a second`);
  } finally {
    for (const stop of stops.toReversed()) await stop();
    pair.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Ground {
  readonly pair: ReplicatedPostgres;
  readonly members: readonly PlantedMember[];
}

async function compare(
  path: string,
  contenders: Readonly<Record<string, string>>,
  ground: Ground,
): Promise<void> {
  const measured = new Map<string, Measured[]>();
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, url] of Object.entries(contenders)) {
      const one = await burden(url, path, ground);
      // The first round warms up.
      if (round >= 0) measured.set(name, [...(measured.get(name) ?? []), one]);
    }
  }
  const rows = [...measured].map(([name, all]) => {
    const of = (key: keyof Measured) => Math.round(median(all.map((one) => one[key])));
    return [
      name,
      `${of("rate")}/s`,
      `${of("p99")} ms`,
      `${of("primary")} µs`,
      `${of("replica")} µs`,
    ];
  });
  console.log(`  GET ${path}`);
  printTable([["", "rate", "p99", "primary", "replica"], ...rows]);
}

async function burden(url: string, path: string, { pair, members }: Ground): Promise<Measured> {
  const servers = { primary: pair.primary, replica: pair.standby };
  const before = { primary: spentBy(servers.primary), replica: spentBy(servers.replica) };
  const requests = members.map(({ memberNo, token, ip }) => ({
    path: path.replace(":no", memberNo),
    headers: { authorization: `Bearer ${token}`, "x-forwarded-for": ip },
  }));
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0) throw new Error(`${bad} answers failed`);
  const each = (server: keyof typeof servers) =>
    ((spentBy(servers[server]) - before[server]) * 1000) / result.requests.total;
  return {
    rate: result.requests.total / result.duration,
    p99: result.latency.p99,
    primary: each("primary"),
    replica: each("replica"),
  };
}

/** Processor milliseconds of a server and all its processes that run. */
function spentBy({ folder }: PostgresServer): number {
  const postmaster = Number.parseInt(readFileSync(join(folder, "postmaster.pid"), "utf8"), 10);
  const workers = readdirSync("/proc").filter((pid) => parentOf(pid) === postmaster);
  return [postmaster, ...workers.map(Number)].reduce(
    (sum, pid) => sum + (processorMilliseconds(pid) || 0),
    0,
  );
}

/** Commits small writes on the primary, as members at work would. */
async function startWriting({ connection }: PostgresServer) {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("create table if not exists bench_writes (n int)");
  const began = performance.now();
  let count = 0;
  let isBusy = false;
  const write = async () => {
    if (isBusy) return;
    isBusy = true;
    await client.query("insert into bench_writes values (1)");
    isBusy = false;
    count += 1;
  };
  const timer = setInterval(() => void write(), WRITE_EVERY_MS);
  return {
    rate: () => (count * 1000) / (performance.now() - began),
    stop: async () => {
      clearInterval(timer);
      await client.end();
    },
  };
}
