import { InfiniteQueryObserver, type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null, setItem() {}, removeItem() {} });
vi.stubGlobal("navigator", { language: "en", languages: ["en"] });
vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("window", { addEventListener() {} });
const { newCache } = await import("./query.ts");

let cache: QueryClient;
let answers: ((value: string) => void)[];
const queryFn = () => new Promise<string>((answer) => answers.push(answer));
const settled = () => vi.advanceTimersByTimeAsync(1);

beforeEach(() => {
  vi.useFakeTimers();
  cache = newCache();
  answers = [];
});

afterEach(() => {
  vi.useRealTimers();
});

it("asks again for a page's first answer that was on its way during a change", async () => {
  const shown = new QueryObserver(cache, { queryKey: ["page"], queryFn });
  const stop = shown.subscribe(() => undefined);
  void cache.invalidateQueries();
  answers[0]?.("before");
  await settled();
  answers[1]?.("after");
  await settled();
  expect(shown.getCurrentResult().data).toBe("after");
  stop();
});

it("asks again for a list's first page that was on its way during a change", async () => {
  const shown = new InfiniteQueryObserver(cache, {
    queryKey: ["list"],
    queryFn,
    initialPageParam: "",
    getNextPageParam: () => null,
  });
  const stop = shown.subscribe(() => undefined);
  void cache.invalidateQueries({ queryKey: ["list"] });
  answers[0]?.("before");
  await settled();
  answers[1]?.("after");
  await settled();
  expect(shown.getCurrentResult().data?.pages).toEqual(["after"]);
  stop();
});

it("keeps no answer from before a change that was loaded ahead", async () => {
  void cache.prefetchQuery({ queryKey: ["ahead"], queryFn });
  void cache.invalidateQueries();
  answers[0]?.("before");
  await settled();
  expect(cache.getQueryData(["ahead"])).toBeUndefined();
});

it("leaves a page that is about to close with the call it waits for", async () => {
  const shown = new QueryObserver(cache, { queryKey: ["page"], queryFn });
  const stop = shown.subscribe(() => undefined);
  await cache.invalidateQueries({ refetchType: "none" });
  answers[0]?.("before");
  await settled();
  expect(shown.getCurrentResult().data).toBe("before");
  stop();
});
