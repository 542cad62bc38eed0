/**
 * The source of time. `null` is the database's own clock, which all instances share; an instant
 * stops time, for tests and for building the demo's history.
 */
export interface Clock {
  readonly stillAt: () => Date | null;
}

export const databaseClock: Clock = { stillAt: () => null };

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
