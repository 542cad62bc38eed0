import { availableParallelism } from "node:os";
import { hash } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { PasswordHasher } from "./password-hash.ts";
import { Problem } from "./problem.ts";

const options = { pepper: "pepper", queue: 256, waitMilliseconds: 5000 };

describe("the password hasher", () => {
  it("makes argon2id strings at the cost that security.md names", async () => {
    const phc = await new PasswordHasher(options).hash("korosho-tamu-41");
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("accepts a password however its letters are composed, and no other", async () => {
    const hasher = new PasswordHasher(options);
    const phc = await hasher.hash("caf\u00e9-nairobi");
    expect(await hasher.verify(phc, "cafe\u0301-nairobi")).toBe(true);
    expect(await hasher.verify(phc, "cafe-nairobi")).toBe(false);
    expect(await hasher.verify(null, "caf\u00e9-nairobi")).toBe(false);
  });

  it("opens nothing with another pepper", async () => {
    const phc = await new PasswordHasher(options).hash("korosho-tamu-41");
    const other = new PasswordHasher({ ...options, pepper: "another" });
    expect(await other.verify(phc, "korosho-tamu-41")).toBe(false);
  });

  it("rejects work over the queue limit, and work that has waited too long", async () => {
    const atOnce = Math.max(1, availableParallelism() - 1);
    const hasher = new PasswordHasher({ ...options, queue: 1 });
    const tries = Array.from({ length: atOnce + 5 }, () => hasher.hash("korosho-tamu-41"));
    const settled = await Promise.allSettled(tries);
    const refused = settled.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(4);
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(Problem);
      expect((reason as Problem).code).toBe("busy");
    }
    const hurried = new PasswordHasher({ ...options, waitMilliseconds: 0 });
    const late = await Promise.allSettled(
      Array.from({ length: atOnce * 40 }, () => hurried.hash("korosho-tamu-41")),
    );
    expect(late.some(({ status }) => status === "rejected")).toBe(true);
    expect(await hurried.hash("korosho-tamu-41")).toContain("argon2id");
  });

  it("gives every other turn to known callers, however many strangers wait", async () => {
    const atOnce = Math.max(1, availableParallelism() - 1);
    const hasher = new PasswordHasher(options);
    const phc = await hasher.hash("korosho-tamu-41");
    const done: string[] = [];
    const ask = async (lane: "known" | "strangers") => {
      await hasher.verify(phc, "korosho-tamu-41", lane);
      done.push(lane);
    };
    const strangers = Array.from({ length: 20 + atOnce }, () => ask("strangers"));
    const known = Array.from({ length: 5 }, () => ask("known"));
    await Promise.all([...strangers, ...known]);
    // The jobs that ran before the first of them came, then turn by turn.
    expect(done.lastIndexOf("known")).toBeLessThan(3 * atOnce + 2 * 5);
  });

  it("rejects strangers before they begin, and keeps places for known callers", async () => {
    const atOnce = Math.max(1, availableParallelism() - 1);
    const hasher = new PasswordHasher({ ...options, queue: 1, knownQueue: 1 });
    let leave = (): void => {};
    const stays = new Promise<void>((resolve) => (leave = resolve));
    const held = Array.from({ length: atOnce + 1 }, () =>
      hasher.withPlace("strangers", () => stays),
    );
    const begun: string[] = [];
    const begin = async (lane: string) => begun.push(lane);
    await expect(hasher.withPlace("strangers", () => begin("strangers"))).rejects.toMatchObject({
      code: "busy",
    });
    await hasher.withPlace("known", () => begin("known"));
    leave();
    await Promise.all(held);
    await hasher.withPlace("strangers", () => begin("again"));
    expect(begun).toEqual(["known", "again"]);
  });

  it("recognises a hash made at a lower cost", async () => {
    const hasher = new PasswordHasher(options);
    const weak = await hash("x", { memoryCost: 8192, timeCost: 2, parallelism: 1 });
    expect(hasher.isOutdated(weak)).toBe(true);
    expect(hasher.isOutdated(await hasher.hash("x"))).toBe(false);
  });
});
