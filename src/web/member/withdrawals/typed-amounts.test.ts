import { describe, expect, it } from "vitest";
import { MONTHLY, typedTransfer } from "./typed-transfer.ts";
import { typedWithdrawal } from "./typed-withdrawal.ts";

describe("an amount far above the balance", () => {
  const amount = "1000000000";

  it("is read by a withdrawal, so that the most is told", () => {
    const standing = { accounts: [] } as unknown as Parameters<typeof typedWithdrawal>[0];
    const values = { accountNo: "", channel: "phone", amount, code: "" };
    expect(typedWithdrawal(standing, values).amount).toBe(100_000_000_000n);
  });

  it("is read by a transfer at once, but not by an order, which has no most", () => {
    const accounts = { accounts: [], loans: [], deposits: 0, shareCapital: 0 };
    const read = (when: string) => {
      const values = { accountNo: "", to: "deposits", loanNo: "", amount, when, day: "1" };
      return typedTransfer(accounts as unknown as Parameters<typeof typedTransfer>[0], values);
    };
    expect(read("once").amount).toBe(100_000_000_000n);
    expect(read(MONTHLY).amount).toBeNull();
  });
});
