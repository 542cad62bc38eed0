import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import type { ImportFindings } from "./findings.ts";

/**
 * Lines of a file that are there before with every cell, and have neither reference nor receipt
 * that would tell them apart. Two deposits on one day may be meant, so a person is asked.
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
  /** How many lines listed twice somebody said are meant. */
  readonly repeatsMeant?: number;
}

/**
 * Adds the lines that are listed twice, with the row of the first, unless somebody said that
 * exactly so many are meant. Returns how many each file has, by its place among the sources.
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
