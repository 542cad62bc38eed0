import { describe, expect, it } from "vitest";
import { Problem } from "#server/kernel/platform/problem.ts";
import { problemAnswer } from "./problem-answer.ts";

const messageOf = (problem: Problem) =>
  (problemAnswer(problem, "en").body as { message: string; detail: string }).message;

describe("the message of a 422", () => {
  it("says what is wrong, since earlier clients show nothing else", () => {
    const problem = new Problem("invalid", {
      fields: [{ field: "password", problem: "password.short" }],
    });
    expect(messageOf(problem)).toBe("Use 8 characters or more.");
  });

  it("joins at most three different problems, while the list has them all", () => {
    const problem = new Problem("invalid", {
      fields: [
        { field: "a", problem: "field.required" },
        { field: "b", problem: "field.required" },
        { field: "c", problem: "password.short" },
        { field: "d", problem: "password.mismatch" },
        { field: "e", problem: "password.common" },
      ],
    });
    expect(messageOf(problem)).toBe(
      "Please fill this in. Use 8 characters or more. Passwords don't match.",
    );
    expect((problemAnswer(problem, "en").body as { errors: unknown[] }).errors).toHaveLength(5);
  });

  it("keeps the words of a problem that is of no field", () => {
    expect(messageOf(new Problem("not-enough"))).not.toBe("");
  });
});
