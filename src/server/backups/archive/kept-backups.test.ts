import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nairobiDate } from "#shared/calendar-date.ts";
import { KEPT, keptBackups } from "./kept-backups.ts";

const DAY_MS = 86_400_000;
const instants = fc.array(
  fc.date({ min: new Date("2024-01-01"), max: new Date("2028-01-01"), noInvalidDate: true }),
  { maxLength: 200 },
);
const times = (dates: readonly Date[]) => dates.map((date) => date.getTime());

/** The backups left after one was made each night at two o'clock in Nairobi, for some nights. */
function afterNights(nights: number): Date[] {
  let left: Date[] = [];
  for (let night = 0; night < nights; night += 1) {
    const at = new Date(Date.parse("2026-01-01T23:00:00Z") + night * DAY_MS);
    left = keptBackups([...left, at]);
  }
  return left;
}

describe("of the nightly backups", () => {
  it("the newest is always kept, and never more than 24", () => {
    fc.assert(
      fc.property(instants, (made) => {
        const kept = times(keptBackups(made));
        expect(kept.length).toBeLessThanOrEqual(KEPT.days + KEPT.weeks + KEPT.months);
        expect(times(made)).toEqual(expect.arrayContaining(kept));
        if (made.length > 0) expect(kept[0]).toBe(Math.max(...times(made)));
      }),
    );
  });

  it("those that are kept do not depend on the order, or on asking again", () => {
    fc.assert(
      fc.property(instants, (made) => {
        const kept = keptBackups(made);
        expect(times(keptBackups(made.toReversed()))).toEqual(times(kept));
        expect(times(keptBackups(kept))).toEqual(times(kept));
      }),
    );
  });

  it("seven days, five weeks and twelve months are kept after each night of two years", () => {
    const left = afterNights(730);
    const newest = left[0]?.getTime() ?? 0;
    const ages = left.map((at) => Math.round((newest - at.getTime()) / DAY_MS));
    expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // Weeks end on Sunday: the newest of each of the four before this one.
    expect(ages.filter((age) => age >= 7 && age <= 34).length).toBeGreaterThanOrEqual(3);
    expect(new Set(left.map((at) => nairobiDate(at).slice(0, 7))).size).toBe(12);
    expect(ages.at(-1)).toBeGreaterThan(300);
  });
});
