import { expect, it } from "vitest";
import { loanMessages } from "./messages.ts";

it("fits every text of a loan into one SMS, in both languages, at its longest", () => {
  const params = {
    society: "Uzima Sacco",
    loanNo: "INS-2026-10000",
    amount: "100,000.00",
    balance: "100,000.00",
    total: "104,500.00",
    phone: "0709 000 210",
    paid: "100,000.00",
    way: "M-Pesa",
    receipt: "TKQ4R5S6T7",
  };
  const texts = loanMessages.filter(({ name }) => !name.endsWith("-email"));
  for (const { name, render } of texts) {
    for (const language of ["en", "sw"] as const) {
      const { text } = render(language, params);
      expect(text.length, name).toBeLessThanOrEqual(160);
      expect(text).not.toMatch(/\{|[^\x20-\x7e]/);
    }
  }
});

it("fills every e-mail of a loan in both languages, with the values of each step", () => {
  const news = ["society", "phone", "name", "loanNo", "amount", "principal", "fee", "total"];
  const more = ["months", "deduction", "schedule", "reason", "receipt", "balance", "paid", "way"];
  const params = Object.fromEntries([...news, ...more].map((name) => [name, `<${name}>`]));
  const mails = loanMessages.filter(({ name }) => name.endsWith("-email"));
  expect(mails).toHaveLength(14);
  for (const { name, render } of mails) {
    const [english, kiswahili] = (["en", "sw"] as const).map((language) =>
      render(language, params),
    );
    expect(`${english?.subject} ${english?.text}`, name).not.toContain("{");
    expect(`${kiswahili?.subject} ${kiswahili?.text}`, name).not.toContain("{");
    expect(english?.subject).not.toBe(kiswahili?.subject);
    for (const place of ["<loanNo>", "<total>", "<deduction>", "<phone>", "<name>"]) {
      expect(english?.text, name).toContain(place);
      expect(kiswahili?.text, name).toContain(place);
    }
  }
});
