import * as z from "zod/mini";
import { cents } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/platform/database.ts";

const bigCents = z.pipe(z.bigint(), z.transform(cents));

const openRow = z.object({
  id: z.bigint(),
  principal_cents: bigCents,
  fee_cents: bigCents,
  total_cents: bigCents,
  monthly_deduction_cents: bigCents,
  proposed_by_name: z.string(),
  proposed_on: z.string(),
  expires_on: z.string(),
});

/** A change of an application that waits for the member's consent. */
export type OpenAmendment = z.infer<typeof openRow>;

const findOpen = statement({
  name: "loan-amendment-open",
  text: `select a.id, a.principal_cents, a.fee_cents, a.total_cents, a.monthly_deduction_cents,
      coalesce(s.full_name, '') as proposed_by_name,
      (a.proposed_at at time zone 'Africa/Nairobi')::date as proposed_on,
      (a.expires_at at time zone 'Africa/Nairobi')::date as expires_on
    from loan_amendment a left join staff s on 'staff:' || s.staff_no = a.proposed_by
    where a.loan_id = $1 and a.state = 'waiting' and a.expires_at > akiba_now()`,
  row: openRow,
});

/** Returns the change of a loan that waits for the member's consent; null where none does. */
export function openAmendmentOf(snapshot: Snapshot, loanId: bigint): Promise<OpenAmendment | null> {
  return snapshot.first(findOpen, [loanId]);
}
