import { describe, expect, it } from "vitest";
import { parseTypedForLimit } from "#shared/money.ts";
import { amountProblem } from "./typed-pay-in.ts";

const words = { notAmount: "not an amount", whole: "no cents", more: "at most {most}" };
const told = (typed: string) => amountProblem({ most: 250_000 }, parseTypedForLimit(typed), words);

describe("the amount of a payment from a phone", () => {
  it("is told the most of one payment before it is confirmed, however large it is", () => {
    expect(told("250000")).toBeNull();
    expect(told("250001")).toBe("at most 250,000.00");
    expect(told("1000000000")).toBe("at most 250,000.00");
  });

  it("has its form and its cents checked", () => {
    expect(told("1.005")).toBe("not an amount");
    expect(told("10.50")).toBe("no cents");
  });
});
