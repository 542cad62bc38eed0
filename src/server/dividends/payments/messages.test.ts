import { expect, it } from "vitest";
import { dividendMessages } from "#server/dividends/splits/messages.ts";
import { payoutMessages } from "#server/payouts/desk/messages.ts";
import { paymentMessages } from "./messages.ts";

it("fits every text of a dividend into one SMS, in both languages, at its longest", () => {
  const params = {
    society: "Uzima Sacco",
    year: "2025",
    amount: "1,000,000.00",
    tax: "13,157.89",
    mobile: "1,000,000.00",
    shares: "1,000,000.00",
    loans: "1,000,000.00",
    bills: "1,000,000.00",
    version: "10",
    date: "2026-04-30",
    time: "17:00",
    phone: "0709 000 210",
    where: "phone",
    loanNo: "INS-2026-10000",
    receipt: "TKQ4R5S6T7",
    reference: "WD-100000",
  };
  for (const { name, render } of [...dividendMessages, ...paymentMessages, ...payoutMessages]) {
    for (const language of ["en", "sw"] as const) {
      const { text } = render(language, params);
      expect(text.length, `${name} ${language}`).toBeLessThanOrEqual(160);
      expect(text).not.toMatch(/\{|[^\x20-\x7e]/);
    }
  }
});
