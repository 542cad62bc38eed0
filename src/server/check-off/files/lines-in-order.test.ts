import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MemberNo } from "#shared/member-number.ts";
import { cents } from "#shared/money.ts";
import type { Payer, RunningLoan } from "#server/loans/lending/running-loans.ts";
import { NoteReader } from "#server/check-off/payroll/note-words.ts";
import { toLoan } from "#server/check-off/payroll/line-parts.ts";
import { type FileLine, sumOf } from "#server/check-off/payroll/file-lines.ts";
import { matchLines } from "./lines-in-order.ts";

const loan = (id: number, balance: number, due = balance, oldestDueOn = "2026-04-01") =>
  ({
    id: BigInt(id),
    loanNo: `LN-${id}`,
    balance: cents(BigInt(balance)),
    due: cents(BigInt(due)),
    oldestDueOn,
  }) satisfies RunningLoan;

const line = (amount: number, note = "", row = 2, memberNo = "MS1"): FileLine => ({
  row,
  memberNo: memberNo as MemberNo,
  amount: cents(BigInt(amount)),
  note,
});

const words = new NoteReader([
  { word: "loan", meaning: "loan" },
  { word: "mkopo", meaning: "loan" },
  { word: "deposits", meaning: "deposits" },
  { word: "savings", meaning: "deposits" },
  { word: "amana", meaning: "deposits" },
  { word: "shares", meaning: "share-capital" },
  { word: "share capital", meaning: "share-capital" },
  { word: "registration", meaning: "fees" },
  { word: "welfare", meaning: "welfare" },
  { word: "insurance", meaning: "insurance" },
  { word: "loan insurance", meaning: "insurance" },
  { word: "refund", meaning: "suspense" },
  { word: "and", meaning: "nothing" },
  { word: "deduction", meaning: "nothing" },
]);

function matching(payers: Readonly<Record<string, readonly RunningLoan[]>>) {
  const entries = Object.entries(payers).map(([memberNo, loans], index): [string, Payer] => {
    return [memberNo, { memberId: BigInt(index + 1), loans }];
  });
  const loanNos = new Set(entries.flatMap(([, { loans }]) => loans.map(({ loanNo }) => loanNo)));
  return { payers: new Map(entries), loanNos, takesDeposits: true, words };
}

const outcome = (given: FileLine, loans: readonly RunningLoan[] | null) => {
  const [only] = matchLines(
    [given],
    matching(loans === null ? {} : { MS1: loans, MS2: [loan(9, 5)] }),
  );
  const parts = only?.parts.map(({ destination, loanId, amount }) => {
    return `${destination} ${loanId ?? "-"} ${amount}`;
  });
  return { state: only?.state, reason: only?.reason, parts };
};

