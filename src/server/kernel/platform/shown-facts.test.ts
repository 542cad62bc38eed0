import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Problem, type ShownFact } from "./problem.ts";
import { digestOfShown, requireShown } from "./shown-facts.ts";

const facts = [
  { name: "lines", value: "120" },
  { name: "to-loans", value: "45000.00" },
  { name: "credited", value: "MS1: 100.00" },
  { name: "credited", value: "MS2: 200.00" },
];

describe("the shown facts", () => {
  it("are accepted while they are the same", () => {
    expect(() => requireShown(digestOfShown(facts), facts)).not.toThrow();
  });

  it("are rejected with the facts that changed and their new values", () => {
    const now = facts.map((fact) =>
      fact.name === "to-loans" ? { ...fact, value: "42496.00" } : fact,
    );
    expect(changesOf(() => requireShown(digestOfShown(facts), now))).toEqual([
      { name: "to-loans", value: "42496.00" },
    ]);
  });

  it("name a fact that was added and one that is gone", () => {
    const now = [...facts.slice(1), { name: "to-shares", value: "5.00" }];
    expect(changesOf(() => requireShown(digestOfShown(facts), now))).toEqual([
      { name: "lines", value: "" },
      { name: "to-shares", value: "5.00" },
    ]);
  });

  it("are rejected when the digest is empty or garbled", () => {
    for (const digest of ["", ":", "lines", "lines:", ",,", "x".repeat(4000)]) {
      expect(() => requireShown(digest, facts)).toThrow(Problem);
    }
  });

  it("are accepted exactly when every fact is the same", () => {
    const name = fc.constantFrom("a", "b-c", "d");
    const some = fc.array(fc.record({ name, value: fc.string({ maxLength: 3 }) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(some, some, (shown, now) => {
        const same = sorted(shown) === sorted(now);
        expect(changesOf(() => requireShown(digestOfShown(shown), now)).length === 0).toBe(same);
      }),
    );
  });
});

/** The values of each name in their order; the order of the names does not matter. */
function sorted(list: readonly ShownFact[]): string {
  const names = [...new Set(list.map(({ name }) => name))].toSorted();
  const of = (name: string) => list.filter((f) => f.name === name).map(({ value }) => value);
  return JSON.stringify(names.map((name) => [name, of(name)]));
}

function changesOf(act: () => void): readonly ShownFact[] {
  try {
    act();
    return [];
  } catch (error) {
    if (error instanceof Problem) return error.changes;
    throw error;
  }
}
