// How to read these figures: the share of a bare handler's confirmations a second that remains
// after the product has recognised the provider, locked the receipt, read the account number in any
// spelling, and made sure that the receipt is credited once. The bare handler (bare-pay-ins.ts)
// leaves the same rows in the same database in one transaction: the payment and its part, an entry
// with two lines, an SMS in the outbox, the audit chain. Both wait for one another's commit twice:
// at the balance of the M-Pesa account and at the audit chain. Rounds alternate.
// Messages stay in the outbox; sending them is not measured. `mpesa-rate` has a steady rate.
import { fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import pg from "pg";
import type { BarePayInsOptions } from "./bare-pay-ins.ts";
import { contestEnvironment } from "./contest.ts";
import { median, printTable, processorMilliseconds } from "./figures.ts";
import { confirmationOf, paybillEnvironment, proveOnce } from "./paybill.ts";
import { type PlantedMember, plantMembers } from "./planted.ts";
import { sendAll } from "./send-all.ts";
import type { BenchTools } from "./tools.ts";

const MEMBERS = 500;
const PAYMENTS = 2000;
const CONNECTIONS = 20;
const ROUNDS = 5;
const POOL_SIZE = Number(contestEnvironment.DATABASE_POOL_SIZE);

interface Contender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
}

interface Measured {
  readonly rate: number;
  readonly serverMicroseconds: number;
  readonly p50: number;
  readonly p97: number;
}

export default async function measure(tools: BenchTools): Promise<void> {
  const demo = await tools.startDemo({
    ...contestEnvironment,
    ...paybillEnvironment,
  });
  const bare = fork(await tools.bundleTypescript("bench/bare-pay-ins.ts"));
  try {
    const { postgres, members } = await plantMembers(demo.dataDir, MEMBERS);
    const owner = new pg.Client(postgres.connection);
    await owner.connect();
    try {
      await owner.query(`alter table outbox_message
        alter column next_attempt_at set default now() + interval '1 day'`);
      const { connection } = postgres;
      bare.send({ connection, poolSize: POOL_SIZE } satisfies BarePayInsOptions);
      const [port] = (await once(bare, "message")) as [number];
      const contenders: Contender[] = [
        { name: "product", url: demo.url, pid: demo.pid },
        { name: "bare handler", url: `http://127.0.0.1:${port}`, pid: bare.pid ?? 0 },
      ];
      report(contenders, await inRounds(contenders, members));
      console.log(`  ${await proveOnce(owner)}`);
    } finally {
      await owner.end();
      await postgres.stop();
    }
  } finally {
    bare.kill();
    await demo.stop();
  }
}

const memberAt = (members: readonly PlantedMember[], at: number): PlantedMember =>
  members[at % members.length] as PlantedMember;

async function inRounds(
  contenders: readonly Contender[],
  members: readonly PlantedMember[],
): Promise<Measured[][]> {
  const measured: Measured[][] = contenders.map(() => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      // A different one begins each round; the first warms up.
      const at = Math.abs(round + turn) % contenders.length;
      const figures = await burden(contenders[at] as Contender, members);
      if (round >= 0) measured[at]?.push(figures);
    }
  }
  return measured;
}

async function burden(
  { name, url, pid }: Contender,
  members: readonly PlantedMember[],
): Promise<Measured> {
  const requests = Array.from({ length: PAYMENTS }, (_, at) =>
    confirmationOf(memberAt(members, at)),
  );
  const before = processorMilliseconds(pid);
  const result = await sendAll(requests, { url, connections: CONNECTIONS });
  if (result.non2xx > 0) throw new Error(`${name}: ${result.non2xx} were rejected.`);
  return {
    rate: result.rate,
    serverMicroseconds: ((processorMilliseconds(pid) - before) * 1000) / requests.length,
    p50: result.latency(50),
    p97: result.latency(97.5),
  };
}

function report(contenders: readonly Contender[], measured: readonly Measured[][]): void {
  const rates = measured.map((rounds) => median(rounds.map(({ rate }) => rate)));
  console.log(`\n  confirmations, median of ${ROUNDS} rounds of ${PAYMENTS} payments`);
  printTable([
    ["", "rate", "product is", "server", "p50", "p97.5"],
    ...contenders.map(({ name }, at) => {
      const of = (figure: (one: Measured) => number) => median((measured[at] ?? []).map(figure));
      return [
        name,
        `${Math.round(rates[at] ?? 0)}/s`,
        `${Math.round((100 * (rates[0] ?? 0)) / (rates[at] ?? 1))} %`,
        `${Math.round(of(({ serverMicroseconds }) => serverMicroseconds))} µs`,
        `${of(({ p50 }) => p50)} ms`,
        `${of(({ p97 }) => p97)} ms`,
      ];
    }),
  ]);
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(`  load average ${loads.join(" ")}`);
}
