import { once } from "node:events";
import type { Server } from "node:net";
import * as z from "zod/mini";
import type {
  Delivery,
  MessageChannel,
  OutgoingMessage,
} from "#server/messaging/outbox/channel.ts";
import { startOutboxWorker } from "#server/messaging/outbox/deliver.ts";
import type { OutboxWorkerOptions } from "#server/messaging/outbox/deliver.ts";
import { enqueue } from "#server/messaging/outbox/enqueue.ts";
import type { Message, MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { Database, statement } from "#server/kernel/platform/database.ts";
import { silentLog } from "#test/silent-log.ts";
import type { Log, LogFields } from "#server/kernel/platform/log.ts";
import { hmacSha256 } from "#server/kernel/platform/random.ts";
import { TEST_CLOCK_STARTS, closeTestSociety, openTestSociety } from "./test-society.ts";

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

/** A channel that keeps its messages and answers as the test sets it. */
export class CatchingChannel implements MessageChannel {
  readonly caught: OutgoingMessage[] = [];
  readonly atOnce: number;
  answer: (message: OutgoingMessage) => Delivery | Promise<Delivery> = ({ id }) => ({
    outcome: "delivered",
    reference: `ref-${id}`,
  });
  #waiting: (() => void)[] = [];

  constructor(atOnce = 10) {
    this.atOnce = atOnce;
  }

  async send(message: OutgoingMessage): Promise<Delivery> {
    this.caught.push(message);
    for (const tell of this.#waiting.splice(0)) tell();
    return this.answer(message);
  }

  /** Resolves when a number of messages arrived in all. */
  async count(wanted: number): Promise<void> {
    while (this.caught.length < wanted) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

/** A log that keeps its warnings and can be waited for. */
export class KeptLog implements Log {
  readonly lines: { message: string; fields: LogFields | undefined }[] = [];
  readonly #gates = new Map<string, Gate>();

  info(): void {}

  warn(message: string, fields?: LogFields): void {
    this.lines.push({ message, fields });
    this.#gate(message).open();
  }

  error(message: string, fields?: LogFields): void {
    this.warn(message, fields);
  }

  defect(message: string): void {
    this.warn(message);
  }

  /** Resolves once this was logged. */
  says(message: string): Promise<void> {
    return this.#gate(message).opened;
  }

  #gate(message: string): Gate {
    const gate = this.#gates.get(message) ?? new Gate();
    this.#gates.set(message, gate);
    return gate;
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

/** A separate test society, with the helpers of an outbox test. */
export async function outboxSociety() {
  const society = await openTestSociety();
  const { clock, connection, database, owner } = society;
  const opened: Database[] = [];
  const workers: { stop(): Promise<void> }[] = [];
  const open = (poolSize = 4): Database => {
    const database = new Database({ connection, poolSize, clock });
    opened.push(database);
    return database;
  };
  return {
    clock,
    database,
    owner,
    open,
    /** A worker that checks at its start, and then only when it is notified or drained. */
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
    put(message: Partial<Message> = {}, notify: () => void = () => {}) {
      return database.unitOfWork("test", (work) => enqueue(work, messageOf(message), notify));
    },
    rows: () => database.one(stored),
    async stopWorkers() {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    },
    async clear() {
      await this.stopWorkers();
      clock.set(TEST_CLOCK_STARTS);
      await database.unitOfWork("test", (work) => work.run("delete from outbox_message"));
    },
    async close() {
      await this.stopWorkers();
      await Promise.all(opened.map((one) => one.close()));
      await closeTestSociety(society);
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

/** Makes a server listen for this machine only, and returns its port. */
export async function listenNearby(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return portOf(server);
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  return address.port;
}

/** A promise that resolves when `open` is called. */
export class Gate {
  open: () => void = () => {};
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}
