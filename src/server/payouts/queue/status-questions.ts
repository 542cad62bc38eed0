import * as z from "zod/mini";
import type { Database, UnitOfWork } from "#server/kernel/platform/database.ts";
import { claimStatement } from "#server/kernel/platform/leased-rows.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import {
  attemptClaimed,
  type RecordRound,
  startWorker,
  withinTime,
} from "#server/kernel/platform/worker-rounds.ts";
import type { StatusProvider } from "./provider.ts";
import { type PayoutResult, takeResult } from "./results.ts";

const actor = "payouts";

/** After this number of queries without an answer, staff must decide. */
const MAX_ASKS = 6;
/** Results usually arrive within seconds; a payment whose answer was lost is queried sooner. */
const UNKNOWN_FOR = "2 minutes";
const SENT_FOR = "10 minutes";
/** The minutes until the next query, by the number of queries so far. */
const PAUSES = "array[2, 5, 15, 60, 240, 720]";
const LANES = 5;
const ASK_WITHIN_SECONDS = 25;
const POLL_MS = 5000;
const NOT_ASKED_SECONDS = 300;

/** A payment `p` without a result and its attempt `a`, sent by a call and not by a file, as SQL. */
const isOpen = `p.channel = 'phone' and p.state in ('sent', 'unknown') and a.id = p.attempt_id
  and a.file_id is null and not akiba_held()`;

// A query moves no money, so the lease is not checked before it: its end is the time of the next
// query.
const claim = claimStatement(
  "payout-claim-question",
  { table: "payout_attempt", alias: "a", until: "ask_due_at", tries: "asks" },
  {
    join: `join payout p on ${isOpen}`,
    isDue: `a.asks < ${MAX_ASKS} and coalesce(a.ask_due_at,
      p.changed_at + case p.state when 'unknown' then interval '${UNKNOWN_FOR}'
        else interval '${SENT_FOR}' end) <= akiba_now()`,
    order: "p.changed_at",
    lease: `make_interval(mins => (${PAUSES})[a.asks + 1])`,
    set: ", asked_at = akiba_now()",
    returning: "a.id",
    row: z.object({ id: z.string() }),
  },
);

export interface QuestionWorkerOptions {
  readonly database: Database;
  readonly provider: StatusProvider;
  readonly log: Log;
  /** The interval of its own checks, in milliseconds. */
  readonly pollMs?: number;
  /** Keeps a record of how each round went. */
  readonly record?: RecordRound;
}

/**
 * Queries payments without a result, each by one instance, and returns how many. A query moves no
 * money, so asking twice does no harm.
 */
export async function askDue(options: QuestionWorkerOptions): Promise<number> {
  const { database } = options;
  const due = await database.unitOfWork(actor, (work) => work.rows(claim, [LANES]));
  await Promise.all(
    due.map(({ id }) => attemptClaimed(options.log, leftQuestion, () => ask(options, id))),
  );
  return due.length;
}

const leftQuestion = {
  job: "payouts",
  left: "a question about a payout stays claimed until its lease ends",
};

async function ask(
  { database, provider, log }: QuestionWorkerOptions,
  attemptId: string,
): Promise<void> {
  const late = { outcome: "not-asked", reason: "answer-lost" } as const;
  const asking = await withinTime(ASK_WITHIN_SECONDS, () => provider.ask(attemptId), late);
  if (asking.outcome === "asked") return;
  log.warn("a question about a payout did not go out", { job: "payouts", reason: asking.reason });
  await database.unitOfWork(actor, (work) =>
    work.run(
      `update payout_attempt set asks = greatest(asks - 1, 0),
          ask_due_at = akiba_now() + make_interval(secs => $2)
        where id = $1`,
      [attemptId, NOT_ASKED_SECONDS],
    ),
  );
}

/** Queries payments without a result, now and from then on, next to other instances. */
export function startQuestionWorker(options: QuestionWorkerOptions) {
  const { log, pollMs = POLL_MS, record } = options;
  const words = { job: "payouts", unreadable: "the payouts without a result could not be read" };
  return startWorker({ log, pollMs, record }, words, () => askDue(options));
}

/** The provider's answer to a question about an attempt. */
export interface PayoutAnswer {
  readonly attemptId: string;
  /** The result of the payment; null if the answer does not say. */
  readonly result: PayoutResult | null;
  /** The answer in a word of ours. */
  readonly told: string;
}

/** Applies an answer under the rules of a result, and stores it. */
export async function takeAnswer(work: UnitOfWork, answer: PayoutAnswer): Promise<void> {
  const { attemptId, result, told } = answer;
  if (result !== null) await takeResult(work, result);
  await work.run("update payout_attempt set told = $2 where id = $1", [attemptId, told]);
}

/** Makes a query about a payment due at once; false if there is nothing to ask about. */
export async function askSoon(work: UnitOfWork, payoutId: bigint): Promise<boolean> {
  const changed = await work.run(
    `update payout_attempt a
      set ask_due_at = akiba_now(), asks = least(a.asks, ${MAX_ASKS - 1})::smallint
      from payout p where p.id = $1 and ${isOpen}`,
    [payoutId],
  );
  return changed === 1;
}
