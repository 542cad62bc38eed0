import * as z from "zod/mini";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

const findLeft = statement({
  name: "check-off-left-members",
  text: "select member_no from member where member_no = any ($1) and membership = 'left'",
  row: z.object({ member_no: z.string() }),
});

/** Returns which of these numbers are of members who have left. */
export async function membersWhoLeft(
  snapshot: Snapshot,
  memberNos: readonly string[],
): Promise<Set<string>> {
  const found = await snapshot.rows(findLeft, [memberNos]);
  return new Set(found.map(({ member_no }) => member_no));
}

const countLeft = statement({
  name: "check-off-lines-of-left",
  text: `select count(distinct p.row_no)::int as lines from check_off_part p
      join member m on m.id = p.member_id
    where p.batch_id = $1 and m.membership = 'left'`,
  row: z.object({ lines: z.int() }),
});

/** Locks the members that a file credits; throws `batch-left` if one of them has left. */
export async function requirePresentMembers(work: UnitOfWork, batch: bigint): Promise<void> {
  await work.run(
    `select from member where id in (select member_id from check_off_part where batch_id = $1)
      order by id for share`,
    [batch],
  );
  const count = (await work.first(countLeft, [batch]))?.lines ?? 0;
  if (count > 0) throw new Problem("batch-left", { values: { count } });
}
