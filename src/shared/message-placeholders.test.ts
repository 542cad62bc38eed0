import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fill } from "./language.ts";
import { goesWithoutBudget } from "./message-kinds.ts";
import { faultsOfPlaces, placesIn, placesOfText } from "./message-placeholders.ts";

const standard = "{society}: we received Ksh {amount} for loan {loanNo}. Call {phone}.";
const places = placesOfText(standard, [standard]);

describe("a society's own text of a message", () => {
  it.each([
    ["{society}: Ksh {amount} came in for {loanNo}.", [], []],
    ["Ksh {amount} came in for {loanNo}.", [], []],
    ["{society}: Ksh {amount} came in.", ["loanNo"], []],
    ["Thank you.", ["amount", "loanNo"], []],
    ["{amount} {loanNo} {balance}", [], ["balance"]],
    ["{amount} {loanNo} {Amount}", [], ["Amount"]],
    ["{amount} { loanNo }", ["loanNo"], []],
  ])("%s", (text, missing, unknown) => {
    expect(faultsOfPlaces(text, places)).toEqual({ missing, unknown });
  });

  it("without faults leaves no placeholder unfilled and contains each required value", () => {
    const words = fc.constantFrom("Ksh", "kwa", "{amount}", "{loanNo}", "{phone}", "{x}", "{code}");
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), (said) => {
        const text = said.join(" ");
        const { missing, unknown } = faultsOfPlaces(text, places);
        if (missing.length + unknown.length > 0) return;
        const filled = fill(text, { society: "S", phone: "P", amount: "1", loanNo: "LN-1" });
        expect(placesIn(filled)).toEqual([]);
        expect(filled).toContain("LN-1");
      }),
    );
  });

  it("of a code must contain the code", () => {
    const code = "{code} is your code. It lasts 5 minutes. Not you? Call {phone}.";
    const faults = faultsOfPlaces("Your code is here.", placesOfText(code, [code]));
    expect(faults.missing).toEqual(["code"]);
  });
});

it("codes and warnings are sent without a budget, news are not", () => {
  const going = ["otp-reset", "password-changed", "login-created", "contact-change-asked"];
  expect(
    [...going, "loan-policy-set", "sms-budget"].filter((one) => !goesWithoutBudget(one)),
  ).toEqual([]);
  const waiting = ["loan-applied", "dividend-paid", "check-off-received", "guarantee-asked", "new"];
  expect(waiting.filter(goesWithoutBudget)).toEqual([]);
});
