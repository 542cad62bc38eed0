import { retryAfterSeconds } from "#server/kernel/platform/back-off.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import {
  attemptClaimed,
  type RecordRound,
  startWorker,
  withinTime,
} from "#server/kernel/platform/worker-rounds.ts";
import type { PayoutProvider, Sending } from "./provider.ts";
import {
  type Claimed,
  claimDue,
  mayStillSend,
  outgoing,
  recordSending,
  SEND_WITHIN_SECONDS,
} from "./queue.ts";
import { noteUnanswered } from "./unanswered.ts";

export interface PayoutWorkerOptions {
  readonly database: Database;
  readonly provider: PayoutProvider;
  readonly log: Log;
  /** The interval of its own checks, in milliseconds. */
  readonly pollMs?: number;
  /** Keeps a record of how each round went. */
  readonly record?: RecordRound;
  /** The number of payments on their way at once. */
  readonly lanes?: number;
}

const POLL_MS = 2000;
const LANES = 5;

/** Sends the due payouts, several at once, and returns how many were tried. */
export async function sendDue(options: PayoutWorkerOptions): Promise<number> {
  const { database, lanes = LANES } = options;
  await noteUnanswered(database);
  const claimed = await claimDue(database, lanes);
  await Promise.all(
    claimed.map((payout) => attemptClaimed(options.log, words, () => attempt(options, payout))),
  );
  return claimed.length;
}

const words = { job: "payouts", left: "a payout stays claimed until its lease ends" };

async function attempt(options: PayoutWorkerOptions, payout: Claimed): Promise<void> {
  const { database, provider, log } = options;
  // A claim that is not sent here becomes `unknown` after its lease, and is never sent again
  // automatically.
  if (!(await mayStillSend(database, payout))) return;
  const sending = await sendInTime(provider, payout, log);
  const needsOperator = sending.outcome === "not-sent" && sending.needsOperator === true;
  if (sending.outcome !== "accepted") {
    const event = needsOperator ? "payouts wait until somebody acts" : "a payout did not go out";
    log.warn(event, { job: "payouts", reason: sending.reason });
  }
  const asked = sending.outcome === "not-sent" ? sending.after : undefined;
  await recordSending(database, payout, sending, retryAfterSeconds(payout.tries, asked));
}

async function sendInTime(provider: PayoutProvider, payout: Claimed, log: Log): Promise<Sending> {
  const late: Sending = { outcome: "unknown", reason: "answer-lost" };
  try {
    return await withinTime(SEND_WITHIN_SECONDS, () => provider.send(outgoing(payout)), late);
  } catch (error) {
    log.defect("a payout provider broke", error, { job: "payouts" });
    return { outcome: "unknown", reason: "provider-broke" };
  }
}

/** Sends due payouts, now and from then on, next to any number of other instances. */
export function startPayoutWorker(options: PayoutWorkerOptions) {
  const { log, pollMs = POLL_MS, record } = options;
  const words = { job: "payouts", unreadable: "the payouts could not be read" };
  return startWorker({ log, pollMs, record }, words, () => sendDue(options));
}
