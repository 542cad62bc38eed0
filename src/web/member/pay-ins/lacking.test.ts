import { describe, expect, it } from "vitest";
import { lackingOf } from "./lacking.ts";

describe("a search for a payment without a code", () => {
  it("has its problem at the field that is empty", () => {
    expect(lackingOf({ amount: "500", day: "" })).toBe("day");
    expect(lackingOf({ amount: "", day: "2026-04-14" })).toBe("amount");
    expect(lackingOf({ amount: "", day: "" })).toBe("receipt");
    expect(lackingOf({ amount: "500", day: "2026-04-14" })).toBeNull();
  });
});
