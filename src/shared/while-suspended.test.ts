import { describe, expect, it } from "vitest";
import { mayDo, statesThatMay } from "./while-suspended.ts";

describe("a suspended member", () => {
  it.each([
    ["log-in", false],
    ["begin", false],
    ["leave", true],
    ["overpayment-moved", true],
  ] as const)("may do what is decided for them: %s, %s", (act, may) => {
    expect(mayDo("suspended", act)).toBe(may);
    expect(mayDo("active", act)).toBe(true);
    expect(mayDo("left", act)).toBe(false);
    expect(statesThatMay(act)).toEqual(may ? ["active", "suspended"] : ["active"]);
  });
});
