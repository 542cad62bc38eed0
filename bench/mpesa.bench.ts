// How to read these figures: the share of a bare handler's confirmations a second that remains
// after the product has recognised the provider, locked the receipt, read the account number in any
// spelling, and made sure that the receipt is credited once. The bare handler (bare-pay-ins.ts)
// leaves the same rows in the same database in one transaction: the payment and its part, an entry
// with two lines, an SMS in the outbox, the audit chain. Both wait for one another's commit twice:
// at the balance of the M-Pesa account and at the audit chain. Rounds alternate. The last line is
// the product alone at a steady 200 confirmations a second, a tenth of them repeated, which is what
// M-Pesa does when an answer is slow. They are sent on schedule, whether or not the ones before
// were answered, so that one that waits shows in all that wait behind it. Messages stay in the
// outbox; sending them is not measured.
import { fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import pg from "pg";
import type { BarePayInsOptions } from "./bare-pay-ins.ts";
import { contestEnvironment } from "./contest.ts";
import { median, printTable, processorMilliseconds } from "./figures.ts";
import { percentile, sendPaced } from "./paced.ts";
import { type PlantedMember, plantMembers } from "./planted.ts";
import { sendAll } from "./send-all.ts";
import type { BenchTools } from "./tools.ts";

const MEMBERS = 500;
const PAYMENTS = 2000;
const CONNECTIONS = 20;
const ROUNDS = 5;
const STEADY_RATE = 200;
const STEADY_SECONDS = 20;
const POOL_SIZE = Number(contestEnvironment.DATABASE_POOL_SIZE);
const SECRET = "bENcHqW8eR5tY2uI9oP4aS7dF1gH3jK6";

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
    PAY_IN_CHANNEL: "daraja",
    DARAJA_CONSUMER_KEY: "key",
    DARAJA_CONSUMER_SECRET: "word",
    DARAJA_PAYBILL: "400200",
    DARAJA_PASSKEY: "pass-of-bench",
    DARAJA_CALLBACK_SECRET: SECRET,
    DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
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
      await steady(demo.url, members);
      await prove(owner);
    } finally {
      await owner.end();
      await postgres.stop();
    }
  } finally {
    bare.kill();
    await demo.stop();
  }
}

let receipts = 0;

/** A confirmation of a payment by a member; to the same receipt again with `again`. */
function confirmationOf({ memberNo }: PlantedMember, again = false) {
  if (!again) receipts += 1;
  const TransID = `TB${String(receipts).padStart(8, "0")}`;
  const body = { TransID, TransAmount: "250.00", BusinessShortCode: "400200" };
  return {
    method: "POST" as const,
    path: `/api/v1/pay-ins/${SECRET}/c2b/confirmation`,
    headers: { "content-type": "application/json", "x-forwarded-for": "127.0.0.1" },
    body: JSON.stringify({ ...body, BillRefNumber: memberNo, FirstName: "A", LastName: "MEMBER" }),
  };
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
  const began = performance.now();
  const result = await sendAll(requests, { name, url, connections: CONNECTIONS });
  const seconds = (performance.now() - began) / 1000;
  if (result.non2xx > 0) throw new Error(`${name}: ${result.non2xx} were rejected.`);
  return {
    rate: requests.length / seconds,
    serverMicroseconds: ((processorMilliseconds(pid) - before) * 1000) / requests.length,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
  };
}

/** The product at a steady rate, with repeated confirmations. */
async function steady(url: string, members: readonly PlantedMember[]): Promise<void> {
  const many = STEADY_RATE * STEADY_SECONDS;
  let sent = 0;
  let rejected = 0;
  const send = async (): Promise<number> => {
    const { path, ...request } = confirmationOf(memberAt(members, sent), sent % 10 === 9);
    sent += 1;
    const began = performance.now();
    const reply = await fetch(`${url}${path}`, request);
    await reply.text();
    if (!reply.ok) rejected += 1;
    return performance.now() - began;
  };
  const began = performance.now();
  const times = await sendPaced(send, { everyMs: 1000 / STEADY_RATE, goOn: () => sent < many });
  const rate = Math.round((many * 1000) / (performance.now() - began));
  const [p50, p95, p97, p99] = [0.5, 0.95, 0.975, 0.99].map((share) => percentile(times, share));
  console.log(`  product at ${rate}/s: p50 ${p50}, p95 ${p95}, p97.5 ${p97}, p99 ${p99} ms,`);
  console.log(`  ${rejected} of ${many} rejected`);
}

/** Adds the payments up again: each receipt is one entry of its amount. */
async function prove(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ payments: string; wrong: string }>(
    `select count(*) as payments,
        count(*) filter (where e.entries <> 1 or e.cents <> p.amount_cents) as wrong
      from pay_in p left join lateral (
        select count(distinct j.id) as entries, sum(l.amount_cents) as cents
        from journal_entry j join journal_line l on l.entry_id = j.id and l.amount_cents > 0
        where j.receipt_no = p.receipt_no) e on true`,
  );
  console.log(`  ${rows[0]?.payments} receipts, ${rows[0]?.wrong} not credited exactly once`);
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
