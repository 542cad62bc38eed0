import { describe, expect, it } from "vitest";
import { parseTypedForLimit } from "#shared/money.ts";
import type { PromptBasis } from "#shared/pay-in-prompts.ts";
import { amountProblems } from "./typed-pay-in.ts";

const words = { notAmount: "not an amount", whole: "no cents", more: "at most {most}" };
const told = (typed: string, basis: PromptBasis = "amount") =>
  amountProblems({ most: 250_000 }, { basis, amount: parseTypedForLimit(typed) }, words);

describe("the amount of a payment from a phone", () => {
  it("is told the most of one payment before it is confirmed, however large it is", () => {
    expect(told("250000")).toEqual({});
    expect(told("250001")).toEqual({ amount: "at most 250,000.00" });
    expect(told("1000000000")).toEqual({ amount: "at most 250,000.00" });
  });

  it("has its form and its cents checked", () => {
    expect(told("1.005")).toEqual({ amount: "not an amount" });
    expect(told("10.50")).toEqual({ amount: "no cents" });
  });

  it("has its problem at the basis if it is not typed, as it has no field of its own", () => {
    expect(told("300000", "settle")).toEqual({ basis: "at most 250,000.00" });
  });
});
