import type { DrawingQueue } from "./kernel/documents/drawing-queue.ts";
import type { ServerOptions } from "./kernel/http/server.ts";
import type { Config } from "./kernel/platform/config.ts";
import type { Database } from "./kernel/platform/database.ts";
import type { Log } from "./kernel/platform/log.ts";
import type { PasswordHasher } from "./kernel/platform/password-hash.ts";
import type { WriteProbe } from "./kernel/platform/write-probe.ts";
import type { FileReadingQueue } from "./imports/engine/file-reading-queue.ts";
import type { Notify } from "./messaging/outbox/enqueue.ts";

/** The configuration and services that the app is built with. */
export interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  /** Wakes the messenger, which delivers queued messages. */
  readonly notify: Notify;
  /** Wakes the worker that sends prompts to phones, if there is one. */
  readonly wakePrompts?: () => void;
  /** The folder of the built page; null serves only the API. */
  readonly page: string | null;
  /** Counts every answered request, if metrics are served. */
  readonly onAnswered?: ServerOptions["onAnswered"];
  /** Reports whether writes work; the app makes its own by default. */
  readonly probe?: WriteProbe;
  /** Hashes passwords; the app makes its own, at the specified cost, by default. */
  readonly hasher?: PasswordHasher;
  /** Draws documents; the app makes its own by default. */
  readonly desk?: DrawingQueue;
  /** Reads uploaded files; the app makes its own by default. */
  readonly reading?: FileReadingQueue;
}
