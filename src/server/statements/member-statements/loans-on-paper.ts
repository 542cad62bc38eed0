import { type Cents, ZERO_CENTS } from "#shared/money.ts";
import type { DatedList } from "#server/kernel/platform/dated-list.ts";

/**
 * Returns a member's loans as a document lists them: without applications, which the screen shows
 * too. An application is not a loan; with a balance of zero it would look repaid on paper. The page
 * lists the same loans by `withoutApplications`.
 */
export function loansOnPaper<Row extends { readonly outstanding: Cents }>({
  curDate,
  rows,
}: DatedList<Row>): DatedList<Row> {
  return { curDate, rows: rows.filter(({ outstanding }) => outstanding !== ZERO_CENTS) };
}
