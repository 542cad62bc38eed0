import type { OfflineReadingWords } from "#shared/messages/members/offline-reading-en.ts";

const MIN_DIGITS = 6;

/** Returns the digits of a typed text; nothing else counts in a PIN. */
export function digitsOf(typed: string): string {
  return typed.replace(/\D/g, "");
}

/** Whether each digit has the same difference from the previous one: 111111, 123456, 975310. */
function isSequence(pin: string): boolean {
  const steps = Array.from(pin.slice(1), (digit, at) => Number(digit) - Number(pin[at]));
  return new Set(steps).size === 1;
}

/** Whether a short part repeats, as in 121212 or 123123. */
function isRepeated(pin: string): boolean {
  return /^(\d{1,3})\1+$/.test(pin);
}

export function isLongEnough(pin: string): boolean {
  return pin.length >= MIN_DIGITS;
}

/** Returns what is wrong with a new PIN; null if it may be used. */
export function pinProblem(pin: string, words: OfflineReadingWords): string | null {
  if (!isLongEnough(pin)) return words.tooShort;
  return isSequence(pin) || isRepeated(pin) ? words.easy : null;
}
