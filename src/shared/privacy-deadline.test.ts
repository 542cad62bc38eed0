import fc from "fast-check";
import { expect, it } from "vitest";
import { type CalendarDate, nairobiDate } from "./calendar-date.ts";
import { privacyDays, privacyDueOn, privacyKinds } from "./privacy-deadline.ts";

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
    fc.property(kinds, instants, (kind, instant) => {
      const received = nairobiDate(instant);
      const days = (Date.parse(privacyDueOn(kind, received)) - Date.parse(received)) / 86_400_000;
      expect(days).toBe(privacyDays[kind]);
    }),
  );
});
