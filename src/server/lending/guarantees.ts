import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Cents } from "#shared/money.ts";
import type { UnitOfWork } from "#server/platform/database.ts";

/** A member who answers for another's loan with an amount. */
export interface Guarantee {
  readonly loanNo: string;
  readonly guarantorId: bigint;
  readonly amount: Cents;
  /** How far the guarantor answers for it; Principal when left out. */
  readonly level?: "Principal" | "Secondary";
  /** Today in Nairobi when left out. */
  readonly givenOn?: CalendarDate;
}

/** Records a guarantee; throws for a loan there is not or that is the guarantor's own. */
export async function recordGuarantee(
  work: UnitOfWork,
  { loanNo, guarantorId, amount, level = "Principal", givenOn }: Guarantee,
): Promise<void> {
  const written = await work.run(
    `insert into guarantee (loan_id, guarantor_id, amount_cents, level, given_on)
      select l.id, $2, $3, $4, coalesce($5::date, akiba_today())
      from loan l where l.loan_no = $1 and l.member_id <> $2`,
    [loanNo, guarantorId, amount, level, givenOn ?? null],
  );
  if (written === 0) throw new Error(`loan ${loanNo} cannot be guaranteed by ${guarantorId}`);
  work.audit({ action: "guarantee-recorded", subject: `loan:${loanNo}` });
}
