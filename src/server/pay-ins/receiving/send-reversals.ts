import * as z from "zod/mini";
import { retryAfterSeconds } from "#server/kernel/platform/back-off.ts";
import type { Database, UnitOfWork } from "#server/kernel/platform/database.ts";
import { LeasedRows, leaseOf, ourValues } from "#server/kernel/platform/leased-rows.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import {
  attemptClaimed,
  type RecordRound,
  startWorker,
  withinTime,
} from "#server/kernel/platform/worker-rounds.ts";
import type { Sending } from "#server/payouts/queue/provider.ts";
import { RESULT_WITHIN_HOURS } from "#server/payouts/queue/unanswered.ts";
import type { OutgoingReversal } from "./daraja-reversal.ts";
import { failReversal } from "./reversals.ts";

const actor = "pay-ins";
const LANES = 5;
const SEND_WITHIN_SECONDS = 25;
const LEASE_SECONDS = 60;
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

const leases = new LeasedRows({
  table: "pay_in_reversal",
  alias: "r",
  until: "due_at",
  tries: "tries",
  isClaimed: "state = 'sending'",
  callWithinSeconds: SEND_WITHIN_SECONDS,
});

const claim = leases.claim("pay-in-reversal-claim", {
  isDue: "r.state = 'waiting' and r.due_at <= akiba_now()",
  order: "r.due_at, r.id",
  lease: leaseOf(LEASE_SECONDS),
  set: ", state = 'sending', changed_at = akiba_now()",
  beside: { tables: "pay_in p", on: "p.id = r.pay_in_id" },
  returning: "r.id, r.tries::int as tries, r.amount_cents, p.receipt_no",
  row: z.object({ id: z.bigint(), tries: z.int(), amount_cents: bigCents, receipt_no: z.string() }),
});

const standing = leases.standing("pay-in-reversal-standing", "id", z.object({ id: z.bigint() }));

type Claimed = z.infer<typeof claim.row>;

/** Requests the due reversals from the provider, each by one instance; returns how many. */
export async function sendReversals(options: ReversalWorkerOptions): Promise<number> {
  const { database } = options;
  await database.unitOfWork(actor, noteUnanswered);
  const claimed = await database.unitOfWork(actor, (work) => work.rows(claim, [LANES]));
  await Promise.all(
    claimed.map((one) => attemptClaimed(options.log, words, () => attempt(options, one))),
  );
  return claimed.length;
}

/**
 * Leaves a reversal to staff if its sender died or its result never arrived; it is not repeated.
 */
async function noteUnanswered(work: UnitOfWork): Promise<void> {
  await work.run(
    `update pay_in_reversal set state = 'unknown', changed_at = akiba_now(),
        problem = case state when 'sending' then 'answer-lost' else 'no-result' end
      where ${leases.isAbandoned}
        or (state = 'sent'
          and changed_at <= akiba_now() - interval '${RESULT_WITHIN_HOURS} hours')`,
  );
}

const words = { job: "pay-ins", left: "a reversal stays claimed until its lease ends" };

async function attempt(options: ReversalWorkerOptions, reversal: Claimed): Promise<void> {
  const { database, log } = options;
  // A claim that is not sent here becomes `unknown` after its lease, and staff decide on it.
  if ((await database.one(standing, ourValues(reversal))).length === 0) return;
  const sending = await sendInTime(options, reversal);
  if (sending.outcome !== "accepted") {
    log.warn("a reversal did not go out", { job: "pay-ins", reason: sending.reason });
  }
  await recordSending(database, reversal, sending);
}

function sendInTime({ send }: ReversalWorkerOptions, reversal: Claimed): Promise<Sending> {
  const { id, amount_cents: amount, receipt_no: receiptNo } = reversal;
  const late: Sending = { outcome: "unknown", reason: "answer-lost" };
  return withinTime(SEND_WITHIN_SECONDS, () => send({ id, amount, receiptNo }), late);
}

async function recordSending(database: Database, reversal: Claimed, sending: Sending) {
  const after = sending.outcome === "not-sent" ? sending.after : undefined;
  await database.unitOfWork(actor, async (work) => {
    if (sending.outcome === "refused") return failReversal(work, reversal.id, sending.reason);
    const by = { accepted: "sent", unknown: "unknown", "not-sent": "waiting" } as const;
    const problem = sending.outcome === "accepted" ? "" : sending.reason;
    // If a result arrived before this record, it has already changed the state; then there is
    // nothing to do.
    await work.run(
      `update pay_in_reversal set state = $3, problem = $4, changed_at = akiba_now(),
          due_at = akiba_now() + make_interval(secs => $5)
        where ${leases.isOurs}`,
      [
        ...ourValues(reversal),
        by[sending.outcome],
        problem,
        retryAfterSeconds(reversal.tries, after),
      ],
    );
  });
}

/** Sends due reversals, now and from then on, next to other instances. */
export function startReversalWorker(options: ReversalWorkerOptions) {
  const { log, pollMs = POLL_MS, record } = options;
  const words = { job: "pay-ins", unreadable: "the reversals could not be read" };
  return startWorker({ log, pollMs, record }, words, () => sendReversals(options));
}
