import { describe, expect, it } from "vitest";
import { parseMemberNo } from "./member-number.ts";

describe("member number", () => {
  it("is the same number in either case", () => {
    expect(parseMemberNo("ms1001")).toBe("MS1001");
    expect(parseMemberNo("4217")).toBe("4217");
    expect(parseMemberNo("a/12_3-B")).toBe("A/12_3-B");
  });

  it("rejects look-alikes, spaces and anything over twenty characters", () => {
    const refused = [
      "",
      " MS1001",
      "MS 1001",
      "ＭＳ1001",
      "MS１",
      "\u212AM1",
      "MS1\u200b",
      "/1",
      "-1",
    ];
    for (const given of [...refused, "A".repeat(21), "MS1\n", "MS1'--"]) {
      expect(parseMemberNo(given)).toBeNull();
    }
  });
});
