import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addCents, cents, ZERO_CENTS } from "#shared/money.ts";
import {
  type AccountCode,
  type AccountKey,
  chartOfAccounts,
  chartRow,
} from "./chart-of-accounts.ts";
import { type EntryLine, faultsOf, mirrored } from "./journal.ts";
import { type EntryKind, entryKinds, permittedSides } from "./permitted-kinds.ts";

const codes = Object.keys(chartOfAccounts) as AccountCode[];
const anyAmount = fc.bigInt({ min: 1n, max: 10n ** 12n });
const anyKind = fc.constantFrom(...entryKinds);

function keyOf(code: AccountCode, memberId = 1n): AccountKey {
  return { code, memberId: chartRow(code).holder === "member" ? memberId : null, reference: "" };
}

/** An entry with every side of its kind; the last line balances the others. */
function wholeEntry(kind: EntryKind, amount: bigint): EntryLine[] {
  const sides = permittedSides.filter((side) => side.kind === kind);
  const count = (sign: number) => BigInt(sides.filter((side) => side.sign === sign).length);
  return sides.map(({ code, sign }) => {
    const share = amount * count(sign === 1 ? -1 : 1) * BigInt(sign);
    return { account: keyOf(code), amount: cents(share) };
  });
}

describe("the table of permitted kinds", () => {
  it("allows an entry with every side of its kind", () => {
    fc.assert(
      fc.property(anyKind, anyAmount, (kind, amount) => {
        expect(faultsOf(kind, wholeEntry(kind, amount))).toEqual([]);
      }),
    );
  });

  it("gives every kind at least two sides, each an account of the chart on one side only", () => {
    for (const kind of entryKinds) {
      const sides = permittedSides.filter((side) => side.kind === kind);
      expect(new Set(sides.map(({ sign }) => sign))).toEqual(new Set([1, -1]));
      expect(new Set(sides.map(({ code }) => code)).size).toBe(sides.length);
    }
  });

  it("uses every account of the chart", () => {
    const used = new Set(permittedSides.map(({ code }) => code));
    expect(codes.filter((code) => !used.has(code))).toEqual([]);
  });
});

describe("an entry cannot be posted", () => {
  it("when any line is changed by any amount", () => {
    fc.assert(
      fc.property(anyKind, anyAmount, fc.nat(), anyAmount, (kind, amount, pick, change) => {
        const lines = wholeEntry(kind, amount);
        const index = pick % lines.length;
        const moved = lines.map((line, at) =>
          at === index ? { ...line, amount: addCents(line.amount, cents(change)) } : line,
        );
        expect(faultsOf(kind, moved)).not.toEqual([]);
      }),
    );
  });

  it("when debits and credits are swapped", () => {
    fc.assert(
      fc.property(anyKind, anyAmount, (kind, amount) => {
        expect(faultsOf(kind, mirrored(wholeEntry(kind, amount)))).not.toEqual([]);
      }),
    );
  });

  it("when any of its accounts is replaced by one of another code", () => {
    fc.assert(
      fc.property(anyKind, fc.nat(), fc.constantFrom(...codes), (kind, pick, code) => {
        const lines = wholeEntry(kind, 600n);
        const index = pick % lines.length;
        fc.pre(lines[index]?.account.code !== code);
        const exchanged = lines.map((line, at) =>
          at === index ? { ...line, account: keyOf(code) } : line,
        );
        expect(faultsOf(kind, exchanged)).not.toEqual([]);
      }),
    );
  });

  it("when it has one line, no line, or a line of zero", () => {
    const [line] = wholeEntry("opening-savings", 100n) as [EntryLine];
    expect(faultsOf("opening-savings", [])).not.toEqual([]);
    expect(faultsOf("opening-savings", [line])).not.toEqual([]);
    const nothing = wholeEntry("opening-savings", 100n).map(({ account }) => {
      return { account, amount: ZERO_CENTS };
    });
    expect(faultsOf("opening-savings", nothing)).not.toEqual([]);
  });

  it("when it moves money from one member to another", () => {
    const lines = wholeEntry("dividend-to-deposits", 100n).map(({ account, amount }, index) => {
      return { account: { ...account, memberId: BigInt(index) }, amount };
    });
    expect(faultsOf("dividend-to-deposits", lines)).toEqual(["it touches several members"]);
  });

  it("when an account belongs to the wrong party", () => {
    const lines = wholeEntry("opening-savings", 100n).map(({ account, amount }) => {
      return { account: { ...account, memberId: 1n }, amount };
    });
    expect(faultsOf("opening-savings", lines)).toEqual(["bank is held by the wrong party"]);
  });
});
