import { toCompactTime } from "./nairobi-time.ts";

const SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SPAN = 36n ** 7n;
/** Has no factor in common with 36, so that each count below the span gives another number. */
const STRIDE = 40_503_000_151n;

/**
 * Returns unique receipt numbers such as TKN4XXXXXX: a letter for the year, one for the month, a
 * symbol for the day, and seven more. Counting starts at the millisecond of the first number, so
 * that a restarted twin does not repeat the numbers of the run before.
 */
export class ReceiptNumbers {
  #count: bigint | null = null;

  /** Returns the next number, of a transaction that completes at a moment. */
  next(moment: Date): string {
    this.#count = this.#count === null ? BigInt(moment.getTime()) : this.#count + 1n;
    let rest = (this.#count * STRIDE) % SPAN;
    let tail = "";
    for (let place = 0; place < 7; place += 1) {
      tail = SYMBOLS.charAt(Number(rest % 36n)) + tail;
      rest /= 36n;
    }
    return dayPrefix(moment) + tail;
  }
}

function dayPrefix(moment: Date): string {
  const compact = toCompactTime(moment);
  const letter = (index: number) => String.fromCharCode(65 + index);
  const year = letter((Number(compact.slice(0, 4)) - 2006) % 26);
  const month = letter(Number(compact.slice(4, 6)) - 1);
  // Days 1 to 9 are digits; 10 to 31 are A to V.
  return year + month + SYMBOLS.charAt(Number(compact.slice(6, 8)));
}
