import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Delivery, MessageChannel, OutgoingMessage } from "#server/outbox/channel.ts";
import { startOutboxWorker } from "#server/outbox/deliver.ts";
import type { OutboxWorkerOptions } from "#server/outbox/deliver.ts";
import { enqueue } from "#server/outbox/enqueue.ts";
import type { Message, MessageTemplate } from "#server/outbox/enqueue.ts";
import { StillClock } from "#server/platform/clock.ts";
import { Database, statement } from "#server/platform/database.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres.ts";
import { silentLog } from "#server/platform/log.ts";
import { migrate } from "#server/platform/migrate.ts";
import { hmacSha256 } from "#server/platform/random.ts";

/** The code a member gets for an id: derived, so that only the id needs to be kept. */
export function codeFor(id: string): string {
  return String(hmacSha256("a key of the test", id).readUInt32BE() % 1_000_000).padStart(6, "0");
}

export const codeTemplate: MessageTemplate = {
  name: "one-time-code",
  render: (language, { codeId = "" }) => ({
    subject: language === "en" ? "Your code" : "Nambari yako",
    text: `${language === "en" ? "Your code is" : "Nambari yako ni"} ${codeFor(codeId)}.`,
  }),
};

export const plainTemplate: MessageTemplate = {
  name: "plain",
  render: (_language, { subject = "A subject", text = "A text" }) => ({ subject, text }),
};

/** A channel that keeps what it is given and answers as it is told to. */
export class CatchingChannel implements MessageChannel {
  readonly caught: OutgoingMessage[] = [];
  answer: (message: OutgoingMessage) => Delivery | Promise<Delivery> = ({ id }) => ({
    outcome: "delivered",
    reference: `ref-${id}`,
  });
  #waiting: (() => void)[] = [];

  async send(message: OutgoingMessage): Promise<Delivery> {
    this.caught.push(message);
    for (const tell of this.#waiting.splice(0)) tell();
    return this.answer(message);
  }

  /** Resolves when so many messages were given in all. */
  async count(wanted: number): Promise<void> {
    while (this.caught.length < wanted) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

const storedRow = z.object({
  state: z.string(),
  attempts: z.number(),
  wait: z.number(),
  failure: z.string(),
  reference: z.string(),
  whole: z.string(),
});

const stored = statement({
  text: `
    select state, attempts, last_failure as failure, provider_reference as reference,
      extract(epoch from next_attempt_at - akiba_now())::float8 as wait, m::text as whole
    from outbox_message m order by id`,
  row: storedRow,
});

export const started = "2026-03-02T09:00:00Z";

/** A migrated database of its own, a clock that stands still, and what an outbox test does. */
export async function outboxWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), "akiba-outbox-"));
  const postgres = await startEmbeddedPostgres({ dataDir, fsync: false });
  await migrate(postgres.connection, join(import.meta.dirname, "../migrations"));
  const clock = new StillClock(started);
  const opened: Database[] = [];
  const workers: { stop(): Promise<void> }[] = [];
  const open = (poolSize = 4): Database => {
    const database = new Database({ connection: postgres.connection, poolSize, clock });
    opened.push(database);
    return database;
  };
  const database = open();
  return {
    postgres,
    clock,
    database,
    open,
    /** A worker that looks only when it is woken or drained. */
    worker(options: Partial<OutboxWorkerOptions> & Pick<OutboxWorkerOptions, "channels">) {
      const worker = startOutboxWorker({
        database,
        templates: [codeTemplate, plainTemplate],
        log: silentLog,
        pollMs: 3_600_000,
        ...options,
      });
      workers.push(worker);
      return worker;
    },
    put(message: Partial<Message> = {}, wake: () => void = () => {}) {
      return database.unitOfWork("test", (work) => enqueue(work, messageOf(message), wake));
    },
    rows: () => database.one(stored),
    async stopWorkers() {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    },
    async clear() {
      await this.stopWorkers();
      clock.set(started);
      await database.unitOfWork("test", (work) => work.run("delete from outbox_message"));
    },
    async close() {
      await this.stopWorkers();
      await Promise.all(opened.map((one) => one.close()));
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function messageOf(message: Partial<Message>): Message {
  return {
    channel: "sms",
    recipient: "+254712000482",
    template: "plain",
    language: "en",
    params: {},
    lifetimeSeconds: 300,
    ...message,
  };
}
