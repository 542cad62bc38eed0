import { describe, expect, it } from "vitest";
import { maskedId, maskedMobile } from "./masked.ts";

describe("a masked phone and ID", () => {
  it("show enough to distinguish two people and no more", () => {
    expect(maskedMobile("+254712000482")).toBe("0712 *** 482");
    expect(maskedMobile("")).toBe("");
    expect(maskedMobile("+1 212 555 0100")).toBe("***");
    expect(maskedId("28416903")).toBe("***903");
    expect(maskedId("4711")).toBe("***11");
    expect(maskedId("")).toBe("");
  });
});
