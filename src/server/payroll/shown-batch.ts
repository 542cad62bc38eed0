import * as z from "zod/mini";
import { type Destination, destinations } from "#shared/contract/check-off.ts";
import { cents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/platform/database.ts";
import type { ShownFact } from "#server/platform/refusal.ts";

const bigCents = z.pipe(z.bigint(), z.transform(cents));

/**
 * The SQL condition of a line `l` that whoever posts the file has to read: it was not matched by a
 * rule, has several parts, or credits somebody other than the member whose number it has.
 */
export const isReviewed = `(l.state <> 'matched' or exists (select from check_off_part p
  where p.batch_id = l.batch_id and p.row_no = l.row_no
    and (p.part_no > 1 or p.member_id is distinct from l.member_id)))`;

const findShown = statement({
  name: "check-off-shown",
  text: `select b.file_name, to_char(b.month, 'YYYY-MM') as month, b.value_date, b.line_count,
      b.total_cents,
      r.lines as review_lines, r.cents as review_cents, (
        select encode(sha256(convert_to(coalesce(
          string_agg(t.line, E'\\n' order by t.row_no, t.part_no), ''), 'UTF8')), 'hex')
        from (
          select l.row_no, p.part_no, row(l, p, m.member_no, m.full_name, n.loan_no)::text as line
          from check_off_line l join check_off_part p
              on p.batch_id = l.batch_id and p.row_no = l.row_no
            left join member m on m.id = p.member_id left join loan n on n.id = p.loan_id
          where l.batch_id = b.id
        ) t
      ) as print
    from check_off_batch b cross join lateral (
        select count(*)::int as lines, coalesce(sum(l.amount_cents), 0)::bigint as cents
        from check_off_line l where l.batch_id = b.id and ${isReviewed}
      ) r
    where b.id = $1`,
  row: z.object({
    file_name: z.string(),
    month: z.string(),
    value_date: z.string(),
    line_count: z.int(),
    total_cents: bigCents,
    review_lines: z.int(),
    review_cents: bigCents,
    /** SHA-256 over every line, its parts and the members credited. */
    print: z.string(),
  }),
});

const findSums = statement({
  name: "check-off-shown-sums",
  text: `select destination as key, sum(amount_cents)::bigint as cents
    from check_off_part where batch_id = $1 group by destination`,
  row: z.object({ key: z.enum(destinations), cents: bigCents }),
});

/** Returns what whoever posts a file is shown of it; null where there is no such file. */
export async function shownBatch(snapshot: Snapshot, id: bigint) {
  const found = await snapshot.first(findShown, [id]);
  if (found === null) return null;
  const sums = await snapshot.rows(findSums, [id]);
  const sumTo = (to: Destination) => sums.find(({ key }) => key === to)?.cents ?? ZERO_CENTS;
  return { ...found, sums: destinations.map((to) => ({ to, cents: sumTo(to) })) };
}

export type ShownBatch = NonNullable<Awaited<ReturnType<typeof shownBatch>>>;

/** Returns the facts that a digest of the file stands for; amounts are as on the wire. */
export function factsOfBatch(shown: ShownBatch): ShownFact[] {
  const amount = (value: ShownBatch["total_cents"]) => String(toWireAmount(value));
  return [
    { name: "file", value: shown.file_name },
    { name: "month", value: shown.month },
    { name: "value-date", value: shown.value_date },
    { name: "lines", value: String(shown.line_count) },
    { name: "amount", value: amount(shown.total_cents) },
    ...shown.sums.map(({ to, cents: sum }) => ({ name: `to-${to}`, value: amount(sum) })),
    { name: "review-lines", value: String(shown.review_lines) },
    { name: "review-amount", value: amount(shown.review_cents) },
    { name: "print", value: shown.print },
  ];
}
