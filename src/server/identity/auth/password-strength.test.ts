import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { pauseAfter } from "#server/identity/sessions/sign-in-lock.ts";
import { passwordProblem } from "./password-strength.ts";

const known = {
  owner: ["MS1001", "+254712000482", "Wanjiru Njeri Kamau", "28416903"],
  society: ["Uzima Hospital Staff Sacco", "Uzima Sacco"],
};

describe("a new password", () => {
  it.each([
    ["1234567", "password.short"],
    ["é".repeat(7), "password.short"],
    ["x".repeat(120) + "abcdefghi", "password.long"],
    ["password", "password.common"],
    ["Password1!", "password.common"],
    ["aaaaaaaaaa", "password.common"],
    ["WanjiruKamau1", "password.yours"],
    ["njeri-2026", "password.yours"],
    ["0712000482", "password.yours"],
    ["712000482abc", "password.yours"],
    ["28416903", "password.yours"],
    ["ms1001ms1001", "password.yours"],
    ["UzimaSacco2026", "password.society"],
    ["uzima-hospital9", "password.society"],
    ["Desemba2026", "password.society"],
    ["Krismasi 2026", "password.society"],
  ])("%s is rejected: %s", (password, problem) => {
    expect(passwordProblem(password, known)).toBe(problem);
  });

  it.each([
    "Demo-2026-mwanachama",
    "korosho-tamu-41",
    "kamau anapenda chai ya rangi",
    "пароль-на-море",
    "12 ng'ombe wekundu",
    "x".repeat(64) + "abcdefgh",
  ])("%s is accepted: there is no composition rule", (password) => {
    expect(passwordProblem(password, known)).toBeNull();
  });

  it("is compared by code points after NFKC, so different spellings are the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 140 }), (password) => {
        const normal = password.normalize("NFKC");
        expect(passwordProblem(password, known)).toBe(passwordProblem(normal, known));
      }),
    );
  });
});

describe("the pause after wrong passwords", () => {
  it("begins at the fifth with 30 s, doubles, and is 30 min from the tenth", () => {
    const pauses = Array.from({ length: 12 }, (_, n) => pauseAfter(n + 1, limitDefaults));
    expect(pauses).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 1800, 1800, 1800]);
  });

  it("never gets shorter as failures grow", () => {
    const failures = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(
        failures,
        (n) => pauseAfter(n + 1, limitDefaults) >= pauseAfter(n, limitDefaults),
      ),
    );
  });
});
