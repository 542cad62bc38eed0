import * as z from "zod/mini";
import { STAFF_LANGUAGE } from "#shared/language.ts";
import type { OutgoingMessage } from "#server/messaging/outbox/channel.ts";
import type { Channels } from "#server/messaging/outbox/deliver.ts";
import { societyContact } from "#server/messaging/outbox/society-contact.ts";
import { type Database, statement } from "#server/kernel/platform/database.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import type { WriteTrouble } from "#server/kernel/platform/write-health.ts";
import type { WriteProbe } from "#server/kernel/platform/write-probe.ts";
import { openAlert, resolveAlert } from "./alert.ts";
import {
  alertMessages,
  alertRecipients,
  type Recipient,
  formatAlert,
  ONCE_IN_MINUTES,
} from "./notify-administrators.ts";

interface WriteWatchOptions {
  readonly database: Database;
  readonly probe: WriteProbe;
  readonly channels: Channels;
  readonly log: Log;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** Trouble that ends sooner than this notifies nobody. */
const PATIENCE_MS = 60_000;
const ONCE_IN_MS = ONCE_IN_MINUTES * 60_000;

const findNow = statement({
  text: "select akiba_now() as at",
  row: z.object({ at: z.date() }),
});

const kinds = ["disk-full", "read-only"] as const satisfies readonly WriteTrouble[];

/**
 * Watches whether the database accepts writes. While it does not, no message can be queued: this
 * process notifies the administrators directly, once an hour at most. Such a message is not in the
 * outbox and does not count towards the budget.
 */
export class WriteWatch {
  readonly #options: WriteWatchOptions;
  readonly #now: () => number;
  #since: number | null = null;
  #notifiedAt = Number.NEGATIVE_INFINITY;
  /** Whether an alert may be open: of this process, or of an earlier one. */
  #mayBeOpen = true;

  constructor(options: WriteWatchOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Checks once. Rethrows database errors that are not the trouble itself. */
  async round(): Promise<void> {
    const found = await this.#options.probe.check();
    if (found === "away") return;
    if (found === "ok") return this.#recover();
    this.#since ??= this.#now();
    this.#mayBeOpen = true;
    if (this.#now() - this.#notifiedAt < ONCE_IN_MS) return;
    this.#options.log.error("the database takes no writes", { reason: found });
    if (this.#now() - this.#since < PATIENCE_MS) return;
    this.#notifiedAt = this.#now();
    await this.#open(found);
    await this.#notifyDirectly(found);
  }

  async #recover(): Promise<void> {
    this.#since = null;
    if (!this.#mayBeOpen) return;
    await this.#options.database.unitOfWork("alerts", async (work) => {
      for (const kind of kinds) await resolveAlert(work, { kind });
    });
    this.#mayBeOpen = false;
  }

  /**
   * A row may still fit although a message does not; the office's page shows the trouble anyway.
   */
  async #open(kind: WriteTrouble): Promise<void> {
    const { database } = this.#options;
    await database.unitOfWork("alerts", (work) => openAlert(work, { kind })).catch(() => {});
  }

  async #notifyDirectly(kind: WriteTrouble): Promise<void> {
    const { database, log } = this.#options;
    const [template] = alertMessages;
    const { contact, recipients, at } = await database.snapshot(async (snapshot) => ({
      contact: await societyContact(snapshot),
      recipients: await alertRecipients(snapshot),
      at: (await snapshot.first(findNow))?.at ?? null,
    }));
    const words = template?.render(STAFF_LANGUAGE, {
      ...contact,
      finding: formatAlert(kind, "", 0),
    });
    if (words === undefined || at === null) return;
    const message = { id: 0n, at, ...words };
    const sent = await Promise.all(recipients.map((one) => this.#send(one, message)));
    log.info("the administrators were told directly", { count: sent.filter(Boolean).length });
  }

  async #send(
    { channel, recipient }: Recipient,
    message: Omit<OutgoingMessage, "recipient">,
  ): Promise<boolean> {
    const { channels, log } = this.#options;
    try {
      const delivery = await channels[channel].send({ ...message, recipient });
      if (delivery.outcome === "delivered") return true;
      log.error("an alert could not be sent", { reason: delivery.reason });
    } catch (error) {
      log.defect("an alert could not be sent", error);
    }
    return false;
  }
}
