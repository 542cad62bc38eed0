import { expect, it } from "vitest";
import { languages } from "#shared/language.ts";
import { nameInText } from "#server/loans/lending/guarantee-news.ts";
import { guaranteeMessages } from "./messages.ts";

const params = {
  society: "Uzima Sacco",
  name: "Achieng Adhiambo Odhiambo",
  loanNo: "INS-2026-10000",
  borrower: nameInText("Bartholomew Kiprotich arap Chepkwony-Langat"),
  guarantor: nameInText("Wanjirũ Njeri Kamaũ wa Gĩthĩnji-Mwangi-Otieno"),
  guarantorNo: "MS1001",
  amount: "100,000.00",
  date: "14 May 2026",
  phone: "0709 000 210",
};

const isLetter = ({ name }: { readonly name: string }) => name.endsWith("-email");

it("fits every text of a guarantee into one SMS", () => {
  for (const { name, render } of guaranteeMessages.filter((one) => !isLetter(one))) {
    for (const language of languages) {
      const { text } = render(language, params);
      expect(text.length, `${name} ${language}`).toBeLessThanOrEqual(160);
      expect(text).not.toMatch(/\{|[^\x20-\x7e]/);
    }
  }
});

it("gives every e-mail of a guarantee a subject, a greeting, the facts and a signature", () => {
  const letters = guaranteeMessages.filter(isLetter);
  expect(letters).toHaveLength(guaranteeMessages.length / 2);
  for (const { name, render } of letters) {
    for (const language of languages) {
      const { subject, text } = render(language, params);
      expect(subject, `${name} ${language}`).toMatch(/^Uzima Sacco: .*(loan|mkopo)/);
      expect(text, `${name} ${language}`).toMatch(/^(Dear|Mpendwa) Achieng Adhiambo Odhiambo,\n\n/);
      expect(text).toMatch(/\n(Loan No|Nambari ya mkopo): INS-2026-10000\n/);
      expect(text).toMatch(/0709 000 210\.\n\nUzima Sacco$/);
      expect(subject + text).not.toMatch(/\{/);
    }
  }
});
