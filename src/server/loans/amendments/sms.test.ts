import { expect, it } from "vitest";
import { codeMessages } from "#server/identity/one-time-codes/messages.ts";

it("fits the code and the new figures into one SMS, in both languages", () => {
  const params = {
    code: "123456",
    society: "Uzima Sacco",
    loanNo: "INS-2026-10000",
    amount: "100,000.00",
    months: "12",
    deduction: "104,500.00",
    total: "104,500.00",
  };
  const template = codeMessages("secret").find(({ name }) => name === "otp-amendment");
  for (const language of ["en", "sw"] as const) {
    const text = template?.render(language, params).text ?? "{";
    expect(text.length, text).toBeLessThanOrEqual(160);
    expect(text).not.toMatch(/\{|[^\x20-\x7e]/);
  }
});
