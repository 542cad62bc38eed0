import { expect, it } from "vitest";
import { formatNairobiMoment } from "./nairobi-moment.ts";

it("formats a moment in the language of the reader", () => {
  expect(formatNairobiMoment("2026-08-25 09:30", "en")).toBe("25 Aug 2026, 09:30");
  expect(formatNairobiMoment("2026-08-25 09:30", "sw")).toBe("25 Ago 2026, 09:30");
});
