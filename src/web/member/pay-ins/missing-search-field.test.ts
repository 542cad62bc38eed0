import { describe, expect, it } from "vitest";
import { missingSearchField } from "./missing-search-field.ts";

describe("a search for a payment without a code", () => {
  it("has its problem at the field that is empty", () => {
    expect(missingSearchField({ amount: "500", day: "" })).toBe("day");
    expect(missingSearchField({ amount: "", day: "2026-04-14" })).toBe("amount");
    expect(missingSearchField({ amount: "", day: "" })).toBe("receipt");
    expect(missingSearchField({ amount: "500", day: "2026-04-14" })).toBeNull();
  });
});
