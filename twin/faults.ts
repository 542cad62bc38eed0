/**
 * The calls and callbacks that can go wrong; "validation" is the question before a payment, "stk" a
 * prompt on a phone.
 */
export const faultyCalls = [
  "c2b",
  "validation",
  "stk",
  "b2c",
  "status",
  "reversal",
  "balance",
] as const;
export type FaultyCall = (typeof faultyCalls)[number];

/**
 * Faults of a callback: never sent, sent twice, late, after the next one, with a wrong sum, or as a
 * time-out in place of its result. A validation that is late or out of order has no answer in time.
 */
export const callbackFaults = [
  "lose",
  "double",
  "delay",
  "reorder",
  "other-amount",
  "time-out",
] as const;
export type CallbackFault = (typeof callbackFaults)[number];

/** Faults of an answer: a request not taken, or taken with its answer lost on the way. */
export const answerFaults = ["answer-500", "answer-lost"] as const;
export type AnswerFault = (typeof answerFaults)[number];

const faultKinds = [...callbackFaults, ...answerFaults];

/** Which faults happen; none while `share` is 0 or a list is empty. */
export interface FaultSettings {
  readonly seed: number;
  /** The part of the calls and callbacks that go wrong, from 0 to 1. */
  readonly share: number;
  readonly kinds: readonly (CallbackFault | AnswerFault)[];
  readonly calls: readonly FaultyCall[];
}

/** The settings with which nothing goes wrong. */
export const noFaults: FaultSettings = { seed: 0, share: 0, kinds: [], calls: [] };

/** Decides which calls and callbacks go wrong; the same seed decides the same. */
export class Faults {
  #settings: FaultSettings;
  /** One generator for each call, so that calls of one kind do not shift another. */
  readonly #generators = new Map<string, () => number>();

  constructor(settings: FaultSettings = noFaults) {
    this.#settings = settings;
  }

  get settings(): FaultSettings {
    return this.#settings;
  }

  /** Replaces the settings and starts each sequence again. */
  set(settings: FaultSettings): void {
    this.#settings = settings;
    this.#generators.clear();
  }

  /** Returns the fault of the next callback of a call, or null. */
  ofCallback(call: FaultyCall): CallbackFault | null {
    return this.#next(call, call, callbackFaults);
  }

  /** Returns the fault of the next answer to a call, or null. */
  ofAnswer(call: FaultyCall): AnswerFault | null {
    return this.#next(call, `answer to ${call}`, answerFaults);
  }

  #next<Fault extends string>(
    call: FaultyCall,
    sequence: string,
    possible: readonly Fault[],
  ): Fault | null {
    const { share, calls } = this.#settings;
    const kinds = possible.filter((kind) => this.#settings.kinds.some((one) => one === kind));
    if (!calls.includes(call) || kinds.length === 0) return null;
    const random = this.#generator(sequence);
    // Both numbers are drawn each time, so that another share keeps the kinds in step.
    const [chance, choice] = [random(), random()];
    if (chance >= share) return null;
    return kinds[Math.floor(choice * kinds.length)] ?? null;
  }

  #generator(name: string): () => number {
    let generator = this.#generators.get(name);
    if (generator === undefined) {
      let seed = this.#settings.seed;
      for (const sign of name) seed = Math.imul(seed ^ (sign.codePointAt(0) ?? 0), 0x01000193);
      generator = mulberry32(seed);
      this.#generators.set(name, generator);
    }
    return generator;
  }
}

/**
 * The generator mulberry32 by Tommy Ettinger, in the public domain; it returns numbers from 0 up
 * to, but excluding, 1.
 */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Reads fault settings from JSON; returns null if they are not valid. */
export function readFaultSettings(value: unknown): FaultSettings | null {
  if (typeof value !== "object" || value === null) return null;
  const { seed = 0, share = 0, kinds = [], calls = [] } = value as Record<string, unknown>;
  if (typeof seed !== "number" || !Number.isInteger(seed)) return null;
  if (typeof share !== "number" || !(share >= 0 && share <= 1)) return null;
  if (!isListOf(kinds, faultKinds)) return null;
  if (!isListOf(calls, faultyCalls)) return null;
  return { seed, share, kinds, calls };
}

function isListOf<Item extends string>(value: unknown, items: readonly Item[]): value is Item[] {
  return Array.isArray(value) && value.every((one) => items.includes(one as Item));
}
