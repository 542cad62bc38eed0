import * as z from "zod/mini";
import { contributionKinds } from "#shared/contract/statements/member-statements.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { type DatedList, datedList, datedStatement } from "#server/kernel/platform/dated-list.ts";
import { intCents } from "#server/kernel/platform/row-fields.ts";

const kindsInSql = contributionKinds.map((kind) => `'${kind}'`).join(", ");

const contributionRow = z.object({
  id: z.int(),
  date: z.string(),
  kind: z.enum(contributionKinds),
  month: z.string(),
  reference: z.string(),
  amount: intCents,
});

export type ContributionRow = z.infer<typeof contributionRow>;

const findContributions = datedStatement(
  "statement-contributions",
  `with member_paid as (
      select s.entry_id, p.destination, p.batch_id
      from member m join check_off_part p on p.member_id = m.id
        join check_off_posting s using (batch_id, row_no, part_no)
      where m.member_no = $1 and p.destination in (${kindsInSql})
      union all
      select r.entry_id, r.destination, r.batch_id
      from member m join check_off_release r on r.member_id = m.id
      where m.member_no = $1 and r.destination in (${kindsInSql})
    )
    select e.id, e.value_date as date, p.destination as kind, to_char(b.month, 'YYYY-MM') as month,
      e.reference_no as reference, l.amount_cents * a.normal_side as amount
    from member_paid p join check_off_batch b on b.id = p.batch_id
      cross join lateral (
        select * from journal_entry where id = p.entry_id
        union all select * from journal_entry where reverses = p.entry_id
      ) e
      join journal_line l on l.entry_id = e.id
      join ledger_account a on a.id = l.account_id
        and a.code in ('membership-fees', 'welfare-fund', 'insurance-premiums')`,
  contributionRow,
);

/** Fees, welfare and insurance that a member paid by check-off, including the reversed ones. */
export function paidContributions(
  snapshot: Snapshot,
  memberNo: string,
): Promise<DatedList<ContributionRow>> {
  return datedList(snapshot, findContributions, memberNo);
}
