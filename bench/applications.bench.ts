// How to read these figures: the share of a bare handler's applications a second that remains after
// the product has judged each against the policy, calculated its figures again, and made sure that
// it is accepted once. The bare handler (bare-applications.ts) leaves the same rows in the same
// database in one transaction: session, two counters, a number, the loan, its step, an SMS and an
// e-mail in the outbox, the answer kept for its key, the audit chain; all flushed at the commit
// like the product's. It applies no rule and checks nothing. Both are limited by the audit chain,
// whose writers take turns until they have committed: on a quiet machine the disk's commits set the
// pace, not the processor. Each member applies once in a round; rounds alternate, and in between
// the applications are withdrawn, so that each round starts from the same database. Messages to
// members stay in the outbox meanwhile; sending them is not measured.
import { fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import pg from "pg";
import type { BareApplicationsOptions } from "./bare-applications.ts";
import { contestEnvironment, overhearSession } from "./contest.ts";
import { median, printTable, processorMilliseconds } from "./figures.ts";
import { type PlantedMember, plantMembers } from "./planted.ts";
import { sendAll } from "./send-all.ts";
import type { BenchTools } from "./tools.ts";

const MEMBERS = 1000;
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
  /** Asked to come back, which the product does rather than let somebody wait for long. */
  readonly refused: number;
  readonly serverMicroseconds: number;
  readonly p50: number;
  readonly p99: number;
}

export default async function measure(tools: BenchTools): Promise<void> {
  const demo = await tools.startDemo(contestEnvironment);
  const bare = fork(await tools.bundleTypescript("bench/bare-applications.ts"));
  try {
    const { postgres, members } = await plantMembers(demo.dataDir, MEMBERS);
    const owner = new pg.Client(postgres.connection);
    await owner.connect();
    try {
      // Messages to members stay in the outbox: sending them is separate work, at another time.
      await owner.query(`create function sent_tomorrow() returns trigger language plpgsql as
        'begin new.next_attempt_at := now() + interval ''1 day''; return new; end';
        create trigger sent_tomorrow before insert on outbox_message for each row
          execute function sent_tomorrow()`);
      const session = await overhearSession();
      const { connection } = postgres;
      bare.send({ connection, poolSize: POOL_SIZE, session } satisfies BareApplicationsOptions);
      const [port] = (await once(bare, "message")) as [number];
      const contenders: Contender[] = [
        { name: "product", url: demo.url, pid: demo.pid },
        { name: "bare handler", url: `http://127.0.0.1:${port}`, pid: bare.pid ?? 0 },
      ];
      report(contenders, await inRounds(contenders, members, owner));
    } finally {
      await owner.end();
      await postgres.stop();
    }
  } finally {
    bare.kill();
    await demo.stop();
  }
}

async function inRounds(
  contenders: readonly Contender[],
  members: readonly PlantedMember[],
  owner: pg.Client,
): Promise<Measured[][]> {
  const measured: Measured[][] = contenders.map(() => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      // A different one begins each round; the first warms up.
      const at = Math.abs(round + turn) % contenders.length;
      await startAgain(owner);
      const figures = await burden(contenders[at] as Contender, members, `${round}-${at}`);
      if (round >= 0) measured[at]?.push(figures);
    }
  }
  return measured;
}

/** Withdraws the applications and counts from zero. */
async function startAgain(owner: pg.Client): Promise<void> {
  await owner.query(`update guarantee g set state = 'cancelled' from loan l
    where l.id = g.loan_id and l.state = 'applied' and g.state in ('asked', 'accepted')`);
  await owner.query("update loan set state = 'withdrawn' where state = 'applied'");
  await owner.query("delete from rate_counter");
  await owner.query("delete from outbox_message");
  await owner.query("checkpoint");
}

async function burden(
  { url, pid }: Contender,
  members: readonly PlantedMember[],
  round: string,
): Promise<Measured> {
  const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
  const requests = members.map(({ memberNo, token, ip }) => ({
    method: "POST" as const,
    path: "/api/v1/instant/register",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      "x-forwarded-for": ip,
      "idempotency-key": `${round}-${memberNo}`,
    },
    body: JSON.stringify({ memNo: memberNo, category: "Instant", ...figures }),
  }));
  const before = processorMilliseconds(pid);
  const result = await sendAll(requests, { url, connections: CONNECTIONS });
  const taken = requests.length - result.non2xx;
  return {
    rate: (result.rate * taken) / requests.length,
    refused: result.non2xx,
    serverMicroseconds: ((processorMilliseconds(pid) - before) * 1000) / taken,
    p50: result.latency(50),
    p99: result.latency(99),
  };
}

function report(contenders: readonly Contender[], measured: readonly Measured[][]): void {
  const rates = measured.map((rounds) => median(rounds.map(({ rate }) => rate)));
  console.log(
    `\n  POST /api/v1/instant/register, median of ${ROUNDS} rounds of ${MEMBERS} members`,
  );
  printTable([
    ["", "rate", "product is", "server", "p50", "p99", "refused"],
    ...contenders.map(({ name }, at) => {
      const of = (figure: (one: Measured) => number) => median((measured[at] ?? []).map(figure));
      return [
        name,
        `${Math.round(rates[at] ?? 0)}/s`,
        `${Math.round((100 * (rates[0] ?? 0)) / (rates[at] ?? 1))} %`,
        `${Math.round(of(({ serverMicroseconds }) => serverMicroseconds))} µs`,
        `${of(({ p50 }) => p50)} ms`,
        `${of(({ p99 }) => p99)} ms`,
        `${of(({ refused }) => refused)}`,
      ];
    }),
  ]);
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(`  load average ${loads.join(" ")}`);
}