describe("a line of a check-off file", () => {
  const two = [loan(1, 1000, 300, "2026-03-01"), loan(2, 2000, 500, "2026-02-01")];

  it.each([
    ["the one loan", line(400), [loan(1, 1000)], "matched", "one-loan", ["loan 1 400"]],
    [
      "more than the one",
      line(1001, "loan"),
      [loan(1, 1000)],
      "ambiguous",
      "more-than-owed",
      ["suspense - 1001"],
    ],
    ["what is due", line(800), two, "matched", "oldest-due-first", ["loan 2 500", "loan 1 300"]],
    [
      "less than is due",
      line(600),
      two,
      "matched",
      "oldest-due-first",
      ["loan 2 500", "loan 1 100"],
    ],
    ["more than is due", line(801, "loan"), two, "ambiguous", "several-loans", ["suspense - 801"]],
    ["all that is owed", line(3000), two, "matched", "pays-all", ["loan 1 1000", "loan 2 2000"]],
    ["more than all", line(3001, "mkopo"), two, "ambiguous", "more-than-owed", ["suspense - 3001"]],
    ["a note with a loan", line(900, "ln-1"), two, "matched", "loan-named", ["loan 1 900"]],
    [
      "too much for it",
      line(1900, "LN-1"),
      two,
      "ambiguous",
      "more-than-owed",
      ["suspense - 1900"],
    ],
    ["another's loan", line(5, "LN-9"), two, "unmatched", "loan-not-running", ["suspense - 5"]],
    ["deposits", line(900, "Deposits"), two, "matched", "deposits-named", ["deposits - 900"]],
    ["amana", line(900, "amana"), [], "matched", "deposits-named", ["deposits - 900"]],
    [
      "words that say nothing",
      line(400, "April"),
      [loan(1, 1000)],
      "matched",
      "one-loan",
      ["loan 1 400"],
    ],
    ["shares", line(9, "Shares"), two, "matched", "share-capital-named", ["share-capital - 9"]],
    ["one longer word", line(9, "Loan-insurance"), two, "matched", "fee-named", ["insurance - 9"]],
    ["welfare", line(9, "May welfare 2026"), two, "matched", "fee-named", ["welfare - 9"]],
    ["a word to hold", line(9, "Refund"), two, "ambiguous", "word-held", ["suspense - 9"]],
    [
      "a loan's number among words",
      line(900, "Loan: LN-1, May"),
      two,
      "matched",
      "loan-named",
      ["loan 1 900"],
    ],
    [
      "shares and a loan's number",
      line(9, "Shares LN-1"),
      two,
      "ambiguous",
      "note-contradicts",
      ["suspense - 9"],
    ],
    [
      "two loans' numbers",
      line(9, "LN-1 LN-2"),
      two,
      "ambiguous",
      "note-contradicts",
      ["suspense - 9"],
    ],
    [
      "shares and a loan",
      line(9, "loan and shares"),
      two,
      "ambiguous",
      "note-contradicts",
      ["suspense - 9"],
    ],
    ["loan and none", line(9, "mkopo"), [], "ambiguous", "no-loan-for-note", ["suspense - 9"]],
    [
      "a loan's word, more than is due",
      line(700, "loan"),
      [loan(1, 1000, 300)],
      "matched",
      "one-loan",
      ["loan 1 700"],
    ],
    [
      "a note nobody understands",
      line(299, "KMT7"),
      [loan(1, 1000, 300)],
      "ambiguous",
      "note-unknown",
      ["suspense - 299"],
    ],
    [
      "such a note and what is due",
      line(300, "KMT7"),
      [loan(1, 1000, 300)],
      "matched",
      "one-loan",
      ["loan 1 300"],
    ],
    [
      "one total for loan and savings",
      line(450),
      [loan(1, 1000, 300)],
      "matched",
      "split-by-expected",
      ["loan 1 300", "deposits - 150"],
    ],
    [
      "one total that is said to be both",
      line(1000, "loan and savings"),
      two,
      "matched",
      "split-by-expected",
      ["loan 2 500", "loan 1 300", "deposits - 200"],
    ],
    [
      "one total of less than is due",
      line(200, "loan and savings"),
      [loan(1, 1000, 300)],
      "matched",
      "one-loan",
      ["loan 1 200"],
    ],
    [
      "a total while nothing is due",
      line(450),
      [loan(1, 1000, 0)],
      "ambiguous",
      "more-than-due",
      ["suspense - 450"],
    ],
    ["no loan", line(400), [], "unmatched", "no-loan", ["suspense - 400"]],
    ["nobody", line(400, "deposits"), null, "unmatched", "no-member", ["suspense - 400"]],
  ] as const)("with %s goes where the rule says", (_, given, loans, state, reason, parts) => {
    expect(outcome(given, loans)).toEqual({ state, reason, parts });
  });

  it("named by its note has its share before one that is not named", () => {
    const lines = [line(700, "", 2), line(600, "LN-1", 3)];
    const [first, second] = matchLines(lines, matching({ MS1: [loan(1, 1000)] }));
    expect([first?.reason, second?.reason]).toEqual(["more-than-owed", "loan-named"]);
  });

  it("gets nothing if an earlier line paid the loan off", () => {
    const lines = [line(1000, "", 2), line(1, "", 3)];
    const [, second] = matchLines(lines, matching({ MS1: [loan(1, 1000)] }));
    expect(second?.reason).toBe("no-loan");
  });

  it("is not split if the member has another line, which may be the savings", () => {
    const lines = [line(450, "", 2), line(150, "savings", 3)];
    const [first, second] = matchLines(lines, matching({ MS1: [loan(1, 1000, 300)] }));
    expect([first?.reason, second?.reason]).toEqual(["more-than-due", "deposits-named"]);
  });

  it("is not split if the society takes no deposits by check-off", () => {
    const given = { ...matching({ MS1: [loan(1, 1000, 300)] }), takesDeposits: false };
    const reasons = (note: string) => matchLines([line(450, note)], given).map((l) => l.reason);
    expect([reasons(""), reasons("loan and savings")]).toEqual([["one-loan"], ["no-deposits"]]);
  });

  it("put on a loan manually leaves the excess over the balance in suspense", () => {
    const parts = toLoan({ id: 1n, memberId: 1n, balance: cents(300n) }, cents(500n));
    expect(parts.map(({ destination, amount }) => [destination, amount])).toEqual([
      ["loan", 300n],
      ["suspense", 200n],
    ]);
  });
});

