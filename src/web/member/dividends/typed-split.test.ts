import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitEn } from "#shared/messages/dividends/split-en.ts";
import { splitSw } from "#shared/messages/dividends/split-sw.ts";
import { modeWords, splitModes } from "#shared/split-modes.ts";
import type { SplitTerms } from "#shared/dividend-split.ts";
import { addCents, type Cents, cents, formatMoney, shillings } from "#shared/money.ts";
import {
  bestRest,
  blankRow,
  bodyRows,
  draftOf,
  modeOf,
  fromDraft,
  calculateTyped,
  rejectedFields,
  restIn,
  rowsOf,
  type Share,
  startedRows,
  startsOf,
  termsOf,
  type TypedRow,
  wholeShillings,
} from "./typed-split.ts";

const terms: SplitTerms = {
  gross: cents(2_316_250n),
  tax: { "share-capital": 0n, mobile: 500n, loan: 0n, "hospital-bill": 0n },
  mobileMaximum: shillings(250_000),
  mobileIsConfirmed: true,
  loans: [{ loanNo: "INS-1", balance: shillings(4180) }],
};

const row = (key: number, more: Partial<TypedRow>): TypedRow => ({ ...blankRow(key), ...more });

const typed = [
  row(0, { mode: "share-capital", amount: "7,000" }),
  row(1, { mode: "loan", amount: "4180", loanNo: "INS-1" }),
  row(2, { mode: "mobile", amount: "10 000" }),
  row(3, { mode: "hospital-bill", amount: "1,250.00", bill: "UH-88213" }),
  blankRow(4),
];

describe("typed split", () => {
  it("calculates total, tax, net and the rest as it is typed", () => {
    const { split, faults, isReady } = calculateTyped(typed, terms);
    expect(formatMoney(split.total)).toBe("22,430.00");
    expect(formatMoney(split.balance)).toBe("732.50");
    expect(formatMoney(split.tax)).toBe("500.00");
    expect(formatMoney(split.net)).toBe("21,930.00");
    expect(faults.size).toBe(0);
    expect(isReady).toBe(false);
  });

  it("begins with five rows, and keeps what was submitted before", () => {
    expect(rowsOf([])).toEqual([0, 1, 2, 3, 4].map(blankRow));
    const stored = { mode: modeWords.mobile, amount: 20, tax: 1, net: 19, loanNo: "", bill: "" };
    expect(rowsOf([stored])).toHaveLength(5);
    expect(rowsOf([stored])[0]).toEqual(row(0, { mode: "mobile", amount: "20.00" }));
  });

  it("offers to allocate everything with one press, in whole shillings to a phone", () => {
    const blank = rowsOf([]);
    for (const start of startsOf(blank, terms, true)) {
      const rows = startedRows(blank, start);
      expect(calculateTyped(rows, terms)).toMatchObject({ isReady: true });
      expect(rows).toHaveLength(5);
    }
    const modes = (hasPhone: boolean) => startsOf(blank, terms, hasPhone).map(({ mode }) => mode);
    expect(modes(true)).toEqual(["share-capital", "mobile", "loan"]);
    expect(modes(false)).toEqual(["share-capital", "loan"]);
    expect(startsOf(typed, terms, true)).toEqual([]);
  });

  it("shows a problem at its field, and only useful ones before submitting", () => {
    const { faults } = calculateTyped(
      [
        row(0, { amount: "5" }),
        row(1, { mode: "share-capital", amount: "abc" }),
        row(2, { mode: "loan", amount: "5000", loanNo: "INS-1" }),
        row(3, { mode: "loan", amount: "5" }),
        row(4, { mode: "hospital-bill", amount: "5" }),
        row(5, { mode: "mobile", amount: "5.37" }),
        row(6, { mode: "hospital-bill", amount: "5", bill: "<b>" }),
      ],
      terms,
    );
    const told = (key: number) => faults.get(key);
    expect(told(0)).toEqual({ field: "mode", problem: "split.mode", showsOnBlur: true });
    expect(told(1)).toEqual({ field: "amount", problem: "split.amount", showsOnBlur: true });
    expect(told(2)).toMatchObject({ field: "amount", problem: "split.loan-balance" });
    expect(told(3)).toEqual({ field: "loanNo", problem: "split.no-loan", showsOnBlur: false });
    expect(told(4)).toEqual({ field: "bill", problem: "split.bill", showsOnBlur: false });
    expect(told(5)).toMatchObject({ field: "amount", problem: "split.whole-shillings" });
    expect(told(6)).toEqual({ field: "bill", problem: "split.bill", showsOnBlur: true });
  });

  it("does not go to a number that is not confirmed", () => {
    const rows = [row(0, { mode: "mobile", amount: "23162.50" })];
    const { faults } = calculateTyped(rows, { ...terms, mobileIsConfirmed: false });
    expect(faults.get(0)).toMatchObject({ field: "mode", problem: "split.unconfirmed" });
  });
});

