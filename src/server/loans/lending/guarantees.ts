import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { GuarantorState } from "#shared/contract/loans/life.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Cents, formatMoney, ZERO_CENTS } from "#shared/money.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { type GuaranteeMessage, nameInText, notifyMember } from "./guarantee-news.ts";

/** A member who guarantees another's loan with an amount. */
export interface Guarantee {
  readonly loanNo: string;
  readonly guarantorId: bigint;
  readonly amount: Cents;
  /** The role of the guarantor; Principal by default. */
  readonly level?: "Principal" | "Secondary";
  /** Today in Nairobi by default. */
  readonly givenOn?: CalendarDate;
}

/**
 * Records a guarantee that was given on paper, whatever the guarantor has free, and released if the
 * loan is settled. Throws for an unknown loan or the guarantor's own.
 */
export async function recordGuarantee(
  work: UnitOfWork,
  { loanNo, guarantorId, amount, level = "Principal", givenOn }: Guarantee,
): Promise<void> {
  const written = await work.run(
    `insert into guarantee (loan_id, guarantor_id, amount_cents, level, given_on, state,
        released_on, settled_at)
      select l.id, $2, $3, $4, coalesce($5::date, akiba_today()),
        case when l.state = 'settled' then 'released' else 'accepted' end,
        case when l.state = 'settled' then greatest($5::date, akiba_today()) end,
        case when l.state = 'settled' then akiba_now() end
      from loan l where l.loan_no = $1 and l.member_id <> $2`,
    [loanNo, guarantorId, amount, level, givenOn ?? null],
  );
  if (written === 0) throw new Error(`loan ${loanNo} cannot be guaranteed by ${guarantorId}`);
  work.audit({ action: "guarantee-recorded", subject: `loan:${loanNo}` });
}

/** The amount a member has pledged to the loans of others, not free in their deposits, as SQL. */
export const pledgedBy = (member: string): string =>
  `coalesce((select sum(g.amount_cents) from guarantee g
    where g.guarantor_id = ${member} and g.state = 'accepted'), 0)::bigint`;

const lockAccount = statement({
  name: "guarantee-lock-deposits",
  text: `select id from ledger_lock(array['member-deposits'], array[$1::bigint], array[''])`,
  row: z.object({ id: z.bigint() }),
});

/** Locks a member's deposits and the pledges against them until the unit of work ends. */
export async function lockDeposits(work: UnitOfWork, memberId: bigint): Promise<void> {
  await work.first(lockAccount, [memberId]);
}

const lockAccountOf = statement({
  name: "guarantee-lock-deposits-of",
  text: `select locked.id from member m cross join lateral
    ledger_lock(array['member-deposits'], array[m.id], array['']) locked where m.member_no = $1`,
  row: z.object({ id: z.bigint() }),
});

/** The same for a member by their number; without effect if there is no such member. */
export async function lockDepositsOf(work: UnitOfWork, memberNo: MemberNo): Promise<void> {
  await work.first(lockAccountOf, [memberNo]);
}

/** The state of a loan's guarantees. */
export interface Cover {
  /** The amount to cover, fixed with the terms. */
  readonly needed: Cents;
  /** The amounts of those who have not answered or have accepted. */
  readonly pledged: Cents;
  readonly accepted: Cents;
}

const lockLoan = statement({
  name: "guarantee-lock-loan",
  text: `select cover_cents from loan where id = $1 and state = 'applied' for no key update`,
  row: z.object({ cover_cents: bigCents }),
});

const findCover = statement({
  name: "guarantee-cover",
  text: `select
      coalesce(sum(amount_cents) filter (where state in ('asked', 'accepted')), 0)::bigint
        as pledged,
      coalesce(sum(amount_cents) filter (where state = 'accepted'), 0)::bigint as accepted
    from guarantee where loan_id = $1`,
  row: z.object({ pledged: bigCents, accepted: bigCents }),
});

/**
 * Locks an undecided application, so that its guarantees change one after the other, and returns
 * its current cover; null if it is decided.
 */
export async function lockCover(work: UnitOfWork, loanId: bigint): Promise<Cover | null> {
  const locked = await work.first(lockLoan, [loanId]);
  if (locked === null) return null;
  return { needed: locked.cover_cents, ...(await coverOf(work, loanId)) };
}

