import { afterEach, describe, expect, it, vi } from "vitest";
import { makeVault, openVault } from "./seal.ts";

const PIN = "402917";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the seal of figures kept for reading offline", () => {
  it("costs 600,000 rounds of PBKDF2 for each PIN that is tried", async () => {
    const derived = vi.spyOn(crypto.subtle, "deriveBits");
    const vault = await makeVault(PIN, "MS1001");
    expect(await openVault("402918", vault)).toBeNull();
    const rounds = derived.mock.calls.map(([how]) => (how as Pbkdf2Params).iterations);
    expect(rounds).toEqual([600_000, 600_000]);
  });

  it("needs the device's key, which no script can read", async () => {
    const { device, publicKey } = await makeVault(PIN, "MS1001");
    expect(device.extractable).toBe(false);
    await expect(crypto.subtle.exportKey("raw", device)).rejects.toThrow();
    expect(publicKey.type).toBe("public");
  });

  it("opens with the PIN and the device's key alone, to a key no script can read", async () => {
    const vault = await makeVault(PIN, "MS1001");
    const { device } = await makeVault(PIN, "MS1001");
    expect((await openVault(PIN, vault))?.extractable).toBe(false);
    expect(await openVault(PIN, { ...vault, device })).toBeNull();
  });

  it("has another salt for each vault", async () => {
    const [one, other] = [await makeVault(PIN, "MS1001"), await makeVault(PIN, "MS1001")];
    expect(one.salt).not.toEqual(other.salt);
  });
});
