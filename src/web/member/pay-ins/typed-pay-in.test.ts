import { describe, expect, it } from "vitest";
import { parseTypedForLimit } from "#shared/money.ts";
import type { PromptBasis } from "#shared/pay-in-prompts.ts";
import { amountProblems, partDue, typedPayIn } from "./typed-pay-in.ts";

const words = { notAmount: "not an amount", whole: "no cents", more: "at most {most}" };
const told = (typed: string, basis: PromptBasis = "amount") =>
  amountProblems({ most: 250_000 }, { basis, amount: parseTypedForLimit(typed) }, words);

describe("the amount of a payment from a phone", () => {
  it("shows the maximum of one payment before confirmation, however large it is", () => {
    expect(told("250000")).toEqual({});
    expect(told("250001")).toEqual({ amount: "at most 250,000.00" });
    expect(told("1000000000")).toEqual({ amount: "at most 250,000.00" });
  });

  it("has its form and its cents checked", () => {
    expect(told("1.005")).toEqual({ amount: "not an amount" });
    expect(told("10.50")).toEqual({ amount: "no cents" });
  });

  it("has its problem at the basis if it is not typed, as it has no separate field", () => {
    expect(told("300000", "settle")).toEqual({ basis: "at most 250,000.00" });
  });
});

describe("a loan of which all is due", () => {
  const due = { amount: 6270, pay: 6270, dueOn: "2026-09-28", isOverdue: true };
  const loan = { loanNo: "IL1987", purpose: "", typed: "", owed: 6270, settle: 6270, due };
  const partly = { ...loan, settle: 8360, owed: 8360 };

  it("has one amount to pay, and another loan has both", () => {
    expect(partDue(loan)).toBeUndefined();
    expect(partDue(partly)).toBe(due);
  });

  it("is paid in full by a link that asks for what is due", () => {
    const limits = { canPrompt: true, paybill: "", least: 1, most: 250_000, dayMost: 250_000 };
    const read = (one: typeof loan) =>
      typedPayIn(
        { ...limits, mobileNo: "", accounts: [], loans: [one], loanRest: "deposits" },
        { target: "loan IL1987", basis: "instalment", amount: "", mobileNo: "" },
      );
    expect(read(loan)).toMatchObject({ basis: "settle", amount: 627_000n });
    expect(read(partly)).toMatchObject({ basis: "instalment", amount: 627_000n });
  });
});