/** The pledges to a loan: of requests and accepted guarantees, and of accepted ones only. */
export async function coverOf(
  snapshot: Snapshot,
  loanId: bigint,
): Promise<Pick<Cover, "pledged" | "accepted">> {
  const found = await snapshot.first(findCover, [loanId]);
  return { pledged: found?.pledged ?? ZERO_CENTS, accepted: found?.accepted ?? ZERO_CENTS };
}

/** A guarantee changed together with its loan. */
const movedRow = z.object({
  id: z.bigint(),
  guarantor_id: z.bigint(),
  amount_cents: bigCents,
  was_accepted: z.boolean(),
  loan_no: z.string(),
  borrower: z.string(),
});

export type MovedGuarantee = z.infer<typeof movedRow>;

const cancelStanding = statement({
  name: "guarantee-cancel",
  text: `with standing as (
      select g.id, g.state from guarantee g
      where g.loan_id = $1 and g.state = any ($2) order by g.id for no key update
    ), cancelled as (
      update guarantee g set state = 'cancelled' from standing s where g.id = s.id
      returning g.id, g.loan_id, g.guarantor_id, g.amount_cents, s.state = 'accepted'
        as was_accepted
    )
    select c.id, c.guarantor_id, c.amount_cents, c.was_accepted, l.loan_no,
      m.full_name as borrower
    from cancelled c join loan l on l.id = c.loan_id join member m on m.id = l.member_id
    order by c.id`,
  row: movedRow,
});

/**
 * Which guarantees end with each step of an application. Its approval needs no more answers; new
 * terms need every answer again. An unanswered request never ends by time alone.
 */
const guaranteesEndingWith = {
  approved: ["asked"],
  amended: ["asked", "accepted"],
  declined: ["asked", "accepted"],
  withdrawn: ["asked", "accepted"],
} as const satisfies Record<string, readonly GuarantorState[]>;

type EndingStep = keyof typeof guaranteesEndingWith;

/** Cancels the guarantees that end with a step of their application, and returns them. */
export async function cancelGuarantees(
  work: UnitOfWork,
  loanId: bigint,
  step: EndingStep,
): Promise<MovedGuarantee[]> {
  const cancelled = await work.rows(cancelStanding, [loanId, guaranteesEndingWith[step]]);
  for (const { id } of cancelled) {
    work.audit({ action: "guarantee-cancelled", subject: `guarantee:${id}` });
  }
  return cancelled;
}

/** Cancels the guarantees that end with a decision, and notifies those who had accepted. */
export async function endGuarantees(
  work: UnitOfWork,
  loanId: bigint,
  decision: Exclude<EndingStep, "amended">,
  notify: Notify,
): Promise<void> {
  for (const moved of await cancelGuarantees(work, loanId, decision)) {
    if (moved.was_accepted) await notifyGuarantor(work, moved, "guarantee-released", notify);
  }
}

const findFollowed = statement({
  name: "guarantee-followed",
  text: `select g.id, g.guarantor_id, g.amount_cents, g.state = 'accepted' as was_accepted,
      l.loan_no, b.full_name as borrower
    from guarantee g join loan l on l.id = g.loan_id join member b on b.id = l.member_id
    where l.loan_no = any ($1) and akiba_now() in (g.settled_at, g.revived_at)
      and (l.state = 'settled') = (g.settled_at is not null)
    order by g.id`,
  row: movedRow,
});

/**
 * Notifies the guarantors of loans that this unit of work has settled, which the database releases,
 * and of those that it reopened.
 */
export async function followSettlements(
  work: UnitOfWork,
  loanNos: readonly string[],
  notify: Notify,
): Promise<void> {
  for (const moved of await work.rows(findFollowed, [loanNos])) {
    const action = moved.was_accepted ? "guarantee-revived" : "guarantee-released";
    work.audit({ action, subject: `guarantee:${moved.id}` });
    await notifyGuarantor(work, moved, action, notify);
  }
}

/** Notifies a guarantor of a change of their guarantee. */
export function notifyGuarantor(
  work: UnitOfWork,
  { guarantor_id, amount_cents, loan_no, borrower }: Omit<MovedGuarantee, "id" | "was_accepted">,
  template: GuaranteeMessage,
  notify: Notify,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const amount = formatMoney(amount_cents);
  const params = { loanNo: loan_no, borrower: nameInText(borrower), amount, ...more };
  return notifyMember(work, guarantor_id, template, params, notify);
}
