import * as z from "zod/mini";
import { type Database, statement } from "./database.ts";
import { Problem } from "./problem.ts";
import type { WriteTrouble } from "./write-health.ts";

/** The result of a probe: writes work, the reason why not, or that the database does not answer. */
export type Writable = "ok" | WriteTrouble | "away";

/** How long a result is reused: every load balancer probes each second. */
const FRESH_MS = 5000;

const touch = statement({
  name: "write-probe",
  text: "update write_probe set at = now() returning id",
  row: z.object({ id: z.int() }),
});

// A row may fit into an existing page even if the disk is full; a megabyte needs new space.
const NEEDS_ROOM = `create temporary table write_probe_room on commit drop as
  select n, repeat(md5(n::text), 32) as filler from generate_series(1, 1000) n`;

/** Checks whether the database accepts writes, by one small write at most every few seconds. */
export class WriteProbe {
  readonly #database: Database;
  readonly #now: () => number;
  #asked: { readonly at: number; readonly answer: Promise<Writable> } | null = null;

  constructor(database: Database, now = () => performance.now()) {
    this.#database = database;
    this.#now = now;
  }

  /** Returns the last result, or probes again if that was some seconds ago. */
  async check(): Promise<Writable> {
    const now = this.#now();
    if (this.#asked === null || now - this.#asked.at >= FRESH_MS) {
      this.#asked = { at: now, answer: this.#probe() };
    }
    const found = await this.#asked.answer;
    // Another write may have failed since the reused result.
    return found === "ok" ? (this.#database.writes.trouble ?? "ok") : found;
  }

  async #probe(): Promise<Writable> {
    const { writes } = this.#database;
    const wasTrouble = writes.trouble !== null;
    try {
      await this.#database.unitOfWork("write-probe", async (work) => {
        await work.rows(touch);
        if (wasTrouble) await work.run(NEEDS_ROOM);
      });
      if (wasTrouble) writes.noteRecovery();
      return "ok";
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return writes.trouble ?? "away";
    }
  }
}
