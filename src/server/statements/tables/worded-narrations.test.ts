import { describe, expect, it } from "vitest";
import { narrationsEn } from "#shared/messages/ledger/narrations-en.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { chartRow } from "#server/ledger/journal/chart-of-accounts.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import { wordedNarration } from "#shared/messages/ledger/worded-narrations.ts";
import { type NarrationName, readNarration } from "#shared/narrations.ts";
import { permittedSides } from "#server/ledger/journal/permitted-kinds.ts";
import { demoMembers } from "#server/demo/cast.ts";
import { demoHistory } from "#server/demo/history.ts";
import { specifiedPrice } from "#test/loan-price.ts";

const said = (narration: string, isImported = false) =>
  wordedNarration("sw", { narration, isImported });

const values = {
  loanNo: "LN-1",
  memberNo: "MS1",
  accountNo: "WD-1",
  receiptNo: "RC0000001",
  reference: "WD-000001",
  year: "2025",
  month: "Mar 2026",
  product: "Instant",
  bill: "INV 7",
  narration: "Dividend for 2025",
};

describe("a standard narration in Kiswahili", () => {
  it.each(Object.keys(narrationsEn) as NarrationName[])("%s has its own text", (name) => {
    const stored = narrationOf(name, values);
    expect(said(stored)).not.toBe(stored);
    expect(said(stored)).not.toMatch(/\{|\b(of|to|for|by|the|on|paid|loan|dividend|deposits?)\b/i);
  });

  it.each([
    ["Check-off, Mar 2026", "Makato, Mac 2026"],
    ["Check-off, March 2026", "Makato, Machi 2026"],
    ["Check-off, May 2026 on loan LN-1", "Makato, Mei 2026, kwenye mkopo LN-1"],
    ["Dividend for 2025, to share capital", "Gawio la 2025, kwenye hisa"],
    ["Reversed: Check-off, Mar 2026", "Imebatilishwa: Makato, Mac 2026"],
    ["Reversed: Rent of July", "Imebatilishwa: Rent of July"],
    ["Instant loan LN-1 paid out", "Mkopo LN-1 (Wa papo) umetolewa"],
    ["Development loan LN-1 paid out", "Mkopo LN-1 (Wa maendeleo) umetolewa"],
    ["School fees loan LN-1 paid out", "Mkopo LN-1 (School fees) umetolewa"],
  ])("%s is %s", (stored, words) => {
    expect(said(stored)).toBe(words);
  });

  it("stays in English for a reader of English, and as typed if somebody typed it", () => {
    const stored = { narration: "Check-off, Mar 2026", isImported: false };
    expect(wordedNarration("en", stored)).toBe("Check-off, Mar 2026");
    expect(said("Cash of Juma")).toBe("Cash of Juma");
  });

  it("of a file stays as in the file, but for an opening balance, which has no words there", () => {
    expect(said("Check-off, Mar 2026", true)).toBe("Check-off, Mar 2026");
    expect(said("Balance brought forward", true)).toBe("Salio lililoletwa mbele");
  });
});

it("recognises each narration on a member's account in the demo", () => {
  const ofMembers = new Set<string>(
    permittedSides.filter(({ code }) => chartRow(code).holder === "member").map(({ kind }) => kind),
  );
  const events = demoHistory(demoMembers, specifiedPrice, "2026-04-14" as CalendarDate);
  const narrations = events.flatMap((event) =>
    event.what === "posts" && ofMembers.has(event.kind) ? [event.narration] : [],
  );
  expect(narrations.length).toBeGreaterThan(500);
  expect(narrations.filter((narration) => readNarration(narration) === null)).toEqual([]);
});
