import { setTimeout as pause } from "node:timers/promises";
import { goesWithoutBudget } from "#shared/message-kinds.ts";
import { retryAfterSeconds } from "#server/kernel/platform/back-off.ts";
import { Complaints } from "#server/kernel/platform/throttled-log.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { type RecordRound, Rounds, withinTime } from "#server/kernel/platform/worker-rounds.ts";
import {
  type Delivery,
  type MessageChannel,
  nobody,
  OTHERWISE_AT_ONCE,
  type OutgoingMessage,
} from "./channel.ts";
import type { Channel, MessageTemplate } from "./enqueue.ts";
import { attemptRecords } from "./attempt-records.ts";
import {
  claimDue,
  type Claimed,
  expireClaimed,
  expireDue,
  fileOf,
  purgeFinished,
  SEND_WITHIN_SECONDS,
  type Standings,
  standingsOf,
} from "./queue.ts";
import { budgetStanding, notifyOfBudget } from "./sms-budget.ts";
import { wordStored } from "./wording.ts";

export type Channels = Readonly<Record<Channel, MessageChannel>>;

export interface OutboxWorkerOptions {
  readonly database: Database;
  readonly templates: readonly MessageTemplate[];
  readonly channels: Channels;
  readonly log: Log;
  /** How often it checks by itself, in milliseconds. */
  readonly pollMs?: number;
  /** Keeps a record of how each round went. */
  readonly record?: RecordRound;
}

export interface OutboxWorker {
  /** Checks now; called after a commit. */
  readonly notify: () => void;
  /** Sends everything that is due and resolves when each attempt is recorded. */
  readonly drain: () => Promise<void>;
  /** Claims no more messages and resolves when those on their way are recorded. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts to deliver the outbox, beside any number of other instances. A message is sent once during
 * its lease. It is sent again only if the process or its database died between the send and its
 * record, or if the provider accepted it but did not answer in time.
 */
export function startOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const courier = new Courier(options);
  courier.start();
  return {
    notify: () => courier.notify(),
    drain: () => courier.drain(),
    stop: () => courier.stop(),
  };
}

const POLL_MS = 1000;
/**
 * How many lanes of a channel, one for each message on its way, are free before more is claimed, or
 * else after POLL_MS: a claim costs as much for one message as for several.
 */
const claimedAtOnce = (lanes: number) => Math.ceil(lanes / 5);

const PURGE_EVERY_MS = 3_600_000;
/** It reads every due message, and no claim takes an expired one. */
const EXPIRE_EVERY_MS = 1000;

const RECORD_AGAIN_MS = 500;
const RECORD_TRIES_WHEN_STOPPING = 4;

class Courier {
  readonly #options: OutboxWorkerOptions;
  readonly #templates: ReadonlyMap<string, MessageTemplate>;
  readonly #withoutBudget: readonly string[];
  readonly #complaints: Complaints;
  readonly #rounds: Rounds;
  readonly #records = attemptRecords();
  readonly #onTheWay = new Map<bigint, { channel: Channel; done: Promise<void> }>();
  #turn: Promise<unknown> = Promise.resolve();
  #moreWaits = false;
  #purgeAt = Number.NEGATIVE_INFINITY;
  #expireAt = Number.NEGATIVE_INFINITY;

  constructor(options: OutboxWorkerOptions) {
    this.#options = options;
    this.#templates = new Map(options.templates.map((template) => [template.name, template]));
    this.#withoutBudget = [...this.#templates.keys()].filter(goesWithoutBudget);
    this.#complaints = new Complaints(options.log, "outbox");
    this.#rounds = new Rounds(options.pollMs ?? POLL_MS, options.record);
  }

