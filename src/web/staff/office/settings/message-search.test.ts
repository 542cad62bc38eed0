import { expect, it } from "vitest";
import { holds } from "./message-search.ts";

const worded = (text: string) => ({ subject: "", text });
const standard = {
  en: worded("Loan {loanNo} is approved."),
  sw: worded("Mkopo {loanNo} umeidhinishwa."),
};
const own = { en: worded("Good news on {loanNo}"), sw: worded("Habari njema za {loanNo}") };
const name = { title: "Loan approved", when: "An application is approved" };

it.each([
  ["nothing", ""],
  ["its name, in any case", "LOAN app"],
  ["when it leaves", "application"],
  ["a word of the text in English", "loanno"],
  ["a word of the text in Kiswahili", "umeidhinishwa"],
  ["words of the name and of the text, spaces around them", "  approved   mkopo "],
  ["the society's own words", "njema"],
])("finds a message by %s", (_, search) => {
  expect(holds({ standard, own }, name, search)).toBe(true);
});

it("does not find a message that lacks one of several words", () => {
  expect(holds({ standard, own }, name, "loan declined")).toBe(false);
  expect(holds({ standard }, name, "njema")).toBe(false);
});
