import { describe, expect, it } from "vitest";
import { findPort } from "../scripts/lib/find-port.js";

describe.runIf(process.platform === "linux")("a port that is found", () => {
  it("is not found again, even before a server listens there", async () => {
    const found = new Set<string>();
    // So many that of numbers drawn at random some would be the same.
    for (let call = 0; call < 400; call += 1) found.add(await findPort());
    expect(found.size).toBe(400);
  });
});
