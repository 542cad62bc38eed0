import { describe } from "vitest";

/** A scenario: each test is a step that builds on those before it, so they keep their order. */
export function steps(name: string, body: () => void): void {
  describe(name, { shuffle: false }, body);
}
