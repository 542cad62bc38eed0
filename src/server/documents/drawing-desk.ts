import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { Refusal } from "#server/platform/refusal.ts";
import { type Drawing, draw } from "./draw.ts";

/** More than wait here could not be drawn before their senders hang up. */
const MOST_WAITING = 50;
/** One document of all a member ever did takes a third of it; more is a defect, and it ends. */
const MEMORY = { maxOldGenerationSizeMb: 768 };

interface Answer {
  readonly id: number;
  readonly drawn?: Uint8Array;
  readonly error?: string;
}

interface Waiting {
  readonly resolve: (drawn: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** Where documents are drawn: in a thread of their own, so that nobody else waits for them. */
export class DrawingDesk {
  readonly #program: URL | null;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #last = 0;

  /** Takes the built program of the thread; null draws in the thread that asks. */
  constructor(program: URL | null = builtProgram()) {
    this.#program = program;
  }

  /** Draws a document; refuses with `busy` while too many are waiting. */
  async draw(drawing: Drawing): Promise<Uint8Array> {
    if (this.#program === null) return draw(drawing);
    if (this.#waiting.size >= MOST_WAITING) throw new Refusal("busy", { retryAfter: 5 });
    const worker = (this.#worker ??= this.#start(this.#program));
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, drawing });
    });
  }

  /** Ends the thread; what was still waiting fails. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(program: URL): Worker {
    const worker = new Worker(program, { resourceLimits: MEMORY });
    worker.unref();
    worker.on("message", ({ id, drawn, error }: Answer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (drawn) waiting?.resolve(drawn);
      else waiting?.reject(new Error(`a document could not be drawn: ${error}`));
    });
    let cause: unknown;
    worker.on("error", (error) => (cause = error));
    worker.on("exit", () => {
      if (this.#worker === worker) this.#worker = null;
      const failed = new Error("the thread that draws documents has ended", { cause });
      for (const { reject } of this.#waiting.values()) reject(failed);
      this.#waiting.clear();
    });
    return worker;
  }
}

/** The thread's program beside the built server; run from source, there is none. */
function builtProgram(): URL | null {
  const program = new URL("./drawing-worker.js", import.meta.url);
  return existsSync(program) ? program : null;
}
