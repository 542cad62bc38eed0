// What these numbers mean. How much of what a bare node:http handler could answer is left once the
// product has done all it does for a signed-in read: limits, session, parsing, scope, headers, log.
// Each bare handler runs the product's own SQL, with the same driver, pool size and database:
// "read" the read alone, "session + read" the look-up of the session too, as the product must.
// "rate" is answers a second with everything on the machine, database and load included; "server"
// is the processor time of the serving process for one answer, which the load's share of the
// machine does not soften. Rounds are interleaved and medians taken, so that a neighbour's noise
// falls on all alike.
import { fork } from "node:child_process";
import { once } from "node:events";
import autocannon from "autocannon";
import type { MemberNo } from "#shared/member-number.ts";
import { identify, type MemberScope } from "#server/http/actor.ts";
import { memberTotal } from "#server/ledger/balances.ts";
import { memberDetails } from "#server/members/queries.ts";
import type { Database, Snapshot } from "#server/platform/database.ts";
import { randomToken } from "#server/platform/random.ts";
import type { BareOptions } from "./bare-handler.ts";
import { median, printTable, processorMilliseconds } from "./figures.ts";
import { type Planted, type PlantedMember, plantMembers } from "./planted.ts";
import type { BenchTools, Demo } from "./tools.ts";

const MEMBERS = 500;
const POOL_SIZE = 10;
const CONNECTIONS = 20;
const ROUNDS = 7;
const SECONDS = 3;

const reads = { member: "/api/v1/member", savings: "/api/v1/savings/sumTotal" } as const;

interface Contender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly path: (read: keyof typeof reads, memberNo: string) => string;
}

interface Measured {
  readonly rate: number;
  readonly serverMicroseconds: number;
  readonly p99: number;
}

export default async function measure(tools: BenchTools): Promise<void> {
  const demo = await tools.startDemo({
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    LIMIT_READS_PER_MINUTE: "1000000",
    LIMIT_READ_BURST: "1000000",
    // Each member comes from an address of their own.
    TRUST_PROXY: "1",
  });
  try {
    const planted = await plantMembers(demo.dataDir, MEMBERS);
    try {
      await compare(tools, demo, planted);
    } finally {
      await planted.postgres.stop();
    }
  } finally {
    await demo.stop();
  }
}

async function compare(tools: BenchTools, demo: Demo, planted: Planted): Promise<void> {
  const bare = fork(await tools.bundleTypescript("bench/bare-handler.ts"));
  try {
    bare.send(await bareOptions(planted));
    const [port] = (await once(bare, "message")) as [number];
    const url = `http://127.0.0.1:${port}`;
    const pid = bare.pid ?? 0;
    const contenders: Contender[] = [
      { name: "product", url: demo.url, pid: demo.pid, path: (read, no) => `${reads[read]}/${no}` },
      { name: "bare read", url, pid, path: (read, no) => `/read/${read}/${no}` },
      { name: "bare session + read", url, pid, path: (read, no) => `/session-read/${read}/${no}` },
    ];
    for (const read of ["savings", "member"] as const) {
      report(read, contenders, await inRounds(read, contenders, planted.members));
    }
  } finally {
    bare.kill();
  }
}

async function inRounds(
  read: keyof typeof reads,
  contenders: readonly Contender[],
  members: readonly PlantedMember[],
): Promise<Measured[][]> {
  const measured: Measured[][] = contenders.map(() => []);
  for (const contender of contenders) await burden(contender, read, members);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      // Another one begins each round, so that none always follows the same.
      const at = (round + turn) % contenders.length;
      const contender = contenders[at] as Contender;
      measured[at]?.push(await burden(contender, read, members));
    }
  }
  return measured;
}

async function burden(
  { name, url, pid, path }: Contender,
  read: keyof typeof reads,
  members: readonly PlantedMember[],
): Promise<Measured> {
  const requests = members.map(({ memberNo, token, ip }) => ({
    path: path(read, memberNo),
    headers: { authorization: `Bearer ${token}`, "x-forwarded-for": ip },
  }));
  const before = processorMilliseconds(pid);
  let client = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: requests.slice(0, 1),
    setupClient: (one) => {
      // Each connection begins with other members.
      const from = Math.floor((client++ / CONNECTIONS) * requests.length);
      one.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  });
  const spent = processorMilliseconds(pid) - before;
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed.`);
  }
  return {
    rate: result.requests.total / result.duration,
    serverMicroseconds: (spent * 1000) / result.requests.total,
    p99: result.latency.p99,
  };
}

function report(
  read: keyof typeof reads,
  contenders: readonly Contender[],
  measured: readonly Measured[][],
): void {
  const rates = measured.map((rounds) => median(rounds.map(({ rate }) => rate)));
  console.log(`\n  GET ${reads[read]}/{memberNo}, median of ${ROUNDS} rounds`);
  printTable([
    ["", "rate", "product is", "server", "p99"],
    ...contenders.map(({ name }, at) => [
      name,
      `${Math.round(rates[at] ?? 0)}/s`,
      `${Math.round((100 * (rates[0] ?? 0)) / (rates[at] ?? 1))} %`,
      `${Math.round(median((measured[at] ?? []).map((one) => one.serverMicroseconds)))} µs`,
      `${median((measured[at] ?? []).map(({ p99 }) => p99))} ms`,
    ]),
  ]);
}

/** Overhears the statements of the product, so that they can never differ from what it runs. */
async function bareOptions({ postgres }: Planted): Promise<BareOptions> {
  const scope = { memberNo: "BENCH1" } as unknown as MemberScope;
  const actors = { sessionBinding: "report", onUnbound: () => {} } as const;
  const presented = { authorization: `Bearer ${randomToken()}`, binding: undefined };
  return {
    connection: postgres.connection,
    poolSize: POOL_SIZE,
    session: await overhear((database) => identify(database, presented, actors)),
    reads: {
      member: await overhear((snapshot) => memberDetails(snapshot, scope)),
      savings: await overhear((s) => memberTotal(s, "savings", "BENCH1" as MemberNo)),
    },
  };
}

async function overhear(
  run: (database: Database & Snapshot) => Promise<unknown>,
): Promise<{ name: string; text: string }> {
  const heard: { name?: string; text: string }[] = [];
  const listen = async (statement: { name?: string; text: string }) => {
    heard.push(statement);
    return [];
  };
  const ear = {
    one: listen,
    rows: listen,
    first: async (s: never) => (await listen(s))[0] ?? null,
  };
  await run(ear as unknown as Database & Snapshot).catch(() => {});
  const [first] = heard;
  if (first?.name === undefined) throw new Error("The read runs no named statement.");
  return { name: first.name, text: first.text };
}
