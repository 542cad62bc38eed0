import * as z from "zod/mini";
import { caseSteps } from "#shared/contract/cases/own.ts";
import { type Author, idsOfAuthor } from "#server/cases/casework/authorship.ts";
import { caseColumns, caseFields } from "#server/cases/casework/case-rows.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";

const mineRow = z.object({ ...caseFields, last: z.enum(caseSteps), last_on: z.string() });

export type MineRow = z.infer<typeof mineRow>;

const findMine = statement({
  name: "cases-mine",
  text: `select ${caseColumns}, l.step as last,
      ${nairobiDay("l.taken_at")} as last_on
    from member_case c
      cross join lateral (select s.step, s.taken_at from case_step s
        where s.case_id = c.id and s.step <> 'assigned' order by s.id desc limit 1) l
    where c.id in (${idsOfAuthor("$1", "$2")}) and ($3::bigint is null or c.id < $3)
    order by c.id desc limit $4`,
  row: mineRow,
});

export interface MinePage {
  readonly rows: readonly MineRow[];
  /** The last row before the next page; null at the end. */
  readonly next: bigint | null;
}

/** A member's questions, suggestions and complaints, newest first. */
export async function ownCases(
  snapshot: Snapshot,
  { digest, memberNo }: Author,
  after: bigint | null,
  size: number,
): Promise<MinePage> {
  const found = await snapshot.rows(findMine, [digest, memberNo, after, size + 1]);
  const rows = found.slice(0, size);
  return { rows, next: found.length > size ? (rows.at(-1)?.id ?? null) : null };
}
