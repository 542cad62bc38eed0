import { describe, expect, it } from "vitest";
import { offlineReadingEn as words } from "#shared/messages/members/offline-reading-en.ts";
import { digitsOf, pinProblem } from "./pin-strength.ts";

describe("a PIN for reading offline", () => {
  it("has six digits or more", () => {
    expect(pinProblem("13579", words)).toBe(words.tooShort);
    expect(pinProblem("", words)).toBe(words.tooShort);
    expect(pinProblem("402917", words)).toBeNull();
    expect(pinProblem("40291740", words)).toBeNull();
  });

  it.each(["111111", "123456", "654321", "121212", "123123", "000000000"])(
    "is not one that is guessed first: %s",
    (pin) => {
      expect(pinProblem(pin, words)).toBe(words.easy);
    },
  );

  it("is made of digits alone", () => {
    expect(digitsOf("40 29-17x")).toBe("402917");
  });
});
