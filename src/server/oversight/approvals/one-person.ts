import * as z from "zod/mini";
import type { OnePersonLimitName } from "#shared/one-person-limits.ts";
import type { Cents } from "#shared/money.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

/** The amounts one person of the office may record as received without a second person. */
export type OnePersonLimits = Readonly<Record<OnePersonLimitName, Cents>>;

const findLimits = statement({
  name: "one-person-limits",
  text: `select opening_savings_cents as "openingSavings", repayment_cents as repayment,
      over_cents as over, day_cents as day
    from one_person_limit`,
  row: z.object({ openingSavings: bigCents, repayment: bigCents, over: bigCents, day: bigCents }),
});

/** Returns the limits in force. */
export async function onePersonLimits(snapshot: Snapshot): Promise<OnePersonLimits> {
  const found = await snapshot.first(findLimits);
  if (found === null) throw new Error("the limits of one person have no row");
  return found;
}

/** Sets the limits, which apply at once. */
export async function setOnePersonLimits(work: UnitOfWork, limits: OnePersonLimits): Promise<void> {
  const { openingSavings, repayment, over, day } = limits;
  await work.run(
    `update one_person_limit set opening_savings_cents = $1, repayment_cents = $2,
      over_cents = $3, day_cents = $4`,
    [openingSavings, repayment, over, day],
  );
}

interface Recorded {
  /** The limit that applies to the entry itself. */
  readonly limit: "openingSavings" | "repayment";
  /** The subject of the entry in the audit log: 'loan:IL1987'. */
  readonly subject: string;
  readonly amount: Cents;
}

const limitColumns = {
  openingSavings: "opening_savings_cents",
  repayment: "repayment_cents",
} as const;

/**
 * Counts an amount as recorded by the actor alone, and returns whether the limits allow it.
 * Everything the same person recorded for the same subject today counts as one entry, so that a
 * receipt in ten parts is still one receipt. Nothing is counted when it returns false.
 */
export async function recordAlone(
  work: UnitOfWork,
  { limit, subject, amount }: Recorded,
): Promise<boolean> {
  // Receipts of one person are handled one at a time, so that ten at once are all counted.
  await work.run("select from staff where 'staff:' || staff_no = $1 for no key update", [
    work.actor,
  ]);
  const most = `(select ${limitColumns[limit]} from one_person_limit)`;
  const counted = await work.run(
    `insert into recorded_alone as alone (person, day, subject, amount_cents)
      select akiba_person($1), akiba_today(), $2, $3::bigint from one_person_limit
        where $3 <= ${most} and $3 + coalesce((select sum(amount_cents) from recorded_alone
            where person = akiba_person($1) and day = akiba_today()), 0) <= day_cents
      on conflict (person, day, subject) do update
        set amount_cents = alone.amount_cents + excluded.amount_cents
        where alone.amount_cents + excluded.amount_cents <= ${most}`,
    [work.actor, subject, amount],
  );
  return counted > 0;
}
