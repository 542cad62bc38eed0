import { describe, expect, it } from "vitest";
import { loanStates } from "#shared/contract/loans/instant-loans.ts";
import { isMoving, isPaidOut, stillToCome } from "./progress.ts";

describe("application progress", () => {
  it("has fewer steps ahead after each one, and none once it has ended", () => {
    expect(loanStates.map((state) => stillToCome(state).length)).toEqual([3, 2, 0, 0, 1, 0]);
  });

  it("is polled while the office has to act, and has a statement once paid out", () => {
    expect(loanStates.filter(isMoving)).toEqual(["applied", "approved"]);
    expect(loanStates.filter(isPaidOut)).toEqual(["disbursed", "settled"]);
  });
});
