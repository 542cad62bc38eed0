import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, type CalendarDate, nairobiDate } from "./calendar-date.ts";
import { daysLeft, privacyDays, privacyDueOn, privacyKinds } from "./privacy-deadline.ts";

const kinds = fc.constantFrom(...privacyKinds);
const instants = fc.date({
  min: new Date("2020-01-01T00:00:00Z"),
  max: new Date("2099-12-31T00:00:00Z"),
  noInvalidDate: true,
});

it("gives 7 days for access and a correction, 14 for erasure and 30 for a copy", () => {
  const day = "2026-04-14" as CalendarDate;
  const due = privacyKinds.map((kind) => [kind, privacyDueOn(kind, day)]);
  expect(Object.fromEntries(due)).toEqual({
    access: "2026-04-21",
    correction: "2026-04-21",
    erasure: "2026-04-28",
    copy: "2026-05-14",
  });
});

it("counts calendar days, whatever month, year or hour a request was received in", () => {
  fc.assert(
    fc.property(kinds, instants, fc.nat(60), (kind, instant, later) => {
      const received = nairobiDate(instant);
      const due = privacyDueOn(kind, received);
      expect(daysLeft(due, received)).toBe(privacyDays[kind]);
      const today = addDays(received, later);
      expect(daysLeft(due, today)).toBe(privacyDays[kind] - later);
      // Late from the day after the last one, and not a day sooner.
      expect(daysLeft(due, today) < 0).toBe(today > due);
    }),
  );
});
