import type { Clock } from "#server/kernel/platform/clock.ts";

/** A clock that stops until it is moved. */
export class StillClock implements Clock {
  #instant: Date;

  constructor(instant: Date | string) {
    this.#instant = new Date(instant);
  }

  stillAt(): Date {
    return this.#instant;
  }

  /** Moves the clock forward by seconds. */
  advance(seconds: number): void {
    this.#instant = new Date(this.#instant.getTime() + seconds * 1000);
  }

  set(instant: Date | string): void {
    this.#instant = new Date(instant);
  }
}
