import * as z from "zod/mini";
import { loanStates } from "#shared/contract/loans/instant-loans.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";

// A loan from before this portal has only the day of its import; it began when it was paid out.
const loanColumns = `l.id, l.loan_no, l.member_id, m.member_no, m.full_name, m.language,
  m.mobile_number, m.email, l.category, l.state, l.principal_cents, l.fee_cents, l.total_cents,
  l.monthly_deduction_cents, l.term_months, l.policy_id, l.cover_cents,
  case when l.policy_id is null then l.start_date
    else ${nairobiDay("l.applied_at")} end as applied_on,
  akiba_today() - ${nairobiDay("l.applied_at")} as age_days`;

const applicationRow = z.object({
  id: z.bigint(),
  loan_no: z.string(),
  member_id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  language: z.enum(["en", "sw"]),
  mobile_number: z.string(),
  email: z.string(),
  category: z.string(),
  state: z.enum(loanStates),
  principal_cents: bigCents,
  fee_cents: bigCents,
  total_cents: bigCents,
  monthly_deduction_cents: bigCents,
  term_months: z.int(),
  policy_id: z.nullable(z.bigint()),
  cover_cents: bigCents,
  applied_on: z.string(),
  age_days: z.int(),
});

/** The terms of a loan, its borrower and its state. */
export type ApplicationRow = z.infer<typeof applicationRow>;

const findApplication = statement({
  name: "loan-application",
  text: `select ${loanColumns} from loan l join member m on m.id = l.member_id
    where l.policy_id is not null and l.loan_no = $1`,
  row: applicationRow,
});

/** An application by its number; null for an unknown one. */
export function applicationByNo(snapshot: Snapshot, loanNo: string) {
  return snapshot.first(findApplication, [loanNo]);
}

const findApplicationById = statement({
  name: "loan-application-by-id",
  text: `select ${loanColumns} from loan l join member m on m.id = l.member_id
    where l.policy_id is not null and l.id = $1`,
  row: applicationRow,
});

const findLoan = statement({
  name: "loan-by-number",
  text: `select ${loanColumns} from loan l join member m on m.id = l.member_id
    where l.loan_no = $1`,
  row: applicationRow,
});

/** Any loan by its number, including loans from before this portal; null if there is none. */
export function loanByNo(snapshot: Snapshot, loanNo: string) {
  return snapshot.first(findLoan, [loanNo]);
}

/** Any loan by its number, including loans from before this portal; throws for an unknown one. */
export async function loanAt(snapshot: Snapshot, loanNo: string): Promise<ApplicationRow> {
  const loan = await loanByNo(snapshot, loanNo);
  if (loan === null) throw new Problem("no-such-loan");
  return loan;
}

/** An application by its id. */
export function applicationById(snapshot: Snapshot, id: bigint) {
  return snapshot.first(findApplicationById, [id]);
}

/** An application by its number; throws for an unknown one. */
export async function applicationAt(snapshot: Snapshot, loanNo: string): Promise<ApplicationRow> {
  const loan = await applicationByNo(snapshot, loanNo);
  if (loan === null) throw new Problem("no-such-loan");
  return loan;
}
