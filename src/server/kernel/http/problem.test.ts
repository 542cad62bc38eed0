import { describe, expect, it } from "vitest";
import { Refusal } from "#server/kernel/platform/refusal.ts";
import { problem } from "./problem.ts";

const messageOf = (refusal: Refusal) =>
  (problem(refusal, "en").body as { message: string; detail: string }).message;

describe("the message of a 422", () => {
  it("says what is wrong, since earlier clients show nothing else", () => {
    const refusal = new Refusal("invalid", {
      fields: [{ field: "password", problem: "password.short" }],
    });
    expect(messageOf(refusal)).toBe("Use 8 characters or more.");
  });

  it("joins at most three different problems, while the list has them all", () => {
    const refusal = new Refusal("invalid", {
      fields: [
        { field: "a", problem: "field.required" },
        { field: "b", problem: "field.required" },
        { field: "c", problem: "password.short" },
        { field: "d", problem: "password.mismatch" },
        { field: "e", problem: "password.common" },
      ],
    });
    expect(messageOf(refusal)).toBe(
      "Please fill this in. Use 8 characters or more. Passwords don't match.",
    );
    expect((problem(refusal, "en").body as { errors: unknown[] }).errors).toHaveLength(5);
  });

  it("keeps the words of a problem that is of no field", () => {
    expect(messageOf(new Refusal("not-enough"))).not.toBe("");
  });
});
