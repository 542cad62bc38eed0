import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { registerOtp, signOut } from "#shared/contract/identity/auth.ts";

// The browser's fetch, whose replies are all lost.
const asked: RequestInit[] = [];
vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
  asked.push(init);
  throw new TypeError("the reply was lost");
});
vi.stubGlobal("localStorage", { getItem: () => null, setItem() {}, removeItem() {} });
vi.stubGlobal("navigator", { language: "en", languages: ["en"] });
vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("window", { addEventListener() {} });

let call: typeof import("./api.ts").call;

beforeAll(async () => {
  ({ call } = await import("./api.ts"));
});
afterAll(() => vi.useRealTimers());

const keyOf = (init: RequestInit | undefined) => new Headers(init?.headers).get("idempotency-key");

it("a write that got no answer is another one once what it asked for is over", async () => {
  vi.useFakeTimers();
  for (const passed of [0, 299_000, 1000]) {
    vi.setSystemTime(Date.now() + passed);
    const body = { memberNo: "MS1" };
    await expect(call(registerOtp, { body, sameForMs: 300_000 })).rejects.toThrow();
  }
  expect(keyOf(asked[1])).toBe(keyOf(asked[0]));
  expect(keyOf(asked[2])).not.toBe(keyOf(asked[0]));
});

it("a call may outlive its tab, as Log Out does", async () => {
  await expect(call(signOut, { outlivesTab: true })).rejects.toThrow();
  expect(asked.at(-1)?.keepalive).toBe(true);
});

it("a call whose signal is aborted already is not made, and does not wait", async () => {
  const stopped = AbortSignal.abort();
  await expect(call(signOut, { signal: stopped })).rejects.toMatchObject({ why: "network" });
  expect(asked.at(-1)?.signal?.aborted).toBe(true);
});

it("a call whose signal is aborted while it waits is stopped", async () => {
  const stop = new AbortController();
  const calling = call(signOut, { signal: stop.signal });
  stop.abort();
  await expect(calling).rejects.toThrow();
  expect(asked.at(-1)?.signal?.aborted).toBe(true);
});
