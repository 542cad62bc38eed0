import { InfiniteQueryObserver, type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null, setItem() {}, removeItem() {} });
vi.stubGlobal("navigator", { language: "en", languages: ["en"] });
vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("window", { addEventListener() {} });
const { newCache } = await import("./query.ts");
const { ProblemAnswer } = await import("./failure.ts");

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

describe("a read that came too early", () => {
  const tooEarly = (retryAfter: number) =>
    new ProblemAnswer({ status: 429, reason: "too-many", message: "", fields: {}, retryAfter });

  /** Shows a read that is rejected so often, each time with the same wait in seconds. */
  function show(rejections: number, retryAfter: number) {
    let calls = 0;
    const queryFn = async () => {
      calls += 1;
      if (calls <= rejections) throw tooEarly(retryAfter);
      return "here";
    };
    const shown = new QueryObserver(cache, { queryKey: ["early"], queryFn });
    const stop = shown.subscribe(() => undefined);
    return { result: () => shown.getCurrentResult(), calls: () => calls, stop };
  }

  it("is made again after the time that the server says, each time a little later", async () => {
    const read = show(2, 1);
    await vi.advanceTimersByTimeAsync(1001);
    expect([read.calls(), read.result().isPending]).toEqual([2, true]);
    await vi.advanceTimersByTimeAsync(2001);
    expect(read.result().data).toBe("here");
    read.stop();
  });

  it("is a failure if the wait is long, or if it is rejected again and again", async () => {
    const long = show(1, 60);
    await settled();
    expect([long.calls(), long.result().isError]).toEqual([1, true]);
    long.stop();
    cache.clear();
    const often = show(Number.POSITIVE_INFINITY, 1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([often.calls(), often.result().isError]).toEqual([6, true]);
    often.stop();
  });
});
