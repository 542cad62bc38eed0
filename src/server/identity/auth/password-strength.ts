import { createRequire } from "node:module";
import type * as Common from "@zxcvbn-ts/language-common";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { SHORTEST_PASSWORD } from "#shared/password-length.ts";

const LONGEST_PASSWORD = 128;

/** Words that a password may not contain, because anybody who knows the owner would try them. */
export interface KnownToOthers {
  /** The owner's number, phone, names and national ID. */
  readonly owner: readonly string[];
  readonly society: readonly string[];
}

/** Returns what is wrong with a new password, or null. Lengths count code points after NFKC. */
export function passwordProblem(password: string, known: KnownToOthers): FieldProblem | null {
  const normal = password.normalize("NFKC");
  const length = [...normal].length;
  if (length < SHORTEST_PASSWORD) return "password.short";
  if (length > LONGEST_PASSWORD) return "password.long";
  if (isCommonPassword(normal) || isOneCharacter(normal)) return "password.common";
  if (known.owner.some((fact) => isMostly(normal, fact))) return "password.yours";
  if (known.society.some((fact) => isMostly(normal, fact)) || isSeasonAndYear(normal)) {
    return "password.society";
  }
  return null;
}

/** Whether little is left of a password once a known word is removed from it. */
function isMostly(password: string, fact: string): boolean {
  const words = wordsOf(fact).filter((word) => word.length >= 3);
  const bare = plain(password);
  const left = words.reduce((rest, word) => rest.replaceAll(word, ""), bare);
  return left.length < bare.length && left.replace(/\d/g, "").length < 4;
}

function wordsOf(fact: string): string[] {
  // Phone numbers are compared by their last nine digits, however the prefix is written.
  const phone = /\d{9}$/.exec(plain(fact))?.[0] ?? "";
  return [fact, ...fact.split(/[^\p{L}\p{N}]+/u), phone].map(plain);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

const SEASONS = [
  "spring|summer|autumn|winter|christmas|easter|krismasi|pasaka",
  "january|february|march|april|may|june|july",
  "august|september|october|november|december",
  "januari|februari|machi|aprili|mei|juni|julai|agosti|septemba|oktoba|novemba|desemba",
].join("|");
const SEASON_AND_YEAR = new RegExp(`^(${SEASONS})(19|20)\\d\\d$`);

function isSeasonAndYear(password: string): boolean {
  return SEASON_AND_YEAR.test(plain(password));
}

function isOneCharacter(password: string): boolean {
  return new Set(password).size === 1;
}

const load = createRequire(import.meta.url);
let common: ReadonlySet<string> | null = null;

/**
 * The most common passwords among those long enough to be allowed here; in lower case. They are
 * unpacked for the first new password and not at the start, because that took a twentieth of the
 * start.
 */
function commonPasswords(): ReadonlySet<string> {
  if (common === null) {
    const { dictionary } = load("@zxcvbn-ts/language-common") as typeof Common;
    const all = dictionary["passwords-common"].map(String);
    common = new Set(all.filter((password) => password.length >= SHORTEST_PASSWORD));
  }
  return common;
}

/** Whether a password is a common one, even with digits or symbols at its end. */
function isCommonPassword(password: string): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  const all = commonPasswords();
  return all.has(lower) || all.has(lower.replace(/[^a-z]+$/, ""));
}
