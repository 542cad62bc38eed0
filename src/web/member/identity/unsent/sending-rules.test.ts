import { expect, it } from "vitest";
import type { Unsent } from "#web/lib/unsent.ts";
import {
  changedFigures,
  isHoldingUp,
  isKeyGone,
  nextOf,
  pauseAfter,
  retryAfter,
  standingOf,
} from "./sending-rules.ts";

const HOUR = 3_600_000;
const one: Unsent = {
  id: "a",
  memberNo: "MS1",
  at: 1,
  kind: "case",
  what: "Question",
  address: "/app/Questions",
  drafts: {},
  params: {},
  body: {},
  saw: [],
  changed: null,
  triedAt: null,
  stuckUntil: 0,
  problem: "",
  sealed: false,
};

it("sends the member's oldest item that needs only a connection", () => {
  const rejected = { ...one, id: "rejected", problem: "No." };
  const changed = { ...one, id: "changed", changed: { figures: [], body: {} } };
  const code = { ...one, id: "code", kind: null };
  const other = { ...one, id: "other", memberNo: "MS2" };
  const all = [rejected, changed, code, other, { ...one, id: "b" }, { ...one, id: "c" }];
  expect(nextOf(all, "MS1", 0)?.id).toBe("b");
  expect(nextOf([rejected, code], "MS1", 0)).toBeUndefined();
  expect([rejected, changed, code, one].map(standingOf)).toEqual([
    "rejected",
    "changed",
    "code",
    "waiting",
  ]);
});

it("sends a stuck item after all others, once its wait is over", () => {
  const stuck = { ...one, id: "stuck", stuckUntil: 5000 };
  expect(standingOf(stuck)).toBe("stuck");
  expect(nextOf([stuck, one], "MS1", 6000)?.id).toBe("a");
  expect(nextOf([stuck], "MS1", 4999)).toBeUndefined();
  expect(nextOf([stuck], "MS1", 5000)?.id).toBe("stuck");
  expect([0, 1, 2].map((tries) => isHoldingUp(one, tries))).toEqual([false, false, true]);
  expect(isHoldingUp(stuck, 0)).toBe(true);
});

it("does not repeat a call whose key the server may have forgotten", () => {
  expect(isKeyGone(null, 90 * HOUR)).toBe(false);
  expect(isKeyGone(10 * HOUR, 50 * HOUR)).toBe(false);
  expect(isKeyGone(10 * HOUR, 50 * HOUR + 1)).toBe(true);
  expect(isKeyGone(90 * HOUR, 10 * HOUR)).toBe(true);
});

it("asks when a figure that the member saw has changed, not when it was unknown", () => {
  const saw = [
    { term: "Fee", value: "500.00" },
    { term: "Most", value: "" },
  ];
  expect(changedFigures(saw, ["500.00", "90,000.00"])).toBeNull();
  expect(changedFigures(saw, ["600.00", "90,000.00"])).toEqual([
    { term: "Fee", value: "600.00" },
    { term: "Most", value: "90,000.00" },
  ]);
  expect(changedFigures(saw, [])).toEqual([
    { term: "Fee", value: "" },
    { term: "Most", value: "" },
  ]);
});

it("repeats a call if a busy server asks for it soon, but not after a rule's answer", () => {
  const busy = { status: 429, reason: "too-many", retryAfter: 2 };
  expect(retryAfter(busy, 9)).toBe(2);
  expect(retryAfter({ ...busy, retryAfter: 3600 }, 0)).toBeNull();
  expect(retryAfter({ status: 409, reason: "in-progress", retryAfter: 1 }, 9)).toBe(1);
  expect(retryAfter({ status: 409, reason: "open-application", retryAfter: null }, 0)).toBeNull();
  expect(retryAfter({ status: 500, reason: "", retryAfter: null }, 4)).toBe(16);
  expect(retryAfter({ status: 500, reason: "", retryAfter: null }, 5)).toBeNull();
  expect([0, 1, 4, 5, 60].map(pauseAfter)).toEqual([1, 2, 16, 30, 30]);
});
