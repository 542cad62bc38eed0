import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { totals } from "#shared/contract/members/records.ts";
import { totalAddress } from "#shared/contract/members/total-addresses.ts";

const sent: { address: string; token: string | null }[] = [];
vi.stubGlobal("fetch", async (address: string, { headers }: RequestInit) => {
  sent.push({ address, token: new Headers(headers).get("authorization") });
  return new Response(String(sent.length));
});
vi.stubGlobal("localStorage", { getItem: () => null, setItem() {}, removeItem() {} });
vi.stubGlobal("navigator", { language: "en", languages: ["en"] });
vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("window", { addEventListener() {} });

let call: typeof import("./api.ts").call;
let prefetch: typeof import("./prefetched-calls.ts").prefetch;
let session: typeof import("./session.ts");

beforeAll(async () => {
  ({ call } = await import("./api.ts"));
  ({ prefetch } = await import("./prefetched-calls.ts"));
  session = await import("./session.ts");
});
beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  session.beginSession({ token: "t1", memberNo: "MS1" });
});
afterEach(() => {
  vi.useRealTimers();
});

const address = totalAddress("savings", "MS1");
const total = () => call(totals.savings, { params: { memberNo: "MS1" } });

it("gives the answer to the first call alone, of the session that asked", async () => {
  prefetch(address);
  expect(await total()).toBe(1);
  expect(sent).toEqual([{ address, token: "Bearer t1" }]);
  expect(await total()).toBe(2);
});

it("gives no answer that is older than 20 seconds", async () => {
  prefetch(address);
  vi.advanceTimersByTime(20_000);
  expect(await total()).toBe(2);
});

it("gives the next member no answer of the one before", async () => {
  prefetch(address);
  session.endSession("signed-out");
  session.beginSession({ token: "t2", memberNo: "MS2" });
  expect(await call(totals.savings, { params: { memberNo: "MS2" } })).toBe(2);
  expect(sent.at(-1)?.token).toBe("Bearer t2");
});
