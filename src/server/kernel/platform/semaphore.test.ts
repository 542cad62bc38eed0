import { describe, expect, it } from "vitest";
import { Problem } from "./problem.ts";
import { Semaphore } from "./semaphore.ts";

/** Work that ends on request. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end: () => end() };
}

describe("a semaphore", () => {
  it("lets a number run at once, the others in the order they came", async () => {
    const turns = new Semaphore({ atOnce: 1, waitMilliseconds: 10_000 });
    const first = held();
    const order: number[] = [];
    const done = [
      turns.inTurn(first.work),
      turns.inTurn(async () => order.push(1)),
      turns.inTurn(async () => order.push(2)),
    ];
    expect(order).toEqual([]);
    first.end();
    await Promise.all(done);
    expect(order).toEqual([1, 2]);
  });

  it("rejects a caller whose turn does not come in time, and loses no turn", async () => {
    const turns = new Semaphore({ atOnce: 1, waitMilliseconds: 20 });
    const first = held();
    const holding = turns.inTurn(first.work);
    await expect(turns.inTurn(async () => 1)).rejects.toThrow(
      new Problem("busy", { retryAfter: 2 }),
    );
    first.end();
    await holding;
    expect(await turns.inTurn(async () => 2)).toBe(2);
  });

  it("gets a turn back from work that fails", async () => {
    const turns = new Semaphore({ atOnce: 1, waitMilliseconds: 20 });
    const failing = turns.inTurn(() => Promise.reject(new Error("it fails")));
    await expect(failing).rejects.toThrow("it fails");
    expect(await turns.inTurn(async () => 3)).toBe(3);
  });
});
