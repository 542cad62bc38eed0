import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { type Cents, cents } from "#shared/money.ts";
import { statesThatMay } from "#shared/while-suspended.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { type FieldError, Problem } from "#server/kernel/platform/problem.ts";
import { takeShared } from "#server/kernel/platform/shared-limit.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { cancelGuarantees, notifyGuarantor } from "./guarantees.ts";
import { mayBePledged } from "./pledge-bounds.ts";

/** A guarantor that a borrower names, and the part of the loan. */
export interface NamedGuarantor {
  readonly memberNo: MemberNo;
  readonly amount: Cents;
}

/** A member who can be asked to guarantee. */
export interface FoundGuarantor extends NamedGuarantor {
  readonly memberId: bigint;
}

interface Naming {
  readonly named: readonly NamedGuarantor[];
  /** The borrower who names them. */
  readonly by: MemberNo;
  readonly principal: Cents;
  /** The path of a field of the nth guarantor in the request, such as `guarantors.0.amount`. */
  readonly field: (index: number, name: "memberNo" | "amount") => string;
}

/**
 * Finds the members that a borrower names, or rejects those that cannot be asked, beside each
 * field. Counts every number before looking it up: guesses are soon stopped, and reveal only that a
 * member has the number. The answer never includes a guarantor's balances.
 */
export async function findNamed(
  work: UnitOfWork,
  naming: Naming,
  limits: Limits,
): Promise<FoundGuarantor[] | Problem> {
  const { named, by, field } = naming;
  const day = { name: "guarantors-day", most: limits.guarantorsNamedPerDay, windowSeconds: 86_400 };
  for (let count = 0; count < named.length; count += 1) {
    if (!(await takeShared(work, day, by))) return new Problem("too-many", { retryAfter: 3600 });
  }
  const wrong = malformed(naming);
  const numbers = named.map(({ memberNo }) => memberNo);
  const found = await work.rows(findMembers, [numbers, statesThatMay("begin")]);
  const idOf = new Map(found.map(({ member_no, id }) => [member_no, id]));
  const able = named.map((one) => ({ ...one, memberId: idOf.get(one.memberNo) ?? 0n }));
  for (const [index, { memberId, memberNo }] of able.entries()) {
    if (memberId !== 0n || memberNo === by) continue;
    wrong.push({ field: field(index, "memberNo"), problem: "guarantor.unknown" });
  }
  if (wrong.length === 0) return able;
  work.audit({ action: "guarantors-refused", subject: `member:${by}` });
  return new Problem("invalid", { fields: wrong });
}

const findMembers = statement({
  name: "guarantee-named",
  text: `select m.id, m.member_no from member m where m.member_no = any ($1)
    and m.mobile_number <> '' and m.membership = any ($2)
    and not exists (select from staff s where s.member_id = m.id)`,
  row: z.object({ id: z.bigint(), member_no: z.string() }),
});

function malformed({ named, by, principal, field }: Naming): FieldError[] {
  return named.flatMap(({ memberNo, amount }, index): FieldError[] => {
    const first = named.findIndex((other) => other.memberNo === memberNo);
    const who =
      memberNo === by ? "guarantor.self" : first < index ? "guarantor.twice" : ("" as const);
    const isSane = mayBePledged(amount, principal);
    return [
      ...(who === "" ? [] : [{ field: field(index, "memberNo"), problem: who } as const]),
      ...(isSane ? [] : [{ field: field(index, "amount"), problem: "pledge.form" } as const]),
    ];
  });
}

interface AskedLoan {
  readonly id: bigint;
  readonly loan_no: string;
  readonly full_name: string;
}

const insertAsked = statement({
  name: "guarantee-ask",
  text: `insert into guarantee (loan_id, guarantor_id, amount_cents, state, asked_at, replaces_id)
    values ($1, $2, $3, 'asked', akiba_now(), $4)
    on conflict do nothing
    returning id`,
  row: z.object({ id: z.bigint() }),
});

interface GuaranteeRequest {
  readonly memberId: bigint;
  readonly amount: Cents;
  /** The guarantee it replaces. */
  readonly replaces?: bigint;
  readonly again?: boolean;
}

/**
 * Asks a member to guarantee an application and returns the guarantee's id; null if they were asked
 * already, or if the guarantor to be replaced has already been replaced.
 */
export async function askGuarantor(
  work: UnitOfWork,
  loan: AskedLoan,
  { memberId, amount, replaces, again = false }: GuaranteeRequest,
  notify: Notify,
): Promise<bigint | null> {
  const asked = await work.first(insertAsked, [loan.id, memberId, amount, replaces ?? null]);
  if (asked === null) return null;
  const subject = `guarantee:${asked.id}`;
  work.audit({ action: "guarantee-asked", subject, detail: { loan: loan.loan_no } });
  const told = { guarantor_id: memberId, amount_cents: amount, loan_no: loan.loan_no };
  const template = again ? "guarantee-asked-again" : "guarantee-asked";
  await notifyGuarantor(work, { ...told, borrower: loan.full_name }, template, notify);
  return asked.id;
}

/**
 * Prepares the guarantees for new terms. Guarantors who were asked or have accepted are asked
 * again, at most for the amount that must be covered now, by a new guarantee, so that no answer or
 * code for the old one counts. Returns a function that asks them once the terms are changed.
 */
export async function callOffForNewTerms(
  work: UnitOfWork,
  loanId: bigint,
): Promise<(loan: AskedLoan, cover: Cents, notify: Notify) => Promise<void>> {
  const before = await cancelGuarantees(work, loanId, "amended");
  return async (loan, cover, notify) => {
    for (const moved of before) {
      if (cover === 0n) {
        if (moved.was_accepted) await notifyGuarantor(work, moved, "guarantee-released", notify);
        continue;
      }
      const amount = cents(moved.amount_cents < cover ? moved.amount_cents : cover);
      const asking = { memberId: moved.guarantor_id, amount, again: true };
      await askGuarantor(work, loan, asking, notify);
    }
  };
}

const guarantorRow = z.object({
  id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  amount_cents: bigCents,
  state: z.enum(["asked", "accepted", "declined", "released"]),
  asked_on: z.string(),
  answered_on: z.nullable(z.string()),
});

export type GuarantorRow = z.infer<typeof guarantorRow>;

const findGuarantors = statement({
  name: "guarantee-guarantors",
  text: `select g.id, m.member_no, m.full_name, g.amount_cents, g.state,
      coalesce(${nairobiDay("g.asked_at")}, g.given_on) as asked_on,
      ${nairobiDay("g.answered_at")} as answered_on
    from guarantee g join member m on m.id = g.guarantor_id
    where g.loan_id = $1 and g.state <> 'cancelled'
      and not exists (select from guarantee r where r.replaces_id = g.id)
    order by g.id`,
  row: guarantorRow,
});

/** Guarantors who have accepted, who are asked, or who declined and were not replaced yet. */
export function guarantorsOf(snapshot: Snapshot, loanId: bigint): Promise<GuarantorRow[]> {
  return snapshot.rows(findGuarantors, [loanId]);
}
