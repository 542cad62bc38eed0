import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import {
  attemptClaimed,
  type RecordRound,
  startWorker,
  withinTime,
} from "#server/kernel/platform/worker-rounds.ts";
import type { PromptProvider, Pushed, Standing } from "./prompt-provider.ts";
import {
  CALL_WITHIN_SECONDS,
  type Claimed,
  claimDue,
  creditPaidPrompt,
  giveUpLate,
  mayStillSend,
  outgoing,
  recordPush,
  recordStanding,
} from "./prompt-queue.ts";

export interface PromptWorkerOptions {
  readonly database: Database;
  readonly provider: PromptProvider;
  readonly shortCode: string;
  readonly log: Log;
  /** Wakes the messenger, which delivers queued messages. */
  readonly notify: Notify;
  /** The interval of its own checks, in milliseconds. */
  readonly pollMs?: number;
  /** Keeps a record of how each round went. */
  readonly record?: RecordRound;
}

const POLL_MS = 2000;
const LANES = 8;

/**
 * Sends prompts, queries their states and credits proven payments; returns the number of prompts.
 */
export async function handleDue(options: PromptWorkerOptions): Promise<number> {
  await giveUpLate(options.database);
  const claimed = await claimDue(options.database, LANES);
  await Promise.all(
    claimed.map((prompt) => attemptClaimed(options.log, words, () => attempt(options, prompt))),
  );
  return claimed.length;
}

const words = { job: "prompts", left: "a prompt stays claimed until its lease ends" };

async function attempt(options: PromptWorkerOptions, prompt: Claimed): Promise<void> {
  const { database, notify, shortCode } = options;
  if (prompt.state === "sending") await send(options, prompt);
  else if (prompt.state === "paid") await creditPaidPrompt(database, prompt, shortCode, notify);
  else await askStanding(options, prompt);
}

async function send({ database, provider, log }: PromptWorkerOptions, prompt: Claimed) {
  if (!(await mayStillSend(database, prompt))) return;
  const late: Pushed = { outcome: "unknown", reason: "answer-lost" };
  const pushed = await withinTime(CALL_WITHIN_SECONDS, () => provider.push(outgoing(prompt)), late);
  if (pushed.outcome !== "sent") {
    log.warn("a prompt was not shown", { job: "prompts", reason: pushed.reason });
  }
  await recordPush(database, prompt, pushed);
}

async function askStanding({ database, provider, log }: PromptWorkerOptions, prompt: Claimed) {
  const { checkout_id: checkoutId } = prompt;
  if (checkoutId === null) return;
  const late: Standing = { outcome: "no-answer", reason: "answer-lost" };
  const found = await withinTime(
    CALL_WITHIN_SECONDS,
    () => provider.query(checkoutId, prompt.now),
    late,
  );
  if (found.outcome === "no-answer") {
    log.warn("a prompt could not be asked about", { job: "prompts", reason: found.reason });
  }
  await recordStanding(database, prompt, found);
}

/** Handles prompts, now and from then on, next to any number of other instances. */
export function startPromptWorker(options: PromptWorkerOptions) {
  const { log, pollMs = POLL_MS, record } = options;
  const words = { job: "prompts", unreadable: "the prompts could not be read" };
  return startWorker({ log, pollMs, record }, words, () => handleDue(options));
}
