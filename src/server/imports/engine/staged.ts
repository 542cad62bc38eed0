import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

const sumKinds = statement({
  text: `select kind, count(*)::int as rows, sum(amount_cents)::bigint as cents
    from staged_entry where kind is not null group by kind order by kind`,
  row: z.object({ kind: z.string(), rows: z.int(), cents: z.nullable(z.bigint()) }),
});

/** Rows and sum of each kind of entry in the files. */
export function stagedKinds(snapshot: Snapshot) {
  return snapshot.rows(sumKinds);
}

const sumAmounts = statement({
  text: `select file, 'amount' as column, sum(amount_cents)::bigint as cents
      from staged_entry e where amount_cents is not null
        and not exists (select from staged_opening o where o.file = e.file)
      group by file
    union all select s.file, v.name, sum(v.cents)::bigint
      from staged_opening s, lateral (values ('deposits', s.deposits_cents),
        ('share_capital', s.share_capital_cents), ('withdrawable', s.withdrawable_cents),
        ('loan_balance', s.loan_balance_cents)) as v (name, cents)
      where v.cents is not null group by s.file, v.name
    union all select s.file, v.name, sum(v.cents)::bigint
      from staged_loan s, lateral (values ('principal', s.principal_cents), ('fee', s.fee_cents),
        ('total', s.total_cents)) as v (name, cents)
      where v.cents is not null
        and not exists (select from staged_opening o where o.file = s.file)
      group by s.file, v.name
    union all select file, 'amount', sum(amount_cents)::bigint
      from staged_guarantee where amount_cents is not null group by file`,
  row: z.object({ file: z.int(), column: z.string(), cents: z.bigint() }),
});

export type StagedSum = z.infer<(typeof sumAmounts)["row"]>;

/** The sum of each column of amounts, as far as it could be read. */
export function stagedSums(snapshot: Snapshot): Promise<StagedSum[]> {
  return snapshot.rows(sumAmounts);
}

const readControl = statement({
  text: `select file, row, what, of, rows, total_cents from staged_control
    where what is not null and of is not null order by file, row`,
  row: z.object({
    file: z.int(),
    row: z.int(),
    what: z.enum(["file", "kind", "account"]),
    of: z.string(),
    rows: z.nullable(z.int()),
    total_cents: z.nullable(z.bigint()),
  }),
});

/** The expected totals of the control file. */
export function stagedControl(snapshot: Snapshot) {
  return snapshot.rows(readControl);
}
