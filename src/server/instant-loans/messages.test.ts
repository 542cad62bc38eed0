import { expect, it } from "vitest";
import { loanMessages } from "./messages.ts";

it("fits every text of a loan into one SMS, in both languages, at its longest", () => {
  const params = {
    society: "Uzima Sacco",
    loanNo: "INS-2026-10000",
    amount: "100,000.00",
    balance: "100,000.00",
    phone: "0709 000 210",
  };
  for (const { name, render } of loanMessages) {
    for (const language of ["en", "sw"] as const) {
      const { text } = render(language, params);
      expect(text.length, name).toBeLessThanOrEqual(160);
      expect(text).not.toMatch(/\{|[^\x20-\x7e]/);
    }
  }
});
