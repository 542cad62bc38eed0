import * as z from "zod/mini";
import type { Language } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { eligibilityWords } from "#shared/messages/loans/eligibility.ts";
import type { Cents } from "#shared/money.ts";
import { type MemberSummary, memberSummaryOf } from "#server/members/membership/member-summary.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { type Applicant, assess, type Assessment } from "./eligibility.ts";
import { lockDepositsOf, pledgedBy } from "./guarantees.ts";
import { policyOfLoan, type SetPolicy } from "./loan-policy.ts";
import type { ApplicationRow } from "./loan-rows.ts";

const findHistory = statement({
  name: "loan-applicant",
  text: `select
      (select count(*) from loan l where l.member_id = $1 and l.policy_id is not null
        and l.state in ('applied', 'approved'))::int as open_applications,
      coalesce((select sum(greatest(a.balance_cents, 0)) from loan l
        join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
          and a.reference = l.loan_no
        where l.member_id = $1 and l.category = 'Instant'), 0)::bigint as unpaid,
      exists (select from loan_blacklist where member_id = $1 and removed_at is null)
        as blacklisted,
      ${pledgedBy("$1")} as pledged, member_owes($1, $2) as owed`,
  row: z.object({
    open_applications: z.int(),
    unpaid: bigCents,
    blacklisted: z.boolean(),
    pledged: bigCents,
    // Balances without guarantors, on running loans and on applications made before loan $2.
    owed: bigCents,
  }),
});

const NO_LOAN = 9_223_372_036_854_775_807n;

/**
 * Returns the figures of a member that the rules need, without a loan that is judged again; null if
 * there is no such member.
 */
export async function applicantOf(
  snapshot: Snapshot,
  memberNo: MemberNo,
  beside: bigint = NO_LOAN,
): Promise<{ readonly standing: MemberSummary; readonly applicant: Applicant } | null> {
  const standing = await memberSummaryOf(snapshot, memberNo);
  if (standing === null) return null;
  const history = await snapshot.first(findHistory, [standing.memberId, beside]);
  if (history === null) throw new Error("a statement without a table answered without a row");
  const { deposits, shareCapital, monthsOfMembership } = standing;
  const { open_applications: openApplications, ...figures } = history;
  const applicant = { deposits, shareCapital, monthsOfMembership, openApplications, ...figures };
  return { standing, applicant };
}

/**
 * Reads a member's figures once the deposits are locked, so that the second of two simultaneous
 * applications sees the amount that the first uses.
 */
export async function lockedApplicant(work: UnitOfWork, memberNo: MemberNo, beside?: bigint) {
  await lockDepositsOf(work, memberNo);
  return applicantOf(work, memberNo, beside);
}

/**
 * Judges an application by its borrower's current figures, the policy it was quoted under, and its
 * guarantors' pledges.
 */
export async function judgedAgain(
  work: UnitOfWork,
  loan: ApplicationRow,
  amount: Cents,
  pledged: Cents,
): Promise<{ readonly policy: SetPolicy; readonly assessment: Assessment }> {
  const policy = await policyOfLoan(work, loan);
  if (policy === null) throw new Error(`loan ${loan.loan_no} is no application`);
  const found = await lockedApplicant(work, loan.member_no as MemberNo, loan.id);
  if (found === null) throw new Error(`loan ${loan.loan_no} has no member`);
  // An application does not count against itself.
  const applicant = { ...found.applicant, openApplications: 0 };
  return { policy, assessment: assess(policy, applicant, amount, pledged) };
}

/** Returns what would satisfy the first unmet rule; empty if all are met. */
export function hindranceText(language: Language, { rules }: Assessment): string {
  const first = rules.find(({ state }) => state === "unmet");
  return first ? eligibilityWords(language, first.words ?? first.code, "unmet", first.values) : "";
}
