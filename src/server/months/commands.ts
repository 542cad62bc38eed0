import * as z from "zod/mini";
import { addDays, addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { trialBalance } from "#server/ledger/trial-balance.ts";
import { statement, type UnitOfWork, violatedConstraint } from "#server/platform/database.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { cleanRun, closeAt, type CloseRow } from "./queries.ts";
import { isBalanced, isSame, keptBalance } from "./rules.ts";

const lockBooks = statement({
  name: "month-lock-books",
  text: "select books_lock() as until, akiba_today() as today",
  row: z.object({ until: z.nullable(z.string()), today: z.string() }),
});

/** What a close stands on, seen once nobody posts beside; refuses where it does not hold. */
async function proofOf(work: UnitOfWork, ends: CalendarDate) {
  const { until, today } = (await work.first(lockBooks)) ?? { until: null, today: "" };
  if (ends >= today || (until !== null && until >= ends)) throw new Refusal("month-not-due");
  const run = await cleanRun(work);
  if (run === null) throw new Refusal("not-reconciled");
  const rows = await trialBalance(work, ends);
  if (!isBalanced(rows)) throw new Refusal("not-balanced");
  return { run, balance: keptBalance(rows) };
}

const writeClose = statement({
  name: "month-prepare",
  text: `insert into month_close (month, trial_balance, reconciliation_id, prepared_by)
    values ($1::date, $2::jsonb, $3, $4)
    on conflict (month) where state not in ('withdrawn', 'reopened') do nothing
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Prepares the close of a month by its first day; gives its number. */
export async function prepare(work: UnitOfWork, month: CalendarDate, by: string): Promise<bigint> {
  const ends = addDays(addMonths(month, 1), -1);
  const { run, balance } = await proofOf(work, ends);
  const written = await work.first(writeClose, [month, JSON.stringify(balance), run, by]);
  if (written === null) throw new Refusal("month-not-due");
  work.audit({ action: "month-close-prepared", subject: `month:${month.slice(0, 7)}` });
  return written.id;
}

async function found(work: UnitOfWork, id: bigint): Promise<CloseRow> {
  const close = await closeAt(work, id);
  if (close === null) throw new Refusal("no-such-close");
  return close;
}

/** Takes a step of a close, held to its life, its order and its two people by the database. */
async function step(
  work: UnitOfWork,
  { id, from }: { readonly id: bigint; readonly from: string },
  set: string,
  values: readonly (string | bigint)[] = [],
): Promise<void> {
  try {
    const text = `update month_close set ${set} where id = $1 and state = $2`;
    const moved = await work.run(text, [id, from, ...values]);
    if (moved === 0) throw new Refusal("close-state");
  } catch (error) {
    const broken = violatedConstraint(error) ?? "";
    if (broken.endsWith("_two_people")) throw new Refusal("close-two-people");
    if (broken === "month_close_in_order") throw new Refusal("close-not-last");
    throw error;
  }
}

/** Closes a month that somebody else has prepared, if it still is what they saw. */
export async function approve(work: UnitOfWork, id: bigint, by: string): Promise<void> {
  const close = await found(work, id);
  if (close.state !== "prepared") throw new Refusal("close-state");
  if (close.prepared_by === by) throw new Refusal("close-two-people");
  const { balance } = await proofOf(work, close.ends as CalendarDate);
  if (!isSame(balance, close.trial_balance)) throw new Refusal("close-changed");
  await step(
    work,
    { id, from: "prepared" },
    `state = 'closed', approved_by = $3, approved_at = akiba_now(),
      audit_seq = (select seq from audit_head), audit_hash = (select hash from audit_head)`,
    [by],
  );
  work.audit({ action: "month-closed", subject: `month:${close.month}` });
}

/** Withdraws a close that nobody has approved. */
export async function withdraw(work: UnitOfWork, id: bigint): Promise<void> {
  const { month } = await found(work, id);
  await step(work, { id, from: "prepared" }, "state = 'withdrawn'");
  work.audit({ action: "month-close-withdrawn", subject: `month:${month}` });
}

/** Asks for the last closed month to be opened again. */
export async function askToReopen(
  work: UnitOfWork,
  id: bigint,
  { reason, by }: { readonly reason: string; readonly by: string },
): Promise<void> {
  const close = await found(work, id);
  const { until } = (await work.first(lockBooks)) ?? {};
  if (close.state === "closed" && until !== close.ends) throw new Refusal("close-not-last");
  await step(
    work,
    { id, from: "closed" },
    "state = 'reopening', reopen_by = $3, reopen_because = $4, reopen_at = akiba_now()",
    [by, reason],
  );
  const subject = `month:${close.month}`;
  work.audit({ action: "month-reopening-asked", subject, detail: { reason } });
}

/** Opens a month again that somebody else has asked for. */
export async function reopen(work: UnitOfWork, id: bigint, by: string): Promise<void> {
  const { month } = await found(work, id);
  await step(
    work,
    { id, from: "reopening" },
    "state = 'reopened', reopened_by = $3, reopened_at = akiba_now()",
    [by],
  );
  work.audit({ action: "month-reopened", subject: `month:${month}` });
}

/** Leaves a month closed that was asked to be opened. */
export async function keepClosed(work: UnitOfWork, id: bigint): Promise<void> {
  const { month } = await found(work, id);
  await step(work, { id, from: "reopening" }, "state = 'closed'");
  work.audit({ action: "month-kept-closed", subject: `month:${month}` });
}
