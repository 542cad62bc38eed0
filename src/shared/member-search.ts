import { parseMemberNo } from "./member-number.ts";

/** The least number of letters and digits to search for. */
const SEARCH_LEAST = 3;

/** A search for a member as staff typed it, in every possible interpretation. */
export interface MemberSearch {
  /** The beginning of a member number; null if it cannot be one. */
  readonly number: string | null;
  /** The beginning of a national ID or passport, in capitals; null if it cannot be one. */
  readonly nationalId: string | null;
  /** The beginning of a mobile number as the register writes it; null if it cannot be one. */
  readonly mobile: string | null;
  /** The last digits of a mobile number, in reverse order; null if it cannot be one. */
  readonly mobileEnd: string | null;
  /** The beginnings of words of a name, the longest first; they hold no wildcard of SQL. */
  readonly words: readonly string[];
}

const APOSTROPHES_AND_ACCENTS = /['`´ʹʻʼʽ‘’‛]|[\u0300-\u036f]/gu;
const WORD = /[a-z0-9\u00a1-\u167f\u1681-\u1fff\u2070-\u2fff\u3001-\ufefe\uff00-\u{10ffff}]+/gu;

/**
 * Splits a name into words in small letters, without accents or apostrophes: Ng'ang'a, Ng’ang’a
 * and nganga are one word. The register's `member_words` does the same to what it holds.
 */
export function nameWords(name: string): string[] {
  const plain = name.normalize("NFD").replace(APOSTROPHES_AND_ACCENTS, "");
  return plain.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()).match(WORD) ?? [];
}

/** Reads a search; null if it has fewer than three letters and digits. */
export function readMemberSearch(typed: string): MemberSearch | null {
  const words = nameWords(typed).toSorted((one, other) => other.length - one.length);
  if ([...words.join("")].length < SEARCH_LEAST) return null;
  const compact = typed.replace(/\s/g, "").toUpperCase();
  const digits = /^\+?[\d-]+$/.test(compact) ? compact.replace(/\D/g, "") : "";
  return {
    number: parseMemberNo(compact),
    nationalId: /^[A-Z0-9]{3,}$/.test(compact) ? compact : null,
    mobile: mobileBeginning(digits, compact.startsWith("+")),
    mobileEnd: /^\d{3,9}$/.test(digits) ? [...digits].toReversed().join("") : null,
    words,
  };
}

/** Any beginning of 07…, 01…, 7…, 1…, 254… or +254… as `+254` and digits, at least one of them. */
function mobileBeginning(digits: string, international: boolean): string | null {
  const match = /^(254|0)?([71]\d{0,8})$/.exec(digits);
  if (!match || (international && match[1] !== "254")) return null;
  return `+254${match[2]}`;
}
