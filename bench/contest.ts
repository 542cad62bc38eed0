// One read after the other, by the product and by bare handlers with its own SQL, alternately.
import { fork } from "node:child_process";
import { once } from "node:events";
import autocannon from "autocannon";
import { identify } from "#server/kernel/http/actor.ts";
import type { Database, Snapshot } from "#server/kernel/platform/database.ts";
import { randomToken } from "#server/kernel/platform/random.ts";
import type { BareOptions, Overheard } from "./bare-handler.ts";
import { median, printTable, processorMilliseconds } from "./figures.ts";
import type { Planted, PlantedMember } from "./planted.ts";
import type { BenchTools, Demo } from "./tools.ts";

const POOL_SIZE = 10;
const CONNECTIONS = 20;
const ROUNDS = 7;
const SECONDS = 3;

/** The environment a demo needs to take part. */
export const contestEnvironment = {
  DATABASE_POOL_SIZE: String(POOL_SIZE),
  LIMIT_READS_PER_MINUTE: "1000000",
  LIMIT_READ_BURST: "1000000",
  // Each member comes from a different address.
  TRUST_PROXY: "1",
};

/** A call of the product and the statement it runs. */
export interface ContestedRead {
  /** Without the member's number, which comes last. */
  readonly path: string;
  readonly statement: Overheard;
}

interface Contest {
  readonly demo: Demo;
  readonly planted: Planted;
  readonly reads: Readonly<Record<string, ContestedRead>>;
  /** The product with other settings, over the same database. */
  readonly others?: readonly OtherProduct[];
}

/** The product as another process, by what is different about it. */
export interface OtherProduct {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
}

interface Contender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly path: (read: string, memberNo: string) => string;
}

interface Measured {
  readonly rate: number;
  readonly serverMicroseconds: number;
  readonly p99: number;
}

/** Measures each read in interleaved rounds and prints a table. */
export async function contest(tools: BenchTools, given: Contest): Promise<void> {
  const { demo, planted, reads, others = [] } = given;
  const bare = fork(await tools.bundleTypescript("bench/bare-handler.ts"));
  try {
    const statements = Object.entries(reads).map(([name, one]) => [name, one.statement] as const);
    const options: BareOptions = {
      connection: planted.postgres.connection,
      poolSize: POOL_SIZE,
      session: await overhearSession(),
      reads: Object.fromEntries(statements),
    };
    bare.send(options);
    const [port] = (await once(bare, "message")) as [number];
    const url = `http://127.0.0.1:${port}`;
    const pid = bare.pid ?? 0;
    for (const [read, { path }] of Object.entries(reads)) {
      const contenders: Contender[] = [
        { name: "product", url: demo.url, pid: demo.pid, path: (_, no) => `${path}/${no}` },
        ...others.map((other) => ({ ...other, path: (_: string, no: string) => `${path}/${no}` })),
        { name: "bare read", url, pid, path: (name, no) => `/read/${name}/${no}` },
        {
          name: "bare session + read",
          url,
          pid,
          path: (name, no) => `/session-read/${name}/${no}`,
        },
      ];
      report(path, contenders, await inRounds(read, contenders, planted.members));
    }
  } finally {
    bare.kill();
  }
}

async function inRounds(
  read: string,
  contenders: readonly Contender[],
  members: readonly PlantedMember[],
): Promise<Measured[][]> {
  const measured: Measured[][] = contenders.map(() => []);
  for (const contender of contenders) await burden(contender, read, members);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      // A different one begins each round, so that none always follows the same.
      const at = (round + turn) % contenders.length;
      const contender = contenders[at] as Contender;
      measured[at]?.push(await burden(contender, read, members));
    }
  }
  return measured;
}

async function burden(
  { name, url, pid, path }: Contender,
  read: string,
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
  path: string,
  contenders: readonly Contender[],
  measured: readonly Measured[][],
): void {
  const rates = measured.map((rounds) => median(rounds.map(({ rate }) => rate)));
  console.log(`\n  GET ${path}/{memberNo}, median of ${ROUNDS} rounds`);
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

/** The statement by which the product identifies a token's owner. */
export function overhearSession(): Promise<Overheard> {
  const actors = { newRoleHours: 72, sessionBinding: "report", onUnbound: () => {} } as const;
  const presented = { authorization: `Bearer ${randomToken()}`, binding: undefined };
  return overhear((database) => identify(database, presented, actors));
}

/** Captures a statement of the product, so that it always equals the one that runs. */
export async function overhear(
  run: (database: Database & Snapshot) => Promise<unknown>,
): Promise<Overheard> {
  const heard: { name?: string; text: string; values: readonly unknown[] }[] = [];
  const listen = async (
    { name, text }: { name?: string; text: string },
    values: readonly unknown[] = [],
  ) => {
    heard.push({ ...(name !== undefined && { name }), text, values });
    return [];
  };
  const ear = {
    one: listen,
    rows: listen,
    first: async (s: never, values: never) => (await listen(s, values))[0] ?? null,
  };
  await run(ear as unknown as Database & Snapshot).catch(() => {});
  const [first] = heard;
  if (first?.name === undefined) throw new Error("The read runs no named statement.");
  return { name: first.name, text: first.text, more: first.values.slice(1) };
}
