import * as z from "zod/mini";
import { retryAfterSeconds } from "#server/kernel/platform/back-off.ts";
import { type Database, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { Complaints } from "#server/kernel/platform/throttled-log.ts";
import { type RecordRound, Rounds, withinTime } from "#server/kernel/platform/worker-rounds.ts";
import type { Sending } from "#server/payouts/queue/provider.ts";
import type { OutgoingReversal } from "./daraja-reversal.ts";
import { failReversal } from "./reversals.ts";

const actor = "pay-ins";
const LANES = 5;
const SEND_WITHIN_SECONDS = 25;
const LEASE_SECONDS = 60;
/** Without a result after this time, a person is asked. */
const RESULT_WITHIN_HOURS = 24;
const POLL_MS = 5000;

export interface ReversalWorkerOptions {
  readonly database: Database;
  readonly send: (reversal: OutgoingReversal) => Promise<Sending>;
  readonly log: Log;
  /** The interval of its own checks, in milliseconds. */
  readonly pollMs?: number;
  /** Keeps a record of how each round went. */
  readonly record?: RecordRound;
}

const claim = statement({
  name: "pay-in-reversal-claim",
  text: `with due as (
      select r.id from pay_in_reversal r
      where r.state = 'waiting' and r.due_at <= akiba_now() and not akiba_held()
      order by r.due_at, r.id limit $1 for update skip locked
    )
    update pay_in_reversal r set state = 'sending', tries = least(tries + 1, 30000),
      changed_at = akiba_now(), due_at = akiba_now() + make_interval(secs => ${LEASE_SECONDS})
    from due, pay_in p where r.id = due.id and p.id = r.pay_in_id
    returning r.id, r.tries::int as tries, r.amount_cents, p.receipt_no`,
  row: z.object({ id: z.bigint(), tries: z.int(), amount_cents: bigCents, receipt_no: z.string() }),
});

type Claimed = z.infer<typeof claim.row>;

/** Asks the provider for the reversals that are due, each by one instance; returns how many. */
export async function sendReversals(options: ReversalWorkerOptions): Promise<number> {
  const { database } = options;
  await database.unitOfWork(actor, noteUnanswered);
  const claimed = await database.unitOfWork(actor, (work) => work.rows(claim, [LANES]));
  await Promise.all(claimed.map((one) => attempt(options, one)));
  return claimed.length;
}

/** Leaves a reversal to people if its sender died or its result never came; it is not repeated. */
async function noteUnanswered(work: UnitOfWork): Promise<void> {
  await work.run(
    `update pay_in_reversal set state = 'unknown', changed_at = akiba_now(),
        problem = case state when 'sending' then 'answer-lost' else 'no-result' end
      where (state = 'sending' and due_at <= akiba_now())
        or (state = 'sent'
          and changed_at <= akiba_now() - interval '${RESULT_WITHIN_HOURS} hours')`,
  );
}

async function attempt(
  { database, send, log }: ReversalWorkerOptions,
  { id, tries, amount_cents: amount, receipt_no: receiptNo }: Claimed,
): Promise<void> {
  const late: Sending = { outcome: "unknown", reason: "answer-lost" };
  const sending = await withinTime(
    SEND_WITHIN_SECONDS,
    () => send({ id, amount, receiptNo }),
    late,
  );
  if (sending.outcome !== "accepted") {
    log.warn("a reversal did not go out", { job: "pay-ins", reason: sending.reason });
  }
  const after = sending.outcome === "not-sent" ? sending.after : undefined;
  await database.unitOfWork(actor, async (work) => {
    if (sending.outcome === "refused") return failReversal(work, id, sending.reason);
    const by = { accepted: "sent", unknown: "unknown", "not-sent": "waiting" } as const;
    const problem = sending.outcome === "accepted" ? "" : sending.reason;
    // A result that came before this record has moved it on; then there is nothing to do.
    await work.run(
      `update pay_in_reversal set state = $3, problem = $4, changed_at = akiba_now(),
          due_at = akiba_now() + make_interval(secs => $5)
        where id = $1 and tries = $2 and state = 'sending'`,
      [id, tries, by[sending.outcome], problem, retryAfterSeconds(tries, after)],
    );
  });
}

/** Sends due reversals, now and from then on, next to other instances. */
export function startReversalWorker(options: ReversalWorkerOptions) {
  const rounds = new Rounds(options.pollMs ?? POLL_MS, options.record);
  const complaints = new Complaints(options.log, "pay-ins");
  rounds.start(
    async () => (await sendReversals(options)) > 0,
    (error) => complaints.report("the reversals could not be read", error),
  );
  return { stop: () => rounds.stop() };
}
