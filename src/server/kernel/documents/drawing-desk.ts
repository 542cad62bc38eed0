import { existsSync } from "node:fs";
import { WorkerDesk } from "#server/kernel/platform/worker-desk.ts";
import { type Drawing, draw } from "./draw.ts";

/** More than wait here could not be drawn before their senders hang up. */
const MOST = { jobs: 50, weight: 60_000 };
/** What one sender may hold of that, so that it takes several to fill the desk. */
const MOST_OF_ONE = { jobs: 10, weight: 20_000 };
/** One document of all a member ever did takes a third of it; more is a defect, and it ends. */
const MEMORY = { maxOldGenerationSizeMb: 768 };
/** The longest document takes a tenth of it. */
const MILLISECONDS = 120_000;

/** Where documents are drawn, one after another, in a thread of their own. */
export class DrawingDesk {
  readonly #desk: WorkerDesk<Drawing, never, Uint8Array>;

  /** Takes the built program of the thread; null draws in the thread that asks. */
  constructor(program: URL | null = builtProgram()) {
    this.#desk = new WorkerDesk({
      name: "a document",
      program,
      work: draw,
      most: MOST,
      mostOfOne: MOST_OF_ONE,
      weigh: rowsOf,
      memory: MEMORY,
      milliseconds: MILLISECONDS,
    });
  }

  /** Draws a document; rejects with `busy` while too much waits, or too much of this sender. */
  draw(sender: string, drawing: Drawing): Promise<Uint8Array> {
    return this.#desk.do(sender, drawing);
  }

  /** Ends the thread; what was still waiting fails. */
  close(): Promise<void> {
    return this.#desk.close();
  }
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
