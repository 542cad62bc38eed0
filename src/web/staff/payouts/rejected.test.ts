import { expect, it } from "vitest";
import { payoutsEn } from "#shared/messages/payouts/payouts-en.ts";
import { formatRejection } from "./rejected.ts";

const { results: words } = payoutsEn;
const refused = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ row: place + 2, reference: `DIV-${place + 1}` }));

it("names each payment that was rejected, with its row", () => {
  expect(formatRejection(refused(2), words)).toBe("DIV-1 (row 2), DIV-2 (row 3)");
  expect(formatRejection([{ row: 7, reference: "" }], words)).toBe("row 7, without a reference");
});

it("names twenty and counts those after them", () => {
  const twenty = formatRejection(refused(20), words);
  expect(twenty).toMatch(/DIV-20 \(row 21\)$/);
  expect(formatRejection(refused(21), words)).toBe(`${twenty} and 1 more`);
  expect(formatRejection(refused(50_000), words)).toBe(`${twenty} and 49,980 more`);
});
