import { expect, it } from "vitest";
import { formatMoment } from "./moment.ts";

it("formats an instant in Nairobi time, in either language", () => {
  const instant = Date.parse("2026-04-14T06:12:00Z");
  expect(formatMoment(instant, "en")).toBe("Tuesday 14 April 2026, 9.12");
  expect(formatMoment(instant, "sw")).toBe("Jumanne 14 Aprili 2026, 9.12");
  expect(formatMoment(Date.parse("2026-04-14T21:05:00Z"), "en")).toBe(
    "Wednesday 15 April 2026, 0.05",
  );
});
