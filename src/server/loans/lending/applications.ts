import * as z from "zod/mini";
import type { LoanQuote } from "#shared/instant-loan.ts";
import type { Cents } from "#shared/money.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { SetPolicy } from "./loan-policy.ts";

// One slot for each application that may wait: the index rejects a second one in the same slot,
// whatever both transactions have read. Without a limit, when $8 is zero, no slot is used.
const insertApplication = statement({
  name: "loan-apply",
  text: `with waiting as (
      select l.open_place from loan l where l.member_id = $1
        and l.policy_id is not null and l.state in ('applied', 'approved')
    ), number as (
      select 'INS-' || year || '-' || lpad(drawn, greatest(4, length(drawn)), '0') as loan_no
      from (select extract(year from akiba_today())::integer as year) today
        cross join lateral (select draw_loan_number(year)::text as drawn) drawing
    )
    insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
      total_cents, monthly_deduction_cents, term_months, state, policy_id, open_place, cover_cents)
    select number.loan_no, $1, 'Instant', 'Instant loan', $2, $3, $4, $5, $6, 'applied', $7,
      case when $8 > 0 then (select min(n) from generate_series(1, $8::int) as n
        where not exists (select from waiting w where w.open_place = n)) end, $9
    from number where $8 = 0 or (select count(*) from waiting) < $8
    on conflict (member_id, open_place)
      where policy_id is not null and state in ('applied', 'approved') do nothing
    returning loan_no`,
  row: z.object({ loan_no: z.string() }),
});

/** The terms that apply to an application from then on. */
export interface Terms {
  readonly quote: LoanQuote;
  /** The part that guarantors have to cover. */
  readonly cover: Cents;
}

const findRepeated = statement({
  name: "loan-repeated",
  text: `select loan_no from loan
    where member_id = $1 and policy_id is not null and state in ('applied', 'approved')
      and principal_cents = $2 and term_months = $3
      and applied_at > akiba_now() - interval '60 seconds'`,
  row: z.object({ loan_no: z.string() }),
});

/**
 * Writes an application and returns its number; null if the member's limit of waiting ones is
 * reached.
 */
export async function writeApplication(
  work: UnitOfWork,
  memberId: bigint,
  policy: SetPolicy,
  { quote, cover }: Terms,
): Promise<string | null> {
  const written = await work.first(insertApplication, [
    memberId,
    quote.principal,
    quote.fee,
    quote.total,
    quote.monthlyDeduction,
    quote.instalments.length,
    policy.id,
    policy.openApplications,
    cover,
  ]);
  return written && written.loan_no;
}

/** The number of an identical application sent within the last minute; null if there is none. */
export async function repeatedApplication(
  work: UnitOfWork,
  memberId: bigint,
  { principal, instalments }: LoanQuote,
): Promise<string | null> {
  const found = await work.first(findRepeated, [memberId, principal, instalments.length]);
  return found && found.loan_no;
}
