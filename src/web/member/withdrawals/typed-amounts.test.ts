import { describe, expect, it } from "vitest";
import { MONTHLY, typedTransfer } from "./typed-transfer.ts";
import { mostBy, typedWithdrawal } from "./typed-withdrawal.ts";

describe("an amount far above the balance", () => {
  const amount = "1000000000";

  it("is read by a withdrawal, so that the maximum is shown", () => {
    const standing = { accounts: [] } as unknown as Parameters<typeof typedWithdrawal>[0];
    const values = { accountNo: "", channel: "phone", amount, code: "" };
    expect(typedWithdrawal(standing, values).amount).toBe(100_000_000_000n);
  });

  it("is read by an immediate transfer, but not by an order, which has no maximum", () => {
    const accounts = { accounts: [], loans: [], deposits: 0, shareCapital: 0 };
    const read = (when: string) => {
      const values = { accountNo: "", to: "deposits", loanNo: "", amount, when, day: "1" };
      return typedTransfer(accounts as unknown as Parameters<typeof typedTransfer>[0], values);
    };
    expect(read("once").amount).toBe(100_000_000_000n);
    expect(read(MONTHLY).amount).toBeNull();
  });
});

describe("the most that is offered for a withdrawal", () => {
  const most = (channel: "phone" | "office", balance: number, uncounted = 0) => {
    const accounts = [{ accountNo: "W1", balance, uncounted }];
    const standing = { accounts, rules: { fee: 0 }, leftToday: 1_000_000 };
    return mostBy(channel, standing as unknown as Parameters<typeof mostBy>[1], "W1");
  };

  it("is what M-Pesa pays at once, for a phone", () => {
    expect(most("phone", 12_345.67)).toBe(1_234_500n);
    expect(most("phone", 300_000)).toBe(25_000_000n);
  });

  it("is the whole balance at the office", () => {
    expect(most("office", 12_345.67)).toBe(1_234_567n);
  });

  it("leaves out cash that is not counted yet", () => {
    expect(most("office", 12_345.67, 2000.07)).toBe(1_034_560n);
    expect(most("phone", 1000, 1000)).toBe(0n);
  });
});
