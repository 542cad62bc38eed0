import { expect, it } from "vitest";
import { nameInText } from "#server/loans/lending/guarantee-news.ts";
import { guaranteeMessages } from "./messages.ts";

it("fits every text of a guarantee into one SMS, and gives its e-mail a subject", () => {
  const params = {
    society: "Uzima Sacco",
    loanNo: "INS-2026-10000",
    borrower: nameInText("Bartholomew Kiprotich arap Chepkwony-Langat"),
    guarantor: nameInText("Wanjirũ Njeri Kamaũ wa Gĩthĩnji-Mwangi-Otieno"),
    guarantorNo: "MS1001",
    amount: "100,000.00",
    date: "14 May 2026",
    phone: "0709 000 210",
  };
  for (const { name, render } of guaranteeMessages) {
    for (const language of ["en", "sw"] as const) {
      const { subject, text } = render(language, params);
      expect(subject, `${name} ${language}`).toMatch(/^Uzima Sacco: .*(loan|mkopo)/);
      expect(subject).not.toMatch(/\{/);
      expect(text.length, `${name} ${language}`).toBeLessThanOrEqual(160);
      expect(text).not.toMatch(/\{|[^\x20-\x7e]/);
    }
  }
});
