import * as z from "zod/mini";
import { type Destination, destinations } from "#shared/contract/check-off/files.ts";
import { toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { ShownFact } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

/** Calculates the sums and the digest of a file over all its lines, and keeps them for reads. */
export async function keepFigures(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run("select check_off_keep_figures($1)", [id]);
}

const findShown = statement({
  name: "check-off-shown",
  text: `select b.file_name, to_char(b.month, 'YYYY-MM') as month, b.value_date, b.line_count,
      b.total_cents, coalesce(r.lines, 0) as review_lines, coalesce(r.cents, 0) as review_cents,
      b.print, coalesce(e.file_name, '') as same_file,
      coalesce(to_char(e.month, 'YYYY-MM'), '') as same_month
    from check_off_batch b left join check_off_figure r on r.batch_id = b.id and r.key = 'review'
      left join check_off_batch e on e.id = b.same_rows_as and e.state in ('prepared', 'posted')
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
    /** An earlier file with the same rows, and its month; empty if there is none. */
    same_file: z.string(),
    same_month: z.string(),
  }),
});

const findSums = statement({
  name: "check-off-shown-sums",
  text: "select key, cents from check_off_figure where batch_id = $1 and key = any ($2)",
  row: z.object({ key: z.enum(destinations), cents: bigCents }),
});

/** Returns the facts that the poster of a file is shown; null if there is no such file. */
export async function shownBatch(snapshot: Snapshot, id: bigint) {
  const found = await snapshot.first(findShown, [id]);
  if (found === null) return null;
  const sums = await snapshot.rows(findSums, [id, destinations]);
  const sumTo = (to: Destination) => sums.find(({ key }) => key === to)?.cents ?? ZERO_CENTS;
  return { ...found, sums: destinations.map((to) => ({ to, cents: sumTo(to) })) };
}

export type ShownBatch = NonNullable<Awaited<ReturnType<typeof shownBatch>>>;

/** Returns the facts behind a digest of the file; amounts are as on the wire. */
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
    { name: "same-rows", value: [shown.same_file, shown.same_month].join(" ").trim() },
    { name: "print", value: shown.print },
  ];
}
