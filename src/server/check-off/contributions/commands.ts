import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Cents, formatMoney, isWholeShillings } from "#shared/money.ts";
import {
  contributionPolicy,
  datedContributionPolicy,
} from "#server/check-off/payroll/agreed-contributions.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { notifyOffice } from "#server/messaging/outbox/notify-office.ts";
import { DatedRows } from "#server/kernel/platform/dated-rows.ts";
import {
  type Snapshot,
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { blockOf, changeOfMember, type ChangeRow, type Saver, saverOf } from "./queries.ts";

/** The amount that a member saves from the month that begins on `month`. */
interface Contribution {
  readonly memberNo: MemberNo;
  readonly month: CalendarDate;
  readonly amount: Cents;
}

const insertChange = statement({
  name: "contributions-insert",
  text: `insert into monthly_contribution (member_id, month, amount_cents, decided_by)
    values ($1, $2, $3, $4) returning id`,
  row: z.object({ id: z.bigint() }),
});

/** The decisions of the database about a month, and the problem of each beside its field. */
const monthProblems: Readonly<Record<string, FieldProblem>> = {
  monthly_contribution_advised: "contribution.advised",
  monthly_contribution_once: "contribution.once",
  monthly_contribution_month: "contribution.month",
};

/** Changes a member's own contribution from a month on, and notifies them. */
export async function change(
  work: UnitOfWork,
  { memberNo, month, amount }: Contribution,
  notify: Notify,
): Promise<ChangeRow> {
  const saver = await saverOf(work, memberNo);
  const blocked = blockOf(saver);
  if (blocked !== "") throw new Problem(blocked);
  await rejectOutside(work, amount);
  const written = await decided(() =>
    work.first(insertChange, [saver.id, month, amount, work.actor]),
  );
  if (written === null) throw new Error("the contribution was not kept");
  return notifyOfChange(work, saver, { id: written.id, news: "contribution-changed" }, notify);
}

/** Throws unless the policy in force accepts an amount. */
export async function rejectOutside(work: Snapshot, amount: Cents): Promise<void> {
  const { least_cents: least, most_cents: most } = await contributionPolicy(work);
  if (amount >= least && amount <= most && isWholeShillings(amount)) return;
  const values = { least: formatMoney(least), most: formatMoney(most) };
  throw new Problem("invalid", {
    fields: [{ field: "amount", problem: "contribution.range", values }],
  });
}

/**
 * Writes a change. The database decides whether its month is still open: an advice may be made at
 * the same time.
 */
async function decided<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const problem = monthProblems[violatedConstraint(error) ?? ""];
    if (problem !== undefined) throw fieldProblem("month", problem);
    throw error;
  }
}

interface ContributionNews {
  readonly id: bigint;
  readonly news: "contribution-changed" | "contribution-cancelled";
}

/** Audits a change or its end, notifies its member and returns it. */
async function notifyOfChange(
  work: UnitOfWork,
  saver: Saver,
  { id, news }: ContributionNews,
  notify: Notify,
): Promise<ChangeRow> {
  const row = await changeOfMember(work, id, saver.id);
  if (row === null) throw new Error(`contribution ${id} is not kept`);
  const month = row.month.slice(0, 7);
  work.audit({
    action: news,
    subject: `member:${saver.member_no}`,
    detail: { contribution: String(id), month, cents: String(row.amount_cents) },
  });
  const { mobile_number: mobileNumber, language } = saver;
  const params = { month, amount: formatMoney(row.amount_cents) };
  await enqueueSms(work, { mobileNumber, template: news, language, params }, notify);
  return row;
}

/** Cancels a member's own change before the advice of its month is made, and notifies them. */
export async function cancel(
  work: UnitOfWork,
  memberNo: MemberNo,
  id: bigint,
  notify: Notify,
): Promise<ChangeRow> {
  const saver = await saverOf(work, memberNo);
  const cancelled = await beforeAdvice(() =>
    work.run(
      `update monthly_contribution set cancelled_by = $3, cancelled_at = akiba_now()
        where id = $1 and member_id = $2 and cancelled_at is null`,
      [id, saver.id, work.actor],
    ),
  );
  if (cancelled === 0) throw new Problem("no-such-contribution");
  return notifyOfChange(work, saver, { id, news: "contribution-cancelled" }, notify);
}

async function beforeAdvice(write: () => Promise<number>): Promise<number> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === "monthly_contribution_advised") {
      throw new Problem("contribution-advised");
    }
    throw error;
  }
}

/** The bounds of contributions from a day on. */
interface BoundsToSet {
  readonly effectiveFrom: CalendarDate;
  readonly least: Cents;
  readonly most: Cents;
  readonly follows?: bigint | undefined;
}

const rows = new DatedRows(datedContributionPolicy, ["least_cents", "most_cents"]);

/** The highest amount that can be set; the database enforces it too. */
const HIGHEST: bigint = 100_000_000n;

/** Sets the bounds from a day on, and notifies the office. */
export async function setPolicy(work: UnitOfWork, bounds: BoundsToSet, notify: Notify) {
  const { effectiveFrom, least, most, follows } = bounds;
  if (!isWholeShillings(least) || least > HIGHEST) throw fieldProblem("least", "amount.form");
  if (!isWholeShillings(most) || most > HIGHEST) throw fieldProblem("most", "amount.form");
  if (most < least) throw fieldProblem("most", "contribution.bounds");
  await rows.rejectTooEarly(work, effectiveFrom);
  const written = await rows.schedule(work, { effectiveFrom, follows, values: [least, most] });
  if (written === null) throw new Problem("settings-changed");
  work.audit({
    action: "contribution-policy-set",
    subject: "contribution-policy",
    detail: { effectiveFrom, least: String(least), most: String(most) },
  });
  await notifyOffice(work, "settings-contributions", { day: effectiveFrom }, notify);
  return written;
}
