import * as z from "zod/mini";
import { addDays, addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { cents, formatMoney } from "#shared/money.ts";
import { cleanRun } from "#server/ledger/journal/clean-run.ts";
import { trialBalance } from "#server/ledger/journal/trial-balance.ts";
import {
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import { requireClosable } from "./close-conditions.ts";
import {
  closeAt,
  type CloseRow,
  shownClose,
  type Unreconciled,
  unreconciledOn,
} from "./queries.ts";
import { isBalanced, isSame, keptBalance } from "./trial-balance.ts";

const lockBooks = statement({
  name: "month-lock-books",
  text: "select books_lock() as until, akiba_today() as today",
  row: z.object({ until: z.nullable(z.string()), today: z.string() }),
});

/**
 * Locks the books and the statements they are compared with. Matches lock in this order too: first
 * the account, then the books that they post into.
 */
async function lock(work: UnitOfWork) {
  await work.run("select from reconciled_account order by account for update");
  return work.first(lockBooks);
}

/** Returns the proof of a close, read while nobody else can post. Throws if it cannot be closed. */
async function proofOf(work: UnitOfWork, ends: CalendarDate) {
  const { until, today } = (await lock(work)) ?? { until: null, today: "" };
  const rows = await trialBalance(work, ends);
  const books = { today, until, run: await cleanRun(work), isBalanced: isBalanced(rows) };
  const run = requireClosable(ends, books);
  return { run, balance: keptBalance(rows), unreconciled: await unreconciledOn(work, ends) };
}

/**
 * Names the accounts that are not reconciled, each with its difference or the reason why there is
 * none.
 */
function namesOf(rows: Unreconciled): string {
  return rows
    .map(({ account, cause, cents: difference }) =>
      cause === "no-statement" ? account : `${account} (${formatMoney(cents(BigInt(difference)))})`,
    )
    .join(", ");
}

const writeClose = statement({
  name: "month-prepare",
  text: `insert into month_close (month, trial_balance, reconciliation_id, prepared_by,
      unreconciled_because)
    values ($1::date, $2::jsonb, $3, $4, $5)
    on conflict (month) where state not in ('withdrawn', 'reopened') do nothing
    returning id`,
  row: z.object({ id: z.bigint() }),
});

interface Prepared {
  /** The first day of the month. */
  readonly month: CalendarDate;
  /** Why it is closed over accounts that are not reconciled. */
  readonly reason?: string | undefined;
  readonly by: string;
}

/** Prepares the close of a month and returns its number. */
export async function prepare(work: UnitOfWork, given: Prepared): Promise<bigint> {
  const { month, reason = "", by } = given;
  const ends = addDays(addMonths(month, 1), -1);
  const { run, balance, unreconciled } = await proofOf(work, ends);
  const because = becauseOf(unreconciled, reason);
  const values = [month, JSON.stringify(balance), run, by, because];
  const written = await work.first(writeClose, values);
  if (written === null) throw new Problem("month-not-due");
  work.audit({
    action: "month-close-prepared",
    subject: `month:${month.slice(0, 7)}`,
    ...detailOf(unreconciled, because),
  });
  return written.id;
}

/** The reason to keep; none if all accounts are reconciled. Throws if it is missing. */
function becauseOf(unreconciled: Unreconciled, reason: string): string {
  if (unreconciled.length === 0) return "";
  if (reason === "") {
    throw new Problem("account-unreconciled", { values: { accounts: namesOf(unreconciled) } });
  }
  return reason;
}

/** The detail in the audit log of a close over accounts that are not reconciled. */
function detailOf(unreconciled: Unreconciled, reason: string) {
  return reason === "" ? {} : { detail: { reason, unreconciled: namesOf(unreconciled) } };
}

async function found(work: UnitOfWork, id: bigint): Promise<CloseRow> {
  const close = await closeAt(work, id);
  if (close === null) throw new Problem("no-such-close");
  return close;
}

/** Moves a close to its next status. The database enforces the order and the two people. */
async function step(
  work: UnitOfWork,
  { id, from }: { readonly id: bigint; readonly from: string },
  set: string,
  values: readonly (string | bigint)[] = [],
): Promise<void> {
  try {
    const text = `update month_close set ${set} where id = $1 and state = $2`;
    const moved = await work.run(text, [id, from, ...values]);
    if (moved === 0) throw new Problem("close-state");
  } catch (error) {
    const broken = violatedConstraint(error) ?? "";
    if (broken.endsWith("_two_people")) throw new Problem("close-two-people");
    if (broken === "month_close_in_order") throw new Problem("close-not-last");
    throw error;
  }
}

/** A close to be decided on, with the digest of what the approver was shown. */
interface Decided {
  readonly id: bigint;
  readonly shownDigest: string;
}

interface Approved extends Decided {
  readonly reason?: string | undefined;
}

/** Closes a month that another person prepared, if it is still what the approver saw. */
export async function approve(work: UnitOfWork, given: Approved): Promise<void> {
  const { id, shownDigest, reason = "" } = given;
  const close = await found(work, id);
  if (close.state !== "prepared") throw new Problem("close-state");
  if (close.prepared_by === work.actor) throw new Problem("close-two-people");
  const { balance, unreconciled } = await proofOf(work, close.ends);
  if (!isSame(balance, close.trial_balance)) throw new Problem("close-changed");
  requireShown(shownDigest, await shownClose(work, close));
  requireAccepted(close, unreconciled);
  const because = becauseOf(unreconciled, reason);
  await step(
    work,
    { id, from: "prepared" },
    `state = 'closed', approved_by = $3, approved_at = akiba_now(),
      audit_seq = (select seq from audit_head), audit_hash = (select hash from audit_head),
      approved_because = $4`,
    [work.actor, because],
  );
  const detail = detailOf(unreconciled, because);
  work.audit({ action: "month-closed", subject: `month:${close.month}`, ...detail });
}

/** Throws unless there are no differences but those that the first person gave a reason for. */
function requireAccepted(close: CloseRow, now: Unreconciled): void {
  if (now.length === 0 || JSON.stringify(now) === JSON.stringify(close.unreconciled)) return;
  throw new Problem("unreconciled-since", { values: { accounts: namesOf(now) } });
}

/** Withdraws a close that nobody has approved. */
export async function withdraw(work: UnitOfWork, id: bigint): Promise<void> {
  const { month } = await found(work, id);
  await step(work, { id, from: "prepared" }, "state = 'withdrawn'");
  work.audit({ action: "month-close-withdrawn", subject: `month:${month}` });
}

/** Requests that the last closed month be reopened. */
export async function askToReopen(
  work: UnitOfWork,
  id: bigint,
  { reason, by }: { readonly reason: string; readonly by: string },
): Promise<void> {
  const close = await found(work, id);
  const { until } = (await work.first(lockBooks)) ?? {};
  if (close.state === "closed" && until !== close.ends) throw new Problem("close-not-last");
  await step(
    work,
    { id, from: "closed" },
    "state = 'reopening', reopen_by = $3, reopen_because = $4, reopen_at = akiba_now()",
    [by, reason],
  );
  const subject = `month:${close.month}`;
  work.audit({ action: "month-reopening-asked", subject, detail: { reason } });
}

/** Locks a close whose reopening was requested, if it is still what the person saw. */
async function lockReopening(work: UnitOfWork, { id, shownDigest }: Decided): Promise<CloseRow> {
  await work.run("select from month_close where id = $1 for update", [id]);
  const close = await found(work, id);
  if (close.state !== "reopening") throw new Problem("close-state");
  requireShown(shownDigest, await shownClose(work, close));
  return close;
}

/** Reopens a month at the request of another person. */
export async function reopen(work: UnitOfWork, decided: Decided): Promise<void> {
  const { id, month } = await lockReopening(work, decided);
  await step(
    work,
    { id, from: "reopening" },
    "state = 'reopened', reopened_by = $3, reopened_at = akiba_now()",
    [work.actor],
  );
  work.audit({ action: "month-reopened", subject: `month:${month}` });
}

/** Rejects a request to reopen a month, which stays closed. */
export async function keepClosed(work: UnitOfWork, decided: Decided): Promise<void> {
  const { id, month } = await lockReopening(work, decided);
  await step(work, { id, from: "reopening" }, "state = 'closed'");
  work.audit({ action: "month-kept-closed", subject: `month:${month}` });
}
