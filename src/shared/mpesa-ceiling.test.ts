import { expect, it } from "vitest";
import { cents, shillings } from "./money.ts";
import { isPaidByMpesa } from "./mpesa-ceiling.ts";

it.each([
  [shillings(1), true],
  [shillings(250_000), true],
  [cents(25_000_100n), false],
  [cents(150n), false],
  [cents(0n), false],
  [cents(-100n), false],
])("M-Pesa pays %s cents: %s", (amount, isPaid) => {
  expect(isPaidByMpesa(amount)).toBe(isPaid);
});