describe("the rest", () => {
  it("goes into the row last worked on, or into the last that can take it", () => {
    expect(bestRest(typed, terms, 0)).toMatchObject({ key: 0, adds: 73_250n, isAll: true });
    // The loan is paid off and takes no more.
    expect(restIn(1, typed, terms)).toBeNull();
    expect(bestRest(typed, terms, 1)).toMatchObject({ key: 3, adds: 73_250n, isAll: true });
    expect(bestRest([0, 1].map(blankRow), terms, null)).toBeNull();
  });

  it("is whole shillings after tax on a phone, and the remainder goes to shares", () => {
    const rows = [row(0, { mode: "mobile", amount: "" }), blankRow(1)];
    const rest = bestRest(rows, terms, 0);
    expect(rest).toMatchObject({ key: 0, isAll: false });
    const full = [row(0, { mode: "mobile", amount: formatMoney(rest?.amount as Cents) }), rows[1]!];
    const more = bestRest(full, terms, 0);
    expect(more).toMatchObject({ key: 1, mode: "share-capital", isAll: true });
    const done = [full[0]!, row(1, { mode: "share-capital", amount: formatMoney(more!.amount) })];
    expect(calculateTyped(done, terms).isReady).toBe(true);
  });

  it("always makes a split ready to send, whatever was placed before", () => {
    const amount = fc
      .bigInt({ min: 0n, max: terms.gross })
      .map((value) => formatMoney(cents(value)));
    const some = fc.record({ mode: fc.constantFrom("share-capital", "mobile"), amount });
    fc.assert(
      fc.property(some, (given) => {
        const first = row(0, given);
        const leg = calculateTyped([first], terms).legs.get(0);
        const whole = wholeShillings(leg, terms);
        const start = whole === null ? first : { ...first, amount: formatMoney(whole) };
        const rows = [start, row(1, { mode: "share-capital" })];
        const rest = restIn(1, rows, terms);
        const { split } = calculateTyped(rows, terms);
        expect(addCents(split.total, rest?.adds ?? cents(0n))).toBe(terms.gross);
      }),
    );
  });
});

describe("sent split", () => {
  it("leaves blank rows out, and names the modes as the specification does", () => {
    const sent = bodyRows([blankRow(0), ...typed.slice(1)]);
    expect(sent).toEqual([
      { mode: "OFFSET A LOAN", amount: 4180, loanNo: "INS-1" },
      { mode: "PAY THROUGH EFT(MOBILE)", amount: 10_000 },
      { mode: "OFFSET HOSPITAL BILL", amount: 1250, bill: "UH-88213" },
    ]);
    expect(Object.values(modeWords)).toHaveLength(splitModes.length);
  });

  it("maps a problem back to its row", () => {
    const found = rejectedFields({ "rows.1.amount": "Too much", other: "x" }, [
      blankRow(7),
      ...typed.slice(1),
    ]);
    expect([...found]).toEqual([["2.amount", "Too much"]]);
  });

  it("survives a new sign-in, with the version it was based on", () => {
    expect(fromDraft(draftOf(typed, 3))).toEqual({ rows: typed, seen: 3 });
    expect(fromDraft({})).toBeNull();
  });
});

it("applies the member's own rate to every mode, to the cent, by kind of income", () => {
  const share: Share = {
    year: 2025,
    state: "posted",
    gross: 1000,
    held: 0,
    toSplit: 1000,
    opensOn: "2026-04-14",
    closesOn: "2026-04-30",
    closesAt: "17:00",
    isOpen: true,
    defaultMode: modeWords.mobile,
    modes: splitModes.map((mode) => ({ mode: modeWords[mode], taxBasisPoints: 1167 })),
    taxByKind: {
      onShareCapital: 333.33,
      onDeposits: 666.67,
      shareBasisPoints: 500,
      interestBasisPoints: 1500,
    },
    mobile: { number: "", isConfirmed: true, maximum: 250_000, byBank: false },
    loans: [],
    version: 0,
    submittedOn: "",
    submittedTime: "",
    rows: [],
  };
  const whole = row(0, { mode: "share-capital", amount: "1000" });
  // 5 % of 333.33 and 15 % of 666.67: 116.667, where the rounded rate would give 116.70.
  expect(calculateTyped([whole], termsOf(share)).split.tax).toBe(11_667n);
});

it("shows a mode of the wire in the member's language", () => {
  expect(splitEn.modes).toEqual(modeWords);
  expect(splitSw.modes[modeOf("OFFSET A LOAN")]).toBe("Lipa mkopo");
  const left = Object.values(modeWords).filter((words) =>
    Object.values(splitSw.modes).some((shown) => shown === words),
  );
  expect(left).toEqual([]);
});
