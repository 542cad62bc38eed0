import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseVerificationCode, verificationCode } from "./verification-code.ts";

describe("the code of a printed statement", () => {
  it("is read back however a person types it", () => {
    const bytes = fc.uint8Array({ minLength: 8, maxLength: 16 });
    fc.assert(
      fc.property(bytes, (random) => {
        const code = verificationCode(random);
        expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}$/);
        expect(parseVerificationCode(code.toLowerCase().replaceAll("-", " "))).toBe(code);
      }),
    );
  });

  it("accepts any characters between the groups and after them", () => {
    for (const typed of [
      "7KQF–2M9D—XP4T",
      " 7kqf.2m9d.xp4t. ",
      "7KQF/2M9D/XP4T",
      "7KQF_2M9D XP4T,",
    ]) {
      expect(parseVerificationCode(typed)).toBe("7KQF-2M9D-XP4T");
    }
  });

  it("rejects a look-alike and another length", () => {
    for (const typed of ["", "ABCD-EFGH", "ABCD-EFGH-JKL0", "ABCD-EFGH-JKLO", "ABCDEFGHJKLMN"]) {
      expect(parseVerificationCode(typed)).toBeNull();
    }
  });
});
