import { describe, expect, it } from "vitest";
import { addDays, addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { addCents, type Cents, shillings } from "#shared/money.ts";
import { chartRow, normalSign } from "#server/ledger/journal/chart-of-accounts.ts";
import { permittedSides } from "#server/ledger/journal/permitted-kinds.ts";
import { specifiedPrice } from "#test/loan-price.ts";
import { annualMeeting } from "./calendar.ts";
import { demoMembers } from "./cast.ts";
import { dividendFor, splitDividend } from "./dividends.ts";
import { demoHistory, type HistoryEvent } from "./history.ts";

/** Days on which a calendar may go wrong, and one day in every third week around them. */
const days = [
  "2026-01-01",
  "2026-03-27",
  "2026-03-28",
  "2026-12-31",
  "2028-02-29",
  "2028-03-31",
  ...Array.from({ length: 18 }, (_, week) => addDays("2026-01-10" as CalendarDate, week * 23)),
] as CalendarDate[];

/** Returns the balance of each account after a history; fails if one went below its floor. */
function playedOut(events: readonly HistoryEvent[]): Map<string, Cents> {
  const balances = new Map<string, bigint>();
  const posted = new Map<string, HistoryEvent & { what: "posts" }>();
  for (const event of events) {
    if (event.what === "joins" || event.what === "borrows") continue;
    const entry = event.what === "posts" ? event : posted.get(event.referenceNo);
    if (entry === undefined) throw new Error("a reversal of nothing");
    posted.set(entry.referenceNo, entry);
    for (const { code, sign } of permittedSides.filter(({ kind }) => kind === entry.kind)) {
      const amount = typeof entry.amounts === "bigint" ? entry.amounts : entry.amounts[code];
      const held = chartRow(code).holder === "member" ? entry.memberNo : "society";
      const account = `${code} of ${held}`;
      const direction = event.what === "posts" ? 1n : -1n;
      const moved = (amount ?? 0n) * BigInt(sign * normalSign(code)) * direction;
      const balance = (balances.get(account) ?? 0n) + moved;
      if (balance < (chartRow(code).floor ?? balance)) throw new Error(`${account}: ${balance}`);
      balances.set(account, balance);
    }
  }
  return balances as Map<string, Cents>;
}

describe("the demo's history", () => {
  it.each(days)("never takes an account below its floor, as of %s", (today) => {
    const events = demoHistory(demoMembers, specifiedPrice, today);
    expect(events.every(({ date }) => date <= today)).toBe(true);
    const balances = playedOut(events);
    for (const { memberNo } of demoMembers) {
      expect(balances.get(`member-deposits of ${memberNo}`)).toBeGreaterThan(0n);
    }
    expect(balances.get("dividend-payable of MS1001")).toBeGreaterThan(0n);
  });

  it.each(days)(
    "leaves MS1001 owing on two loans, MS1009 late, MS1006 overpaid, on %s",
    (today) => {
      const events = demoHistory(demoMembers, specifiedPrice, today);
      const owedOn = (loanNo: string) => {
        const borrowings = events.filter((event) => event.what === "borrows");
        const borrowed = borrowings.find(({ loan }) => loan.loanNo === loanNo);
        const repaid = events.filter((event) => event.what === "posts" && event.loanNo === loanNo);
        const amounts = repaid.map((event) => (event as { amounts: Cents }).amounts);
        return (borrowed?.quote.total ?? 0n) - addCents(...amounts);
      };
      expect(owedOn("IL2041")).toBeGreaterThan(0n);
      expect(owedOn("DL0318")).toBeGreaterThan(0n);
      expect(owedOn("IL1987")).toBe(shillings(8360 - 2090));
      expect(owedOn("IL1904")).toBe(shillings(-3449));
      expect(owedOn("IL1850")).toBe(0n);
    },
  );

  it("is the same for the same day", () => {
    const day = "2026-04-14" as CalendarDate;
    expect(demoHistory(demoMembers, specifiedPrice, day)).toEqual(
      demoHistory(demoMembers, specifiedPrice, day),
    );
  });

  it.each(days)("begins two to ten years before %s", (today) => {
    const joins = demoHistory(demoMembers, specifiedPrice, today).filter(
      ({ what }) => what === "joins",
    );
    expect(joins).toHaveLength(12);
    for (const { date } of joins) {
      expect(date > addMonths(today, -120)).toBe(true);
      expect(date <= addMonths(today, -24)).toBe(true);
    }
  });

  it("meets on the last Saturday of March", () => {
    expect([2025, 2026, 2027, 2029].map(annualMeeting)).toEqual([
      "2025-03-29",
      "2026-03-28",
      "2027-03-27",
      "2029-03-31",
    ]);
  });
});

describe("the demo's dividends", () => {
  it("match a published example: Mwalimu's for 2022", () => {
    const opening = { date: "2021-06-30" as CalendarDate, amount: shillings(100_000) };
    const monthly = Array.from({ length: 12 }, (_, month) => ({
      date: `2022-${String(month + 1).padStart(2, "0")}-28` as CalendarDate,
      amount: shillings(5000),
    }));
    const shares = [{ date: "2022-12-31" as CalendarDate, amount: shillings(20_000) }];
    const later = { date: "2023-01-01" as CalendarDate, amount: shillings(9999) };
    const paidIn = { shares: [...shares, later], deposits: [opening, ...monthly, later] };
    expect(dividendFor(2022, { shareCapital: 13, deposits: 12 }, paidIn)).toEqual({
      onShareCapital: shillings(2600),
      onDeposits: shillings(15_900),
    });
  });

  it.each(["shares", "mobile", "half", "deposits"] as const)("split to the cent: %s", (to) => {
    for (const gross of [1n, 1999n, 2000n, 2_316_250n, 99_999_999n] as Cents[]) {
      const { shares, deposits, mobile, tax } = splitDividend(gross, to);
      expect(shares + deposits + mobile + tax).toBe(gross);
      expect(mobile % 100n).toBe(0n);
      expect(tax * 19n).toBe(mobile);
    }
  });
});
