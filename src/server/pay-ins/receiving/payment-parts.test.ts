import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addCents, cents, shillings } from "#shared/money.ts";
import { partsOf, type Target, type TargetLoan } from "./payment-parts.ts";

const member: Target = {
  memberId: 1n,
  hasLeft: false,
  isCashCounted: true,
  withdrawableAccounts: ["W-1"],
  loan: null,
};
const lent = (owed: number, state = "disbursed"): TargetLoan => ({
  id: 7n,
  loanNo: "IL-1",
  state,
  owed: shillings(owed),
});
const to = (target: Partial<Target>, purpose: Parameters<typeof partsOf>[1] = "loan") =>
  partsOf({ ...member, ...target }, purpose, shillings(1000), "deposits");

describe("a payment that cannot be credited", () => {
  it("waits for the office with its cause", () => {
    expect(to({ hasLeft: true }, "deposits")).toBe("left");
    expect(to({})).toBe("which-loan");
    for (const state of ["applied", "approved", "declined", "withdrawn"]) {
      expect(to({ loan: lent(5000, state) })).toBe("loan-state");
    }
    expect(to({ withdrawableAccounts: [] }, "withdrawable")).toBe("no-account");
    expect(to({ withdrawableAccounts: ["W-1", "W-2"] }, "withdrawable")).toBe("no-account");
  });
});

describe("a payment of a loan", () => {
  it("goes to deposits as a whole if the loan owes nothing", () => {
    for (const owed of [0, -200]) {
      const parts = to({ loan: lent(owed, "settled") });
      expect(parts).toMatchObject([{ destination: "deposits", amount: shillings(1000) }]);
    }
  });

  it("is not refunded while cash of the member is not counted", () => {
    const target = { ...member, loan: lent(600), isCashCounted: false };
    expect(partsOf(target, "loan", shillings(1000), "refund")).toMatchObject([
      { destination: "loan", amount: shillings(600), refund: 0n },
      { destination: "deposits", amount: shillings(400) },
    ]);
  });

  it("leaves no more on the loan than it owes, and loses no cent", () => {
    const amount = fc.bigInt(1n, 10_000_000_00n);
    const rests = fc.constantFrom("deposits" as const, "refund" as const);
    fc.assert(
      fc.property(amount, fc.bigInt(-500_00n, 1_000_000_00n), rests, (paid, owed, rest) => {
        const loan = { ...lent(0), owed: cents(owed) };
        const parts = partsOf({ ...member, loan }, "loan", cents(paid), rest);
        if (typeof parts === "string") throw new Error(parts);
        expect(addCents(...parts.map(({ amount: one }) => one))).toBe(paid);
        expect(parts.every(({ amount: one }) => one > 0n)).toBe(true);
        const kept = parts
          .filter(({ destination }) => destination === "loan")
          .reduce((sum, one) => sum + one.amount - one.refund, 0n);
        const most = owed > 0n ? owed : 0n;
        expect(kept).toBe(paid < most ? paid : most);
      }),
    );
  });
});
