import type { CalendarDate } from "#shared/calendar-date.ts";
import { isEmailAddress } from "#shared/email-address.ts";
import { readKraPin, readPayrollNo } from "#shared/contract/kernel/office-fields.ts";
import type { DayRule } from "#shared/contract/kernel/file-reading.ts";
import type { Gender } from "#shared/contract/members/registration.ts";
import { parseMemberNo } from "#shared/member-number.ts";
import { parseMobileNumber } from "#shared/mobile-number.ts";
import { codesByWord } from "#shared/messages/statements/exported-codes.ts";
import type { ImportReasonCode } from "#shared/messages/imports/reasons-en.ts";
import type { ImportReason } from "#shared/messages/imports/reasons.ts";
import { type Cents, cents } from "#shared/money.ts";
import { readShare } from "#shared/next-of-kin.ts";
import { importedKindNames } from "#server/ledger/journal/import-kinds.ts";
import { parseDay } from "./days.ts";

/** Why a cell cannot be read, in words that follow the name of its column. */
export class CellFault {
  readonly reason: ImportReason;

  constructor(code: ImportReasonCode, given: ImportReason["given"] = {}) {
    this.reason = { code, given };
  }
}

/** Reads the text of a cell, trimmed and not empty, as text for the database. */
export type ReadCell = (
  text: string,
  today: CalendarDate,
  /** How dates are read; day first, and no serial numbers, by default. */
  days?: DayRule,
) => string | CellFault;

const LONGEST_QUOTE = 40;

function quoted(text: string): string {
  const shown = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  return `“${shown.replaceAll(/\s+/g, " ")}”`;
}

/** Reads a member number by the register's own rule, in capitals. */
export const memberNoCell: ReadCell = (text) =>
  parseMemberNo(text) ?? new CellFault("cell.member-no", { text: quoted(text) });

/** Reads a loan's or an account's number, in capitals. */
export const accountNoCell: ReadCell = (text) =>
  /^[A-Za-z0-9][A-Za-z0-9/_-]{0,29}$/.test(text)
    ? text.toUpperCase()
    : new CellFault("cell.account-no", { text: quoted(text) });

/** Reads a Kenyan mobile number as people write it. */
export const mobileCell: ReadCell = (text) =>
  parseMobileNumber(text) ?? new CellFault("cell.mobile", { text: quoted(text) });

/** Reads an e-mail address, in lower case. */
export const emailCell: ReadCell = (text) =>
  isEmailAddress(text) ? text.toLowerCase() : new CellFault("cell.email", { text: quoted(text) });

/** Reads a number on an employer's payroll, in capitals. */
export const payrollNoCell: ReadCell = (text) =>
  readPayrollNo(text) ?? new CellFault("cell.payroll-no", { text: quoted(text) });

/** Reads a KRA PIN: A or P, nine digits and a letter, in capitals. */
export const kraPinCell: ReadCell = (text) =>
  readKraPin(text) ?? new CellFault("cell.kra-pin", { text: quoted(text) });

/** The words that our own files print, the codes, and the short forms of other systems. */
const sexes: ReadonlyMap<string, Gender> = new Map([
  ...codesByWord("sex"),
  ["f", "female"],
  ["ke", "female"],
  ["m", "male"],
  ["me", "male"],
]);

/** Reads a member's sex in its usual forms. */
export const sexCell: ReadCell = (text) =>
  sexes.get(text.toLowerCase()) ?? new CellFault("cell.sex", { text: quoted(text) });

/** Reads a share in percent, above 0 and at most 100, and returns hundredths of a percent. */
export const shareCell: ReadCell = (text) => {
  const points = readShare(text);
  return points === null ? new CellFault("cell.share", { text: quoted(text) }) : String(points);
};

/** Reads a rate in percent, from 0 to 100, and returns hundredths of a percent. */
export const rateCell: ReadCell = (text) => {
  const points = hundredths(text);
  return points === null ? new CellFault("cell.rate", { text: quoted(text) }) : String(points);
};

function hundredths(text: string): number | null {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(text);
  const points = Number((found?.[1] ?? "") + (found?.[2] ?? "").padEnd(2, "0"));
  return found !== null && points <= 10_000 ? points : null;
}

/** Reads words: blanks and line ends inside become one blank; up to a number of characters. */
export function textCell(longest: number): ReadCell {
  return (text) => {
    if (text.includes("\ufffd")) return new CellFault("cell.encoding");
    // As at the desk: without control, invisible or direction-changing characters.
    if (/(?![\t\r\n\v\f])\p{C}/u.test(text) || hasOtherDigits(text)) {
      return new CellFault("cell.unprintable", { text: quoted(visible(text)) });
    }
    const plain = /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, " ") : text;
    return plain.length <= longest
      ? plain
      : new CellFault("cell.long", { length: plain.length, most: longest });
  };
}

