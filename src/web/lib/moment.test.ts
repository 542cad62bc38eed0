import { expect, it } from "vitest";
import { formatInstant, formatMoment } from "./moment.ts";

it("formats an instant in Nairobi in one form, in either language", () => {
  const instant = Date.parse("2026-04-07T06:12:00Z");
  expect(formatMoment(instant, "en")).toBe("7 Apr 2026, 09:12");
  expect(formatMoment(instant, "sw")).toBe("7 Apr 2026, 09:12");
  expect(formatMoment(Date.parse("2026-04-14T21:05:00Z"), "en")).toBe("15 Apr 2026, 00:05");
  expect(formatInstant("2026-09-14T06:12:40Z", "en")).toBe("14 Sep 2026, 09:12:40");
});
