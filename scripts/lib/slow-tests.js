/**
 * The tests that `npm test -- fast` leaves out: they start programs or databases of their own, or
 * walk at random, and take seconds each. A path or the beginning of one.
 */
export const slowTests = [
  "test/command-line.test.ts",
  "test/database-home.test.ts",
  "test/database-mode.test.ts",
  "test/demo.test.ts",
  "test/dev.test.ts",
  "test/faults/",
  "test/office-year/",
  "test/package-audit.test.ts",
  "test/start.test.ts",
  "test/two-societies.test.ts",
  "src/server/dividends/payments/machine.test.ts",
  "src/server/imports/desk/history.test.ts",
  "src/server/kernel/documents/drawing.test.ts",
  "src/server/kernel/platform/embedded-postgres.test.ts",
  "src/server/loans/guarantees/machine.test.ts",
  "src/server/loans/instant-loans/machine.test.ts",
  "src/server/payouts/desk/machine.test.ts",
];
