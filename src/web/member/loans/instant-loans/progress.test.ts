import { describe, expect, it } from "vitest";
import { loanStates } from "#shared/contract/loans/instant-loans.ts";
import { isMoving, isPaidOut, stillToCome } from "./progress.ts";

describe("an application's progress", () => {
  it("has less ahead of it with every step, and nothing once it has ended", () => {
    expect(loanStates.map((state) => stillToCome(state).length)).toEqual([3, 2, 0, 0, 1, 0]);
  });

  it("is watched while the office has something to do, and then has a statement or none", () => {
    expect(loanStates.filter(isMoving)).toEqual(["applied", "approved"]);
    expect(loanStates.filter(isPaidOut)).toEqual(["disbursed", "settled"]);
  });
});
