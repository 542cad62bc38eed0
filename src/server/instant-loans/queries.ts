import * as z from "zod/mini";
import { type LoanState, loanStates, loanSteps } from "#shared/contract/instant-loans.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { cents } from "#shared/money.ts";
import type { MemberScope } from "#server/http/actor.ts";
import { type Standing, standingOf } from "#server/membership/standing.ts";
import { type Snapshot, statement } from "#server/platform/database.ts";
import type { Applicant } from "./rules.ts";

const bigCents = z.pipe(z.bigint(), z.transform(cents));
const findHistory = statement({
  name: "loan-applicant",
  text: `select
      exists (select from loan l where l.member_id = $1 and l.policy_id is not null
        and l.state in ('applied', 'approved')) as has_open,
      coalesce((select sum(greatest(a.balance_cents, 0)) from loan l
        join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
          and a.reference = l.loan_no
        where l.member_id = $1 and l.category = 'Instant'), 0)::bigint as unpaid,
      exists (select from loan_blacklist where member_id = $1) as blacklisted`,
  row: z.object({ has_open: z.boolean(), unpaid: bigCents, blacklisted: z.boolean() }),
});

/** How a member stands, as far as the rules ask; null where there is no such member. */
export async function applicantOf(
  snapshot: Snapshot,
  memberNo: MemberNo,
): Promise<{ readonly standing: Standing; readonly applicant: Applicant } | null> {
  const standing = await standingOf(snapshot, memberNo);
  if (standing === null) return null;
  const history = await snapshot.first(findHistory, [standing.memberId]);
  const { deposits, shareCapital, monthsOfMembership } = standing;
  const applicant = {
    deposits,
    shareCapital,
    monthsOfMembership,
    hasOpenApplication: history?.has_open ?? false,
    unpaid: history?.unpaid ?? cents(0n),
    blacklisted: history?.blacklisted ?? false,
  };
  return { standing, applicant };
}

const contact = z.object({ society: z.string(), phone: z.string() });

const findContact = statement({
  name: "loan-society",
  text: "select short_name as society, phone from society",
  row: contact,
});

/** How messages name the society and its office; empty before it is set up. */
export async function societyContact(snapshot: Snapshot): Promise<z.infer<typeof contact>> {
  return (await snapshot.first(findContact)) ?? { society: "", phone: "" };
}

const loanListRow = z.object({
  id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  category: z.string(),
  principal_cents: bigCents,
});

export type LoanListRow = z.infer<typeof loanListRow>;

const PAGE = 100;

const findLoans = statement({
  name: "loan-list",
  text: `select l.id, m.member_no, m.full_name, l.category, l.principal_cents
    from loan l join member m on m.id = l.member_id
    where $1::text is null or m.member_no = $1
    order by l.id limit ${PAGE} offset $2`,
  row: loanListRow,
});

/** One page of loans, the oldest first: one member's, or everybody's where no scope narrows it. */
export function loanList(
  snapshot: Snapshot,
  scope: MemberScope | null,
  page: number,
): Promise<LoanListRow[]> {
  return snapshot.rows(findLoans, [scope?.memberNo ?? null, (page - 1) * PAGE]);
}

const loanColumns = `l.id, l.loan_no, l.member_id, m.member_no, m.full_name, m.language,
  m.mobile_number, l.category, l.state, l.principal_cents, l.fee_cents, l.total_cents,
  l.monthly_deduction_cents, l.term_months, l.policy_id,
  (l.applied_at at time zone 'Africa/Nairobi')::date as applied_on,
  akiba_today() - (l.applied_at at time zone 'Africa/Nairobi')::date as age_days`;

const applicationRow = z.object({
  id: z.bigint(),
  loan_no: z.string(),
  member_id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  language: z.enum(["en", "sw"]),
  mobile_number: z.string(),
  category: z.string(),
  state: z.enum(loanStates),
  principal_cents: bigCents,
  fee_cents: bigCents,
  total_cents: bigCents,
  monthly_deduction_cents: bigCents,
  term_months: z.int(),
  policy_id: z.nullable(z.bigint()),
  applied_on: z.string(),
  age_days: z.int(),
});

export type ApplicationRow = z.infer<typeof applicationRow>;

const findQueue = statement({
  name: "loan-queue",
  text: `select ${loanColumns} from loan l join member m on m.id = l.member_id
    where l.policy_id is not null and l.state = $1 and l.id > $2 order by l.id limit $3`,
  row: applicationRow,
});

const QUEUE_PAGE = 50;

/** Fifty applications in one state, the oldest first, and where the next fifty begin. */
export async function applicationQueue(
  snapshot: Snapshot,
  { state = "applied", after = 0n }: { state?: LoanState | undefined; after?: bigint | undefined },
): Promise<{ readonly rows: ApplicationRow[]; readonly next: bigint | null }> {
  const found = await snapshot.rows(findQueue, [state, after, QUEUE_PAGE + 1]);
  const rows = found.slice(0, QUEUE_PAGE);
  return { rows, next: found.length > QUEUE_PAGE ? (rows.at(-1)?.id ?? null) : null };
}

const findApplication = statement({
  name: "loan-application",
  text: `select ${loanColumns} from loan l join member m on m.id = l.member_id
    where l.policy_id is not null and l.loan_no = $1`,
  row: applicationRow,
});

/** An application by its number; null for nobody's. */
export function applicationByNo(snapshot: Snapshot, loanNo: string) {
  return snapshot.first(findApplication, [loanNo]);
}

const findApplicationById = statement({
  name: "loan-application-by-id",
  text: `select ${loanColumns} from loan l join member m on m.id = l.member_id
    where l.policy_id is not null and l.id = $1`,
  row: applicationRow,
});

/** An application by its id. */
export function applicationById(snapshot: Snapshot, id: bigint) {
  return snapshot.first(findApplicationById, [id]);
}

const findSteps = statement({
  name: "loan-steps",
  text: `select s.step, s.taken_by, s.reason, s.amount_cents, s.receipt_no,
      (s.taken_at at time zone 'Africa/Nairobi')::date as taken_on,
      to_char(s.taken_at at time zone 'Africa/Nairobi', 'HH24:MI') as taken_time,
      coalesce(st.full_name, '') as staff_name
    from loan_step s left join staff st on 'staff:' || st.staff_no = s.taken_by
    where s.loan_id = $1 order by s.id`,
  row: z.object({
    step: z.enum(loanSteps),
    taken_by: z.string(),
    reason: z.string(),
    amount_cents: z.nullable(bigCents),
    receipt_no: z.string(),
    taken_on: z.string(),
    taken_time: z.string(),
    staff_name: z.string(),
  }),
});

export type StepRow = z.infer<typeof findSteps.row>;

/** An application with all that has happened to it; null where it is not the scope's own. */
export async function applicationWithSteps(
  snapshot: Snapshot,
  scope: MemberScope | null,
  loanNo: string,
): Promise<{ readonly loan: ApplicationRow; readonly steps: StepRow[] } | null> {
  const loan = await applicationByNo(snapshot, loanNo);
  if (loan === null || (scope !== null && loan.member_no !== scope.memberNo)) return null;
  return { loan, steps: await snapshot.rows(findSteps, [loan.id]) };
}
