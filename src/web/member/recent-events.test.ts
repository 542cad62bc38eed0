import { expect, it } from "vitest";
import { newestFirst, STILL_OPEN } from "./recent-events.ts";

it("the newest event comes first, after what may be changed, and a day keeps its order", () => {
  const events = [
    { at: "2026-05-28T06:00:00Z", what: "a new device" },
    { at: "2026-06-10", what: "a decline" },
    { at: "2026-06-10T05:00:00Z", what: "a payment" },
    { at: STILL_OPEN, what: "a choice" },
  ];
  expect(newestFirst(events).map(({ what }) => what)).toEqual([
    "a choice",
    "a decline",
    "a payment",
    "a new device",
  ]);
});
