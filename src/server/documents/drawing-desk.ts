import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { Refusal } from "#server/platform/refusal.ts";
import { type Drawing, draw } from "./draw.ts";

/** More than wait here could not be drawn before their senders hang up. */
const MOST_WAITING = { documents: 50, rows: 60_000 };
/** What one sender may hold of that, so that it takes several to fill the desk. */
const MOST_OF_ONE = { documents: 10, rows: 20_000 };
/** One document of all a member ever did takes a third of it; more is a defect, and it ends. */
const MEMORY = { maxOldGenerationSizeMb: 768 };

interface Answer {
  readonly drawn?: Uint8Array;
  readonly error?: string;
}

interface Job {
  readonly sender: string;
  readonly drawing: Drawing;
  readonly resolve: (drawn: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Where documents are drawn, one after another: in a thread of their own, so that nobody else waits
 * for them. The senders take turns, so that one who wants many holds up nobody who wants one.
 */
export class DrawingDesk {
  readonly #program: URL | null;
  /** What each sender waits for; whose turn comes next stands first. */
  readonly #waiting = new Map<string, Job[]>();
  #drawing: Job | null = null;
  #worker: Worker | null = null;

  /** Takes the built program of the thread; null draws in the thread that asks. */
  constructor(program: URL | null = builtProgram()) {
    this.#program = program;
  }

  /** Draws a document; refuses with `busy` while too much waits, or too much of this sender. */
  async draw(sender: string, drawing: Drawing): Promise<Uint8Array> {
    const held = this.#held();
    const own = held.filter((job) => job.sender === sender);
    if (!hasRoom(held, MOST_WAITING, drawing) || !hasRoom(own, MOST_OF_ONE, drawing)) {
      throw new Refusal("busy", { retryAfter: 5 });
    }
    return new Promise((resolve, reject) => {
      const job = { sender, drawing, resolve, reject };
      const queue = this.#waiting.get(sender);
      if (queue) queue.push(job);
      else this.#waiting.set(sender, [job]);
      this.#drawNext();
    });
  }

  /** Ends the thread; what was still waiting fails. */
  async close(): Promise<void> {
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error("documents are no longer drawn"));
    await this.#worker?.terminate();
  }

  /** What is being drawn and what waits for it. */
  #held(): Job[] {
    return [...(this.#drawing ? [this.#drawing] : []), ...[...this.#waiting.values()].flat()];
  }

  #drawNext(): void {
    if (this.#drawing) return;
    const [turn] = this.#waiting;
    if (turn === undefined) return;
    const [sender, [job, ...later]] = turn;
    if (later.length > 0) this.#waiting.set(sender, later);
    else this.#waiting.delete(sender);
    if (job === undefined) return;
    this.#drawing = job;
    if (this.#program !== null) {
      this.#worker ??= this.#start(this.#program);
      this.#worker.postMessage(job.drawing);
      return;
    }
    draw(job.drawing).then(
      (drawn) => this.#finish(() => job.resolve(drawn)),
      (error: Error) => this.#finish(() => job.reject(error)),
    );
  }

  #finish(tell: () => void): void {
    const { sender } = this.#drawing ?? { sender: "" };
    const later = this.#waiting.get(sender);
    // Whoever was served goes behind all others.
    if (later && this.#waiting.delete(sender)) this.#waiting.set(sender, later);
    this.#drawing = null;
    tell();
    this.#drawNext();
  }

  #start(program: URL): Worker {
    const worker = new Worker(program, { resourceLimits: MEMORY });
    worker.unref();
    worker.on("message", ({ drawn, error }: Answer) => {
      const job = this.#drawing;
      this.#finish(() => {
        if (drawn) job?.resolve(drawn);
        else job?.reject(new Error(`a document could not be drawn: ${error}`));
      });
    });
    let cause: unknown;
    worker.on("error", (error) => (cause = error));
    worker.on("exit", () => {
      this.#worker = null;
      const failed = new Error("the thread that draws documents has ended", { cause });
      // Those who wait did nothing to end it: they are drawn by the next.
      const job = this.#drawing;
      this.#finish(() => job?.reject(failed));
    });
    return worker;
  }
}

/** Whether one more fits beside what is held; the first always does, however long it is. */
function hasRoom(held: readonly Job[], most: typeof MOST_WAITING, more: Drawing): boolean {
  const rows = held.reduce((sum, { drawing }) => sum + rowsOf(drawing), rowsOf(more));
  return held.length === 0 || (held.length < most.documents && rows <= most.rows);
}

function rowsOf(drawing: Drawing): number {
  if ("document" in drawing) return drawing.document.table.rows.length;
  return drawing.record.parts.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** The thread's program beside the built server; run from source, there is none. */
function builtProgram(): URL | null {
  const program = new URL("./drawing-worker.js", import.meta.url);
  return existsSync(program) ? program : null;
}