const cent = fc.integer({ min: 1, max: 3000 });
const aLoan = fc.record({
  balance: cent,
  due: fc.integer({ min: 0, max: 3000 }),
  month: fc.integer({ min: 1, max: 9 }),
});
const notes = [
  "",
  "deposits",
  "LN-1",
  "LN-2",
  "LN-3 loan",
  "April",
  "shares",
  "welfare",
  "loan",
  "loan and savings",
  "loan and shares",
  "refund",
  "KMT7",
];
const aFile = fc.record({
  members: fc.array(fc.array(aLoan, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  lines: fc.array(
    fc.record({
      member: fc.integer({ min: 0, max: 5 }),
      amount: cent,
      note: fc.constantFrom(...notes),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  takesDeposits: fc.boolean(),
});

describe("any file", () => {
  it("has every cent in exactly one part, and pays no loan more than its balance", () => {
    fc.assert(
      fc.property(aFile, ({ members, lines, takesDeposits }) => {
        let id = 0;
        const loans = members.map((owed) =>
          owed.map(({ balance, due, month }) => {
            id += 1;
            return loan(id, balance, Math.min(due, balance), `2026-0${month}-01`);
          }),
        );
        const payers = Object.fromEntries(loans.map((theirs, index) => [`MS${index}`, theirs]));
        const file = lines.map(({ member, amount, note }, index) =>
          line(amount, note, index + 2, `MS${member}`),
        );
        const matched = matchLines(file, { ...matching(payers), takesDeposits });
        expect(matched.map(({ row }) => row)).toEqual(file.map(({ row }) => row));
        for (const { amount, parts, state } of matched) {
          expect(sumOf(parts)).toBe(amount);
          expect(parts.every((part) => part.amount > 0n)).toBe(true);
          expect(parts.some(({ destination }) => destination === "suspense")).toBe(
            state !== "matched",
          );
        }
        for (const { id: loanId, balance } of loans.flat()) {
          const paid = matched.flatMap(({ parts }) => parts.filter((p) => p.loanId === loanId));
          expect(sumOf(paid) <= balance).toBe(true);
        }
        if (!takesDeposits) {
          expect(matched.some(({ parts }) => parts[0]?.destination === "deposits")).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("is matched the same way in any order of its lines, if each is of another member", () => {
    const shuffled = aFile.chain(({ members, lines, takesDeposits }) => {
      const single = lines.filter(({ member }, at) => {
        return lines.findIndex((other) => other.member === member) === at;
      });
      const file = single.map(({ member, amount, note }, at) =>
        line(amount, note, at + 2, `MS${member}`),
      );
      return fc.record({
        loans: fc.constant(members),
        file: fc.constant(file),
        other: fc.shuffledSubarray(file, { minLength: file.length }),
        takesDeposits: fc.constant(takesDeposits),
      });
    });
    fc.assert(
      fc.property(shuffled, ({ loans, file, other, takesDeposits }) => {
        let id = 0;
        const payers = Object.fromEntries(
          loans.map((owed, index) => {
            const theirs = owed.map(({ balance, due, month }) => {
              id += 1;
              return loan(id, balance, Math.min(due, balance), `2026-0${month}-01`);
            });
            return [`MS${index}`, theirs];
          }),
        );
        const given = { ...matching(payers), takesDeposits };
        expect(matchLines(other, given)).toEqual(matchLines(file, given));
      }),
      { numRuns: 300 },
    );
  });
});
