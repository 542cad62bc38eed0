import * as z from "zod/mini";
import { destinations } from "#shared/contract/check-off/files.ts";
import { type VarianceKind, varianceKinds } from "#shared/contract/check-off/variance.ts";
import { isCompared } from "#server/check-off/payroll/compared-parts.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

const PAGE = 100;

/**
 * The amount due from each member against the amount received, as a part of a statement; batch is
 * $1.
 */
const compared = `expected as (
    select member_id, coalesce(e.amount_cents, 0) + coalesce(c.amount_cents, 0) as cents,
      c.member_id is not null as has_agreed
    from (select * from check_off_expected where batch_id = $1) e
      full join (select * from check_off_expected_contribution where batch_id = $1) c
        using (batch_id, member_id)
  ),
  received as (
    select p.member_id, sum(p.amount_cents)::bigint as cents
    from check_off_part p left join expected e using (member_id)
    where p.batch_id = $1 and ${isCompared("p.destination", "e.has_agreed")}
    group by p.member_id
  ),
  compared as (
    select member_id, coalesce(e.cents, 0) as expected, coalesce(r.cents, 0) as received,
      case when e.cents is null then 'unexpected'
        when e.cents = coalesce(r.cents, 0) then 'expected'
        when r.cents is null then 'missing' when r.cents < e.cents then 'short' else 'over'
      end as kind
    from expected e full join received r using (member_id)
  )`;

const sumVariance = statement({
  name: "check-off-variance-sums",
  text: `with ${compared}
    select k.kind, count(c.member_id)::int as members,
      coalesce(sum(c.expected), 0)::bigint as expected,
      coalesce(sum(c.received), 0)::bigint as received
    from unnest($2::text[]) as k (kind) left join compared c using (kind) group by k.kind`,
  row: z.object({
    kind: z.enum(varianceKinds),
    members: z.int(),
    expected: bigCents,
    received: bigCents,
  }),
});

const varianceRow = z.object({
  member_no: z.string(),
  full_name: z.string(),
  kind: z.enum(varianceKinds),
  expected: bigCents,
  received: bigCents,
});
export type VarianceRow = z.infer<typeof varianceRow>;

const findVariance = statement({
  name: "check-off-variance",
  text: `with ${compared}
    select m.member_no, m.full_name, c.kind, c.expected::bigint, c.received::bigint
    from compared c join member m on m.id = c.member_id
    where ($2::text is null or c.kind = $2) and m.member_no > $3 order by m.member_no limit $4`,
  row: varianceRow,
});

/** The comparison of received and due: members and sums of each kind. */
export function varianceSums(snapshot: Snapshot, id: bigint) {
  return snapshot.rows(sumVariance, [id, varianceKinds]);
}

/** Members of one kind after a number, as a page. */
export async function variancePage(
  snapshot: Snapshot,
  id: bigint,
  { kind, after = "" }: { readonly kind: VarianceKind; readonly after?: string | undefined },
) {
  const found = await snapshot.rows(findVariance, [id, kind, after, PAGE + 1]);
  return { rows: found.slice(0, PAGE), isLast: found.length <= PAGE };
}

/** Every member of the report, for its file. */
export function wholeVariance(snapshot: Snapshot, id: bigint): Promise<VarianceRow[]> {
  return snapshot.rows(findVariance, [id, null, "", 1_000_000]);
}

const findFile = statement({
  name: "check-off-variance-file",
  text: `select to_char(b.month, 'YYYY-MM') as month, b.total_cents
    from check_off_batch b where b.id = $1`,
  row: z.object({ month: z.string(), total_cents: bigCents }),
});

/** The file of a report; null if there is none. */
export function reportedFile(snapshot: Snapshot, id: bigint) {
  return snapshot.first(findFile, [id]);
}

const sumParts = statement({
  name: "check-off-variance-parts",
  text: `select p.destination, sum(p.amount_cents)::bigint as cents
    from check_off_part p left join check_off_expected_contribution c using (batch_id, member_id)
    where p.batch_id = $1
      and not (p.destination = 'deposits' and c.member_id is not null)
    group by p.destination`,
  row: z.object({ destination: z.enum(destinations), cents: bigCents }),
});

/** The amount of the file for each destination, without the deposits that are compared. */
export function broughtTo(snapshot: Snapshot, id: bigint) {
  return snapshot.rows(sumParts, [id]);
}
