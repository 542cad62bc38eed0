/**
 * The source of time. `null` is the database's own clock, which all instances share; an instant
 * stops time, for tests and for building the demo's history.
 */
export interface Clock {
  readonly stillAt: () => Date | null;
}

export const databaseClock: Clock = { stillAt: () => null };
