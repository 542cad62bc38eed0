import * as z from "zod/mini";
import { closedAmendmentStates } from "#shared/contract/loans/amendments.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay, nairobiTime } from "#server/kernel/platform/nairobi.ts";

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
      ${nairobiDay("a.proposed_at")} as proposed_on,
      ${nairobiDay("a.expires_at")} as expires_on
    from loan_amendment a left join staff s on 'staff:' || s.staff_no = a.proposed_by
    where a.loan_id = $1 and a.state = 'waiting' and a.expires_at > akiba_now()`,
  row: openRow,
});

/** Returns the change of a loan that waits for the member's consent; null if there is none. */
export function openAmendmentOf(snapshot: Snapshot, loanId: bigint): Promise<OpenAmendment | null> {
  return snapshot.first(findOpen, [loanId]);
}

const closedRow = z.object({
  id: z.bigint(),
  state: z.enum(closedAmendmentStates),
  principal_cents: bigCents,
  total_cents: bigCents,
  monthly_deduction_cents: bigCents,
  proposed_on: z.string(),
  proposed_by_name: z.string(),
  ended_on: z.string(),
  ended_time: z.string(),
  by_name: z.string(),
});

/** A proposed change of an application that no longer waits. */
export type ClosedAmendment = z.infer<typeof closedRow>;

// Nothing marks a change as expired until the next one is proposed.
const findClosed = statement({
  name: "loan-amendment-closed",
  text: `select a.id, case when a.state = 'waiting' then 'expired' else a.state end as state,
      a.principal_cents, a.total_cents, a.monthly_deduction_cents,
      ${nairobiDay("a.proposed_at")} as proposed_on,
      coalesce(p.full_name, '') as proposed_by_name,
      ${nairobiDay("e.at")} as ended_on,
      ${nairobiTime("e.at")} as ended_time,
      coalesce(o.full_name, '') as by_name
    from loan_amendment a
      cross join lateral (select case when a.state in ('waiting', 'expired') then a.expires_at
        else coalesce(a.answered_at, a.proposed_at) end as at) as e
      left join staff p on 'staff:' || p.staff_no = a.proposed_by
      left join staff o on 'staff:' || o.staff_no = coalesce(a.entered_by, a.answered_by)
    where a.loan_id = $1 and (a.state <> 'waiting' or a.expires_at <= akiba_now())
    order by e.at, a.id`,
  row: closedRow,
});

/** Returns the proposed changes of a loan that no longer wait, in the order they ended. */
export function closedAmendmentsOf(snapshot: Snapshot, loanId: bigint): Promise<ClosedAmendment[]> {
  return snapshot.rows(findClosed, [loanId]);
}
