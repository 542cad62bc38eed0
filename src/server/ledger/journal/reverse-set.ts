import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { narrationInSql } from "./narrations.ts";
import { lockSelected } from "./post-set.ts";

/**
 * Reverses the entries whose ids a SELECT returns as `entry_id`, as `reverse` does for one, all or
 * none. Returns their number. Money that has since been used breaks a floor, and everything is
 * undone.
 */
export async function reverseSelected(
  work: UnitOfWork,
  select: string,
  values: readonly bigint[],
): Promise<number> {
  await work.run(
    `create temporary table reversed_entry (entry_id bigint, id bigint) on commit drop`,
  );
  await work.run(`insert into reversed_entry (entry_id) ${select}`, values);
  await lockSelected(work, touched, []);
  await work.run("update reversed_entry set id = nextval('journal_entry_id_seq')");
  const reversed = await work.run(
    `insert into journal_entry (id, kind, value_date, narration, reference_no, actor, reverses)
      select r.id, 'reversal', akiba_today(),
        ${narrationInSql("reversed", { narration: "e.narration" })}, e.reference_no, $1, e.id
      from reversed_entry r join journal_entry e on e.id = r.entry_id order by r.id`,
    [work.actor],
  );
  await work.run(`insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
    select r.id, l.line_no, l.account_id, akiba_today(), -l.amount_cents
    from reversed_entry r join journal_line l on l.entry_id = r.entry_id`);
  await work.run("set constraints all immediate");
  return reversed;
}

const touched = `select distinct a.code, a.member_id, a.reference
  from reversed_entry join journal_line l using (entry_id)
    join ledger_account a on a.id = l.account_id`;
