import { existsSync } from "node:fs";
import { WorkerQueue } from "#server/kernel/platform/worker-queue.ts";
import type { Drawing } from "./draw.ts";

/** A longer queue could not be drawn before its senders disconnect. */
const MOST = { jobs: 50, weight: 60_000 };
/** The share of the queue that one sender may hold, so that it takes several to fill it. */
const MAX_OF_ONE = { jobs: 10, weight: 20_000 };
/** The document with all data of a member needs a third of this; more is a defect. */
const MEMORY = { maxOldGenerationSizeMb: 768 };
/** The longest document takes a tenth of this time. */
const MILLISECONDS = 120_000;

/** Draws documents one after another in a separate thread. */
export class DrawingQueue {
  readonly #queue: WorkerQueue<Drawing, never, Uint8Array>;

  /** Takes the built program of the thread; null draws in the calling thread. */
  constructor(program: URL | null = builtProgram()) {
    this.#queue = new WorkerQueue({
      name: "a document",
      program,
      // Its packages take long to load, and only the thread needs them.
      work: async (drawing) => (await import("./draw.ts")).draw(drawing),
      most: MOST,
      mostOfOne: MAX_OF_ONE,
      weigh: rowsOf,
      memory: MEMORY,
      milliseconds: MILLISECONDS,
    });
  }

  /**
   * Draws a document; rejects with `busy` while the queue, or this sender's part of it, is full.
   */
  draw(sender: string, drawing: Drawing): Promise<Uint8Array> {
    return this.#queue.do(sender, drawing);
  }

  /** Starts the thread, which loads its packages before the first document needs them. */
  warm(): void {
    this.#queue.warm();
  }

  /** Ends the thread; the jobs in the queue fail. */
  close(): Promise<void> {
    return this.#queue.close();
  }
}

function rowsOf(drawing: Drawing): number {
  if ("document" in drawing) return drawing.document.table.rows.length;
  return drawing.record.parts.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** The thread's program next to the built server; there is none when run from source. */
function builtProgram(): URL | null {
  const program = new URL("./drawing-worker.js", import.meta.url);
  return existsSync(program) ? program : null;
}
