import * as z from "zod/mini";
import { agreedInMonth } from "#server/check-off/payroll/agreed-contributions.ts";
import { dueInMonth } from "#server/loans/lending/instalments-due.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDayText } from "#server/kernel/platform/nairobi.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

/**
 * The SELECT of the deductions that the employer is asked to make in the month that begins on the
 * day $2, one for each member: the instalments due by the schedules, and the contribution agreed
 * on, if one was.
 */
export const adviceLines = `select m.id as member_id, coalesce(d.cents, 0)::bigint as loans_cents,
    c.cents as contribution_cents
  from (${dueInMonth}) d full join (${agreedInMonth("$2")}) c using (member_id)
    join member m on m.id = coalesce(d.member_id, c.member_id) and m.membership <> 'left'`;

const sums = `count(*)::int as members,
  coalesce(sum(l.loans_cents), 0)::bigint as loans_cents,
  coalesce(sum(l.contribution_cents), 0)::bigint as contributions_cents,
  (count(*) filter (where l.contribution_cents is null))::int as as_before`;

const figures = {
  month: z.string(),
  members: z.int(),
  loans_cents: bigCents,
  contributions_cents: bigCents,
  as_before: z.int(),
};

const findNextMonth = statement({
  name: "advices-next-month",
  text: `select to_char(month, 'YYYY-MM-DD') as month from (
      select greatest(month + interval '1 month', date_trunc('month', akiba_today())) as month
      from check_off_advice_latest
    ) n where month <= date_trunc('month', akiba_today()) + interval '2 months'`,
  row: z.object({ month: z.string() }),
});

/**
 * Returns the first day of the next month to advise; null while it is too early for it. The
 * trigger `check_off_advice_is_in_order` (0126) defends the same months.
 */
export async function nextMonth(snapshot: Snapshot): Promise<string | null> {
  return (await snapshot.first(findNextMonth))?.month ?? null;
}

/** The figures of lines in SQL, and a digest of them. */
const figuresOf = (lines: string) => `select to_char($2::date, 'YYYY-MM-DD') as month, ${sums},
      md5(coalesce(string_agg(concat_ws(':', l.member_id, l.loans_cents,
        coalesce(l.contribution_cents::text, '-')), ',' order by l.member_id), $1)) as lines
    from ${lines} l`;

const draft = z.object({ ...figures, lines: z.string() });

const findDraft = statement({
  name: "advices-draft",
  text: figuresOf(`(${adviceLines})`),
  row: draft,
});

const findStored = statement({
  name: "advices-stored",
  text: figuresOf("(select * from check_off_advice_line where month = $2::date)"),
  row: draft,
});

/** The figures of an advice that is not made yet, and a digest of its lines. */
export type Draft = z.infer<typeof findDraft.row>;

/** Returns the advice of a month as it would be now. */
export async function draftOf(snapshot: Snapshot, month: string): Promise<Draft> {
  const found = await snapshot.first(findDraft, ["", month]);
  if (found === null) throw new Error("the advice has no figures");
  return found;
}

/** Returns the figures of the advice of a month as it is stored. */
export async function storedAdvice(snapshot: Snapshot, month: string): Promise<Draft> {
  const found = await snapshot.first(findStored, ["", month]);
  if (found === null) throw new Error("the advice has no figures");
  return found;
}

const findMade = statement({
  name: "advices-made",
  text: `select a.month, ${sums}, coalesce(s.full_name, '') as made_by,
      ${nairobiDayText("a.made_at")} as made_on
    from (select * from check_off_advice where $1::date is null or month = $1
        order by month desc limit 24) a
      left join check_off_advice_line l on l.month = a.month
      left join staff s on 'staff:' || s.staff_no = a.made_by
    group by a.month, a.made_by, a.made_at, s.full_name order by a.month desc`,
  row: z.object({ ...figures, made_by: z.string(), made_on: z.string() }),
});

/** An advice with its figures. */
export type MadeAdvice = z.infer<typeof findMade.row>;

/** Returns the advices of two years, latest month first. */
export const madeAdvices = (snapshot: Snapshot) => snapshot.rows(findMade, [null]);

const findLines = statement({
  name: "advices-lines",
  text: `select m.member_no, m.full_name, coalesce(m.payroll_no, '') as payroll_no, l.loans_cents,
      l.contribution_cents
    from check_off_advice_line l join member m on m.id = l.member_id
    where l.month = $1 order by m.member_no`,
  row: z.object({
    member_no: z.string(),
    full_name: z.string(),
    payroll_no: z.string(),
    loans_cents: bigCents,
    contribution_cents: z.nullable(bigCents),
  }),
});

/** The deductions of one member that the employer is asked to make. */
export type AdviceLine = z.infer<typeof findLines.row>;

const findAdvice = statement({
  name: "advices-one",
  text: "select to_char(month, 'YYYY-MM') as month from check_off_advice where month = $1",
  row: z.object({ month: z.string() }),
});

/** Returns an advice with its lines by member number; null if it was not made. */
export async function adviceOf(snapshot: Snapshot, month: string) {
  const found = await snapshot.first(findAdvice, [month]);
  return found && { month: found.month, lines: await snapshot.rows(findLines, [month]) };
}
