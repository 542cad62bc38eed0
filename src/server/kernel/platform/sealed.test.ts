import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seal, sealingKey, unseal } from "./sealed.ts";

const key = sealingKey("kX2v9QmR7tLw4ZpB8nJd6HsF3yGcA5eU", "second factor");

describe("sealed data", () => {
  it("opens for its owner, and is another text each time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, owner) => {
        const sealed = seal(key, text, owner);
        expect(unseal(key, sealed, owner)).toBe(text);
        expect(seal(key, text, owner)).not.toEqual(sealed);
      }),
    );
  });

  it("opens for nobody else, with no other key, and not after any change", () => {
    const sealed = seal(key, "GEZDGNBVGY3TQOJQ", "login:1");
    expect(Buffer.from(sealed).toString("latin1")).not.toContain("GEZDGNBV");
    expect(() => unseal(key, sealed, "login:2")).toThrow();
    const others = [sealingKey("another", "second factor"), sealingKey("kX2v9QmR7tLw", "codes")];
    for (const other of others) expect(() => unseal(other, sealed, "login:1")).toThrow();
    for (const at of sealed.keys()) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal(key, changed, "login:1"), String(at)).toThrow();
    }
  });
});
