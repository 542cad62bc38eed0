import * as z from "zod/mini";
import { statement, type UnitOfWork } from "#server/platform/database.ts";

const WHOLE = 10_000;

const findKin = statement({
  name: "next-of-kin",
  text: `select full_name, relation, share_bp from next_of_kin
    where member_id = $1 order by position`,
  row: z.object({
    full_name: z.string(),
    relation: z.string(),
    share_bp: z.nullable(z.int()),
  }),
});

/**
 * Replaces a member's next of kin by these names, at most three, in order. A name that was there
 * keeps its relation. The shares are kept only while they still come to the whole.
 */
export async function replaceNextOfKin(
  work: UnitOfWork,
  memberId: bigint,
  names: readonly string[],
): Promise<void> {
  const before = await work.rows(findKin, [memberId]);
  const kept = names.map((name) => before.find((kin) => kin.full_name === name));
  const isWhole = kept.reduce((sum, kin) => sum + (kin?.share_bp ?? 0), 0) === WHOLE;
  await work.run("delete from next_of_kin where member_id = $1", [memberId]);
  await work.run(
    `insert into next_of_kin (member_id, position, full_name, relation, share_bp)
      select $1, k.position, k.full_name, k.relation, k.share_bp
      from unnest($2::text[], $3::text[], $4::int[])
        with ordinality as k (full_name, relation, share_bp, position)`,
    [
      memberId,
      names,
      kept.map((kin) => kin?.relation ?? ""),
      kept.map((kin) => (isWhole ? (kin?.share_bp ?? null) : null)),
    ],
  );
}
