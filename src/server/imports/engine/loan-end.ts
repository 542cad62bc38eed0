import { lastDueOn } from "#server/loans/lending/import-loans.ts";
import type { StagedCheck } from "./staged-check.ts";

/** The end that a file gives for a loan must be in the month of its last instalment. */
export const loanEnd: StagedCheck = {
  column: "end_date",
  code: "books.end",
  text: `select file, row, ${lastDueOn} as ends, s.end_date as said
    from staged_loan s
    where date_trunc('month', s.end_date::timestamp)
      <> date_trunc('month', ${lastDueOn}::timestamp)`,
};
