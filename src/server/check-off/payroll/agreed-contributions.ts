import * as z from "zod/mini";
import { type DatedTable, inForceInSql } from "#server/kernel/platform/dated-rows.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

/** The least and the most that members may choose, which apply from a day on. */
export const datedContributionPolicy: DatedTable = {
  table: "contribution_policy",
  subject: null,
  from: "tomorrow",
  cancellations: null,
};

const findPolicy = statement({
  name: "contribution-policy",
  text: inForceInSql(datedContributionPolicy, "r.least_cents, r.most_cents"),
  row: z.object({ least_cents: bigCents, most_cents: bigCents }),
});

/** The bounds of a monthly contribution. */
export type ContributionPolicy = z.infer<typeof findPolicy.row>;

/** Returns the bounds in force today. */
export async function contributionPolicy(snapshot: Snapshot): Promise<ContributionPolicy> {
  const policy = await snapshot.first(findPolicy);
  if (policy === null) throw new Error("there is no policy for contributions");
  return policy;
}

/**
 * The SELECT of the monthly contribution that each member has agreed on for the month that begins
 * on the day `month`: member_id, cents and `since`, the month of the agreement. Members who left
 * owe no contribution; nobody does if the society accepts no deposits by check-off.
 */
export function agreedInMonth(month: string): string {
  return `select distinct on (c.member_id) c.member_id, c.amount_cents as cents, c.month as since
    from monthly_contribution c
      join member m on m.id = c.member_id and m.membership <> 'left'
    where c.month <= ${month}::date and c.cancelled_at is null
      and coalesce((select check_off_to_deposits from society), true)
    order by c.member_id, c.month desc`;
}