/** Digits of other scripts and widths look like ASCII digits but are different. */
function hasOtherDigits(text: string): boolean {
  return /\p{Nd}/u.test(text.replaceAll(/[0-9]/g, ""));
}

/** Names the invisible characters, so that a person can find them. */
function visible(text: string): string {
  return text.replaceAll(/(?![\t\r\n\v\f])\p{C}/gu, (mark) => {
    return `[U+${mark.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`;
  });
}

/** Reads one of a few words in any case, and returns it as it is listed. */
export function wordCell(words: readonly string[]): ReadCell {
  return (text) =>
    words.find((word) => word.toLowerCase() === text.toLowerCase()) ??
    new CellFault("cell.word", { text: quoted(text), words: words.join(", ") });
}

const kinds = new Set<string>(importedKindNames);

/** Reads the kind of a row of history; capitals, blanks and dashes count as underscores. */
export const kindCell: ReadCell = (text) => {
  if (kinds.has(text)) return text;
  const named = text.toLowerCase().replaceAll(/[\s-]+/g, "_");
  return kinds.has(named) ? named : new CellFault("cell.kind", { text: quoted(text) });
};

/** Reads a whole number between two bounds. */
export function wholeCell(least: number, most: number): ReadCell {
  return (text) => {
    const found = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    return found >= least && found <= most
      ? String(found)
      : new CellFault("cell.whole", { text: quoted(text), least, most });
  };
}

const EARLIEST = "1900-01-01";

function dayCell(mayBeFuture: boolean): ReadCell {
  // Days recur by the thousand in a history; reading each once halves the time for a row.
  const known = new Map<string, Map<string, string>>();
  return (text, today, rule) => {
    const key = `${rule?.order} ${rule?.system}`;
    const read = known.get(key) ?? new Map<string, string>();
    known.set(key, read);
    const before = read.get(text);
    if (before !== undefined) return before;
    const day = parseDay(text, rule);
    if (day === null) {
      return new CellFault("cell.day", { text: quoted(text) });
    }
    if (day < EARLIEST) return new CellFault("cell.early", { text: quoted(text) });
    if (!mayBeFuture && day > today) {
      return new CellFault("cell.future", { text: quoted(text), today });
    }
    if (read.size < 50_000 && day !== today) read.set(text, day);
    return day;
  };
}

/** Reads a day that is not in the future. */
export const pastDayCell = dayCell(false);
/** Reads a day that may be in the future, such as that of an instalment. */
export const dayToComeCell = dayCell(true);

/** Whether a cell is read as a day. */
export function readsDays(read: ReadCell): boolean {
  return read === pastDayCell || read === dayToComeCell;
}

const grouped = /^(\d+|\d{1,3}([ ,\u00a0]\d{3})+)(\.\d{1,2})?$/;

/**
 * The amount in a text, negative with a minus or in brackets. `KES`, `KSh`, `/=` and commas between
 * thousands are skipped; anything else is not an amount: null.
 */
export function parseImportedAmount(text: string, digits: number): Cents | null {
  const bracketed = /^\((.*)\)$/.exec(text)?.[1];
  const [, before = "", after = ""] = /^([-−]?)(.*)$/s.exec(bracketed ?? text) ?? [];
  const [, inner = "", rest = ""] = /^(?:KES|K?SHS?)\.?\s*([-−]?)(.*)$/is.exec(after) ?? [
    "",
    "",
    after,
  ];
  const bare = /\/[=-]$/.test(rest) ? rest.slice(0, -2).trimEnd() : rest;
  if (before !== "" && (inner !== "" || bracketed !== undefined)) return null;
  if (!grouped.test(bare)) return null;
  const [whole = "", fraction = ""] = bare.replaceAll(/[ ,\u00a0]/g, "").split(".");
  if (whole.length > digits) return null;
  const size = BigInt(whole + fraction.padEnd(2, "0"));
  return cents(before + inner !== "" || bracketed !== undefined ? -size : size);
}

/** Reads an amount with a maximum of digits before the point, which may be negative. */
export function amountCell(digits = 9): ReadCell {
  return (text) => {
    // Spreadsheets in the accounting format show zero as a dash.
    if (/^[-–—]$/.test(text)) return "0";
    const amount = parseImportedAmount(text, digits);
    return amount === null ? new CellFault("cell.amount", { text: quoted(text) }) : String(amount);
  };
}

/** Reads an amount above zero, or zero if allowed. */
export function positiveCell(mayBeZero = false): ReadCell {
  const read = amountCell();
  return (text, today) => {
    const amount = read(text, today);
    if (amount instanceof CellFault) return amount;
    if (amount.startsWith("-")) return new CellFault("cell.below-nought", { text: quoted(text) });
    return amount === "0" && !mayBeZero ? new CellFault("cell.nought") : amount;
  };
}
