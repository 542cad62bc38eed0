import * as z from "zod/mini";
import { languages } from "#shared/language.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

const proposalRow = z.object({
  id: z.bigint(),
  loan_id: z.bigint(),
  member_id: z.bigint(),
  member_no: z.string(),
  mobile_number: z.string(),
  language: z.enum(languages),
  is_open: z.boolean(),
  proposed_by: z.string(),
  principal_cents: bigCents,
  fee_cents: bigCents,
  total_cents: bigCents,
  monthly_deduction_cents: bigCents,
});

/** A proposed change, and the member who must consent to it. */
export type Proposal = z.infer<typeof proposalRow>;

const findProposal = statement({
  name: "loan-amendment-proposal",
  text: `select a.id, a.loan_id, l.member_id, m.member_no, m.mobile_number, m.language,
      a.state = 'waiting' and a.expires_at > akiba_now() and l.state = 'applied' as is_open,
      a.proposed_by, a.principal_cents, a.fee_cents, a.total_cents, a.monthly_deduction_cents
    from loan_amendment a join loan l on l.id = a.loan_id join member m on m.id = l.member_id
    where a.id = $1`,
  row: proposalRow,
});

/** Returns a proposed change in any state; null if there is none with that id. */
export function proposalById(snapshot: Snapshot, id: bigint): Promise<Proposal | null> {
  return snapshot.first(findProposal, [id]);
}