  start(): void {
    const round = async () => {
      await this.#takeOn();
      await this.#purgeNowAndThen();
      // A lane that becomes free notifies it if more is due.
      return false;
    };
    this.#rounds.start(round, (error) =>
      this.#complaints.report("the outbox could not be read", error),
    );
  }

  notify(): void {
    this.#rounds.notify();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
    await this.settled();
  }

  async drain(): Promise<void> {
    this.#expireAt = Number.NEGATIVE_INFINITY;
    while (!this.#rounds.isStopped) {
      const moreMayWait = await this.#takeOn();
      await this.settled();
      if (!moreMayWait) return;
    }
  }

  async settled(): Promise<void> {
    await this.#turn;
    await Promise.all([...this.#onTheWay.values()].map(({ done }) => done));
  }

  /**
   * Claims only as many as can be sent at once, so that no lease runs while a message waits, and
   * returns whether more may be due.
   */
  #takeOn(): Promise<boolean> {
    const turn = this.#turn.then(async () => {
      const wanted = (["sms", "email"] as const).map((channel) => ({
        channel,
        limit: this.#freeLanes(channel),
      }));
      const held = [...this.#onTheWay.keys()];
      await this.#expireNowAndThen(held);
      const onlySms = (await this.#isBudgetSpent()) ? this.#withoutBudget : null;
      const claimed = await claimDue(this.#options.database, wanted, held, onlySms);
      this.#moreWaits = wanted.some(
        ({ channel, limit }) => claimed.filter((one) => one.channel === channel).length === limit,
      );
      this.#startAll(claimed);
      return this.#moreWaits;
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Asked before each claim, so that every instance notices a raised budget at once. */
  async #isBudgetSpent(): Promise<boolean> {
    const { database } = this.#options;
    const { isSpent, unnotified } = await budgetStanding(database.oneStatementSnapshot());
    if (unnotified !== 0) {
      await database.unitOfWork("outbox", (work) =>
        notifyOfBudget(work, unnotified, () => this.#rounds.notify()),
      );
    }
    return isSpent;
  }

  #lanes(channel: Channel): number {
    return this.#options.channels[channel].atOnce ?? OTHERWISE_AT_ONCE;
  }

  #freeLanes(channel: Channel): number {
    const busy = [...this.#onTheWay.values()].filter((one) => one.channel === channel).length;
    return this.#lanes(channel) - busy;
  }

  /** Words them before the check, so that only its answer is between the check and a send. */
  #startAll(claimed: readonly Claimed[]): void {
    if (claimed.length === 0) return;
    const all = claimed.map((message) => ({ message, worded: this.#word(message) }));
    const standings = standingsOf(this.#options.database, claimed);
    for (const { message, worded } of all) {
      this.#start(message, () => this.#attempt(message, worded, standings));
    }
  }

  #start({ id, channel }: Claimed, attempt: () => Promise<void>): void {
    const done = attempt()
      .catch((error: unknown) =>
        this.#complaints.report("a message stays claimed until its lease ends", error),
      )
      .finally(() => {
        this.#onTheWay.delete(id);
        if (this.#moreWaits && this.#freeLanes(channel) >= claimedAtOnce(this.#lanes(channel))) {
          this.#rounds.notify();
        }
      });
    this.#onTheWay.set(id, { channel, done });
  }

  async #attempt(
    message: Claimed,
    worded: OutgoingMessage | Delivery,
    standings: Promise<Standings>,
  ): Promise<void> {
    const standing = (await standings).get(message.id);
    if (standing === "expired") await expireClaimed(this.#options.database, message);
    if (standing !== "in time") return;
    const delivery = "outcome" in worded ? worded : await this.#sendWithFile(message, worded);
    if (delivery.outcome !== "delivered") this.#complain(message.channel, delivery);
    const text = "text" in worded ? worded.text : "";
    await this.#record(message, withStorableText(delivery), text);
  }

  /** A message that this version cannot word waits, until it expires, for a version that can. */
  #word(message: Claimed): OutgoingMessage | Delivery {
    const template = this.#templates.get(message.template);
    if (template === undefined) return { outcome: "retry", reason: "no such template here" };
    try {
      const { id, at, recipient } = message;
      return { id, at, recipient, ...wordStored(template, message) };
    } catch (error) {
      this.#options.log.defect("a message could not be worded", error, { job: "outbox" });
      return { outcome: "retry", reason: "could not be worded" };
    }
  }

  async #sendWithFile({ id, channel }: Claimed, worded: OutgoingMessage): Promise<Delivery> {
    const file = channel === "email" ? await fileOf(this.#options.database, id) : null;
    return this.#send(channel, file === null ? worded : { ...worded, file });
  }

  async #send(channel: Channel, message: OutgoingMessage): Promise<Delivery> {
    try {
      const way = message.recipient === "" ? nobody : this.#options.channels[channel];
      const late: Delivery = { outcome: "retry", reason: "no answer in time" };
      return await withinTime(SEND_WITHIN_SECONDS, () => way.send(message), late);
    } catch (error) {
      this.#options.log.defect("a channel broke", error, { job: "outbox" });
      return { outcome: "retry", reason: "the channel broke" };
    }
  }

  /** An unrecorded message would be sent again, so it keeps trying. */
  async #record(message: Claimed, delivery: Delivery, text: string): Promise<void> {
    const asked = delivery.outcome === "retry" ? delivery.after : undefined;
    const waitSeconds = retryAfterSeconds(message.attempts, asked);
    const { database } = this.#options;
    for (let tried = 1; ; tried += 1) {
      try {
        await this.#records.join(database, { message, delivery, text, waitSeconds });
        return;
      } catch (error) {
        const hopeless = this.#rounds.isStopped && tried >= RECORD_TRIES_WHEN_STOPPING;
        if (!(error instanceof Problem) || hopeless) throw error;
        this.#complaints.report("what became of a message could not be written yet", error);
        await pause(RECORD_AGAIN_MS);
      }
    }
  }

  async #expireNowAndThen(held: readonly bigint[]): Promise<void> {
    if (performance.now() < this.#expireAt) return;
    this.#expireAt = performance.now() + EXPIRE_EVERY_MS;
    await expireDue(this.#options.database, held);
  }

  async #purgeNowAndThen(): Promise<void> {
    if (performance.now() < this.#purgeAt) return;
    this.#purgeAt = performance.now() + PURGE_EVERY_MS;
    const count = await purgeFinished(this.#options.database);
    if (count > 0) this.#options.log.info("old messages were deleted", { job: "outbox", count });
  }

  #complain(channel: Channel, delivery: Exclude<Delivery, { outcome: "delivered" }>): void {
    const stuck = delivery.outcome === "retry" && delivery.needsOperator === true;
    const what = stuck ? "messages wait until somebody acts" : "a message did not leave";
    this.#complaints.warn(`${channel}: ${what}`, delivery.reason);
  }
}

// A provider's text goes into columns that allow neither NUL nor a page of text.
function withStorableText(delivery: Delivery): Delivery {
  if (delivery.outcome !== "delivered") return delivery;
  const reference = delivery.reference.replace(/[^\x20-\x7e]/g, "").slice(0, 200);
  return { ...delivery, reference };
}
