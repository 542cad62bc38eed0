import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import type { ImportFindings } from "./findings.ts";

/**
 * Repeated lines: equal to an earlier one in every cell, without a reference or receipt to
 * distinguish them. Two deposits on one day may be intended, so a person is asked.
 */
const findRepeats = statement({
  text: `select file, row, earlier
    from (
      select file, row, row_number() over same as place, first_value(row) over same as earlier
      from staged_entry e
      where reference_no = '' and receipt_no = '' and kind is not null
        and value_date is not null and amount_cents is not null
        and not exists (select from staged_opening o where o.file = e.file)
      window same as (
        partition by file, member_no, kind, value_date, amount_cents, account, lower(narration)
        order by row)
    ) t where place > 1 order by file, row`,
  row: z.object({ file: z.int(), row: z.int(), earlier: z.int() }),
});

interface AskedSource {
  readonly name: string;
  /** How many repeated lines somebody said are intended. */
  readonly repeatsMeant?: number;
}

/**
 * Adds the repeated lines, with the row of the first, unless somebody confirmed exactly this
 * number. Returns the number of each file, in the order of the sources.
 */
export async function checkRepeats(
  snapshot: Snapshot,
  sources: readonly AskedSource[],
  findings: ImportFindings,
): Promise<number[]> {
  const found = await snapshot.rows(findRepeats);
  const counts = sources.map((_, place) => found.filter(({ file }) => file === place).length);
  for (const { file, row, earlier } of found) {
    const source = sources[file];
    if (source === undefined || source.repeatsMeant === counts[file]) continue;
    const reason = { code: "books.repeated", given: { earlier } } as const;
    findings.add({ file: source.name, row, column: "", reason });
  }
  return counts;
}
