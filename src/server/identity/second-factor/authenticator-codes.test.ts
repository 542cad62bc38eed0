import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseWrittenCode } from "#shared/written-code.ts";
import {
  enrolmentAddress,
  inGroups,
  newRecoveryCodes,
  newSecret,
  stepOfCode,
} from "./authenticator-codes.ts";

/** The secret of RFC 6238's appendix B, in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("a time-based code", () => {
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %i s has the last six digits of RFC 6238's", (seconds, code) => {
    expect(stepOfCode(SECRET, code, seconds)).toBe(BigInt(Math.floor(seconds / 30)));
  });

  it("returns its time step, at most one away, whatever the moment", () => {
    const at59 = (seconds: number) => stepOfCode(SECRET, "287082", seconds);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 89 }), (seconds) => {
        expect(at59(seconds)).toBe(1n);
      }),
    );
    expect(at59(90)).toBeNull();
  });
});

describe("an enrolment secret", () => {
  it("has 160 bits, different each time", () => {
    const secrets = Array.from({ length: 50 }, newSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(inGroups(SECRET).split(" ")).toHaveLength(8);
  });

  it("names the society and the number, whatever characters are in them", () => {
    const address = new URL(enrolmentAddress(SECRET, "Uzima & Sons: Sacco?", "ST/1_2-3"));
    expect(address.protocol).toBe("otpauth:");
    expect(address.searchParams.get("secret")).toBe(SECRET);
    expect(address.searchParams.get("issuer")).toBe("Uzima & Sons: Sacco?");
    expect(address.searchParams.get("algorithm")).toBe("SHA1");
    expect(decodeURIComponent(address.pathname)).toContain("ST/1_2-3");
  });

  it("comes with ten recovery codes that are read back as they were written", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(parseWrittenCode(code.toLowerCase().replaceAll("-", ""))).toBe(code);
    }
  });
});
