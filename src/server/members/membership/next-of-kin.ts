import * as z from "zod/mini";
import { type Kin, sharesAreWhole } from "#shared/next-of-kin.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";

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
 * Replaces a member's next of kin, at most three, in order. Names already there keep their relation
 * if none is given. If no share is given, the shares are kept while they still sum to 100 %.
 */
export async function replaceNextOfKin(
  work: UnitOfWork,
  memberId: bigint,
  given: readonly Kin[],
): Promise<void> {
  const before = await work.rows(findKin, [memberId]);
  const kept = given.map(({ fullName }) => before.find((kin) => kin.full_name === fullName));
  const isSaid = given.some(({ shareBp }) => typeof shareBp === "number");
  const isWhole = sharesAreWhole(kept.map((kin) => kin?.share_bp));
  await work.run("delete from next_of_kin where member_id = $1", [memberId]);
  const kin = given.map(({ fullName, relation = "", shareBp }, at) => ({
    fullName,
    relation: relation || kept[at]?.relation,
    shareBp: isSaid ? shareBp : isWhole ? kept[at]?.share_bp : null,
  }));
  await addNextOfKin(work, memberId, kin);
}

/** Adds next of kin, at most three, to the register of a member who has none. */
export async function addNextOfKin(
  work: UnitOfWork,
  memberId: bigint,
  kin: readonly Kin[],
): Promise<void> {
  await writeNextOfKin(
    work,
    `select $1, k.position, k.full_name, k.relation, k.share_bp, null::bigint
      from unnest($2::text[], $3::text[], $4::int[])
        with ordinality as k (full_name, relation, share_bp, position)`,
    [
      memberId,
      kin.map(({ fullName }) => fullName),
      kin.map(({ relation = "" }) => relation),
      kin.map(({ shareBp = null }) => shareBp),
    ],
  );
}

/** Writes next of kin from a SELECT: member, position, name, relation, share and import run. */
export async function writeNextOfKin(
  work: UnitOfWork,
  selected: string,
  values: Parameters<UnitOfWork["run"]>[1],
): Promise<void> {
  await work.run(
    `insert into next_of_kin (member_id, position, full_name, relation, share_bp, import_run_id)
      ${selected}`,
    values,
  );
}
