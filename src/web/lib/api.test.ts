import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { post } from "#shared/contract/cases/own.ts";
import { registerOtp, signOut } from "#shared/contract/identity/auth.ts";

// Replaces `fetch` with one that loses every reply.
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
let keyOfWrite: typeof import("./api.ts").keyOfWrite;

beforeAll(async () => {
  ({ call, keyOfWrite } = await import("./api.ts"));
});
afterEach(() => {
  asked.length = 0;
  vi.useRealTimers();
});

const keyOf = (init: RequestInit | undefined) => new Headers(init?.headers).get("idempotency-key");

it("treats an unanswered write as new once its result is no longer wanted", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const passed of [0, 299_000, 1000]) {
    vi.setSystemTime(Date.now() + passed);
    const body = { memberNo: "MS1" };
    await expect(call(registerOtp, { body, sameForMs: 300_000 })).rejects.toThrow();
  }
  expect(keyOf(asked[1])).toBe(keyOf(asked[0]));
  expect(keyOf(asked[2])).not.toBe(keyOf(asked[0]));
});

it("keeps a write for later with the key of the same one whose answer was lost", async () => {
  const request = { body: { kind: "question", anonymous: false, suggestion: "When?" } } as const;
  await expect(call(post, request)).rejects.toThrow();
  const { key } = keyOfWrite(post, request);
  expect(key).toBe(keyOf(asked[0]));
  const other = { body: { ...request.body, suggestion: "Where?" } };
  expect(keyOfWrite(post, other).key).not.toBe(key);
  await expect(call(post, { ...request, key })).rejects.toThrow();
  expect(keyOf(asked[1])).toBe(key);
});

it("lets a call outlive its tab, as Log Out does", async () => {
  await expect(call(signOut, { outlivesTab: true })).rejects.toThrow();
  expect(asked.at(-1)?.keepalive).toBe(true);
});

it("does not make a call, or wait, when its signal is already aborted", async () => {
  const stopped = AbortSignal.abort();
  const before = asked.length;
  await expect(call(signOut, { signal: stopped })).rejects.toMatchObject({ why: "network" });
  expect(asked.length).toBe(before);
});

it("stops a call whose signal is aborted while it waits", async () => {
  const stop = new AbortController();
  const calling = expect(call(signOut, { signal: stop.signal })).rejects.toThrow();
  // A write begins once its press shows.
  await vi.waitUntil(() => asked.length > 0);
  stop.abort();
  await calling;
  expect(asked.at(-1)?.signal?.aborted).toBe(true);
});
