import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MemberNo } from "#shared/member-number.ts";
import { cents } from "#shared/money.ts";
import type { Payer, RunningLoan } from "#server/lending/running-loans.ts";
import { type FileLine, matchLines, sumOf, toLoan } from "./rules.ts";

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

function matching(payers: Readonly<Record<string, readonly RunningLoan[]>>) {
  const entries = Object.entries(payers).map(([memberNo, loans], index): [string, Payer] => {
    return [memberNo, { memberId: BigInt(index + 1), loans }];
  });
  const loanNos = new Set(entries.flatMap(([, { loans }]) => loans.map(({ loanNo }) => loanNo)));
  return { payers: new Map(entries), loanNos, takesDeposits: true };
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
      line(1001),
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
    ["more than is due", line(801), two, "ambiguous", "several-loans", ["suspense - 801"]],
    ["all that is owed", line(3000), two, "matched", "pays-all", ["loan 1 1000", "loan 2 2000"]],
    ["more than all", line(3001), two, "ambiguous", "more-than-owed", ["suspense - 3001"]],
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

  it("finds nothing left where a line before it paid the loan off", () => {
    const lines = [line(1000, "", 2), line(1, "", 3)];
    const [, second] = matchLines(lines, matching({ MS1: [loan(1, 1000)] }));
    expect(second?.reason).toBe("no-loan");
  });

  it("put on a loan by hand leaves in suspense what is more than is owed", () => {
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
const aFile = fc.record({
  members: fc.array(fc.array(aLoan, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  lines: fc.array(
    fc.record({
      member: fc.integer({ min: 0, max: 5 }),
      amount: cent,
      note: fc.constantFrom("", "deposits", "LN-1", "LN-2", "LN-3", "April"),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  takesDeposits: fc.boolean(),
});

describe("any file", () => {
  it("has every cent in exactly one part, and pays no loan more than is owed on it", () => {
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
});
