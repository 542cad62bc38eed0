import { randomInt } from "node:crypto";
import { expect, onTestFailed } from "vitest";

/** Numbers that repeat for the same seed, which is printed when the test fails. */
export class Chance {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed;
    this.#state = seed;
  }

  /** A whole number from the least to the most. */
  between(least: number, most: number): number {
    // Mulberry32: enough to vary moments, and short.
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return least + (((mixed ^ (mixed >>> 14)) >>> 0) % (most - least + 1));
  }
}

/** Chance for the running test: of FAULT_SEED, or new each time. */
export function chance(): Chance {
  const seed = Number(process.env["FAULT_SEED"] ?? randomInt(1_000_000_000));
  onTestFailed(() => {
    process.stderr.write(`${expect.getState().currentTestName}: FAULT_SEED=${seed}\n`);
  });
  return new Chance(seed);
}
