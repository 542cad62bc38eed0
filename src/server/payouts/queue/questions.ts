import * as z from "zod/mini";
import { type Database, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { Complaints } from "#server/kernel/platform/throttled-log.ts";
import { type RecordRound, Rounds, withinTime } from "#server/kernel/platform/worker-rounds.ts";
import type { StatusProvider } from "./provider.ts";
import { type PayoutResult, takeResult } from "./results.ts";

const actor = "payouts";

/** After this number of questions without an answer a person has to look. */
const MOST_ASKS = 6;
/** Results usually come within seconds; a payment whose answer was lost is asked about sooner. */
const UNKNOWN_FOR = "2 minutes";
const SENT_FOR = "10 minutes";
/** The minutes until the next question, by the number of questions so far. */
const PAUSES = "array[2, 5, 15, 60, 240, 720]";
const LANES = 5;
const ASK_WITHIN_SECONDS = 25;
const POLL_MS = 5000;
const NOT_ASKED_SECONDS = 300;

/** A payment `p` without a result and its attempt `a`, which calls sent and not a file, as SQL. */
const isOpen = `p.channel = 'phone' and p.state in ('sent', 'unknown') and a.id = p.attempt_id
  and a.file_id is null and not akiba_held()`;

const claim = statement({
  name: "payout-claim-question",
  text: `with due as (
      select a.id from payout p join payout_attempt a on ${isOpen}
      where a.asks < ${MOST_ASKS} and coalesce(a.ask_due_at,
        p.changed_at + case p.state when 'unknown' then interval '${UNKNOWN_FOR}'
          else interval '${SENT_FOR}' end) <= akiba_now()
      order by p.changed_at limit $1 for update of a skip locked
    )
    update payout_attempt a set asks = a.asks + 1, asked_at = akiba_now(),
      ask_due_at = akiba_now() + make_interval(mins => (${PAUSES})[a.asks + 1])
    from due where a.id = due.id returning a.id`,
  row: z.object({ id: z.string() }),
});

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
 * Asks about payments without a result, each by one instance, and returns how many. Asking moves
 * nothing, so that a question asked twice does no harm.
 */
export async function askDue(options: QuestionWorkerOptions): Promise<number> {
  const { database } = options;
  const due = await database.unitOfWork(actor, (work) => work.rows(claim, [LANES]));
  await Promise.all(due.map(({ id }) => ask(options, id)));
  return due.length;
}

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

/** Asks about payments without a result, now and from then on, next to other instances. */
export function startQuestionWorker(options: QuestionWorkerOptions) {
  const rounds = new Rounds(options.pollMs ?? POLL_MS, options.record);
  const complaints = new Complaints(options.log, "payouts");
  rounds.start(
    async () => (await askDue(options)) > 0,
    (error) => complaints.report("the payouts without a result could not be read", error),
  );
  return { stop: () => rounds.stop() };
}

/** The provider's answer to a question about an attempt. */
export interface PayoutAnswer {
  readonly attemptId: string;
  /** The result of the payment; null if the answer does not say. */
  readonly result: PayoutResult | null;
  /** The answer in a word of ours. */
  readonly told: string;
}

/** Applies an answer under the rules of a result, and keeps what was told. */
export async function takeAnswer(work: UnitOfWork, answer: PayoutAnswer): Promise<void> {
  const { attemptId, result, told } = answer;
  if (result !== null) await takeResult(work, result);
  await work.run("update payout_attempt set told = $2 where id = $1", [attemptId, told]);
}

/** Makes a question about a payment due at once; false if there is nothing to ask about. */
export async function askSoon(work: UnitOfWork, payoutId: bigint): Promise<boolean> {
  const changed = await work.run(
    `update payout_attempt a
      set ask_due_at = akiba_now(), asks = least(a.asks, ${MOST_ASKS - 1})::smallint
      from payout p where p.id = $1 and ${isOpen}`,
    [payoutId],
  );
  return changed === 1;
}
