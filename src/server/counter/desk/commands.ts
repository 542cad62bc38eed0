import { addCents, type Cents, negateCents, ZERO_CENTS } from "#shared/money.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { lapseRequests } from "#server/oversight/approvals/waiting-requests.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { tillSubject } from "#server/oversight/approvals/subjects.ts";
import { type UnitOfWork, violatedConstraint } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { moveTill, requireOpenTill } from "#server/tills/till-book/till-book.ts";
import { requireWholeShillings } from "#server/tills/till-book/whole-shillings.ts";
import * as queries from "./queries.ts";
import { varianceEntry } from "./till-variance.ts";

interface Opened {
  readonly id: bigint;
  /** The request for the float; null for a till that opens without one. */
  readonly approvalId: bigint | null;
}

/** Opens the actor's till, and requests its float from the keeper of the safe. */
export async function openTill(work: UnitOfWork, float: Cents): Promise<Opened> {
  requireWholeShillings("float", float);
  const id = await insertTill(work);
  work.audit({ action: "till-opened", subject: tillSubject(id) });
  const approvalId = float > ZERO_CENTS ? await request(work, id, float) : null;
  return { id, approvalId };
}

async function insertTill(work: UnitOfWork): Promise<bigint> {
  try {
    return await queries.insertTill(work, work.actor);
  } catch (error) {
    if (violatedConstraint(error) === "till_one_per_person") throw new Problem("till-open");
    throw error;
  }
}

/** Requests more cash from the safe for the actor's open till. */
export async function requestFloat(work: UnitOfWork, amount: Cents): Promise<bigint> {
  requireWholeShillings("amount", amount);
  return request(work, await requireOpenTill(work), amount);
}

function request(work: UnitOfWork, tillId: bigint, amount: Cents): Promise<bigint> {
  const payload = { till: String(tillId), amount: String(amount) };
  return requestApproval(work, { kind: "till-float", subject: tillSubject(tillId), payload });
}

interface Agreed {
  /** The first person, as the audit log names them. */
  readonly requestedBy: string;
}

/** Moves a float from the safe to a till, as its holder and the keeper of the safe agreed. */
export async function giveFloat(
  work: UnitOfWork,
  { till: tillId, amount }: { readonly till: bigint; readonly amount: Cents },
  { requestedBy }: Agreed,
): Promise<void> {
  const till = await queries.lockTill(work, tillId);
  if (till?.state !== "open") throw new Problem("till-none");
  const entryId = await post(work, {
    kind: "till-float",
    narration: `Float of till ${tillId}`,
    referenceNo: tillSubject(tillId),
    lines: [debit(societyAccount("till-cash"), amount), credit(societyAccount("cash"), amount)],
  });
  const people = { movedBy: requestedBy, agreedBy: work.actor };
  await moveTill(work, { tillId, kind: "float", amount, entryId, ...people });
  const detail = { amount: String(amount), requestedBy };
  work.audit({ action: "till-float-given", subject: tillSubject(tillId), detail });
}

interface Counted extends queries.CountRow {
  readonly approvalId: bigint;
}

/** Counts the actor's own till; from then on it takes no money until the safe has decided. */
export async function countOwn(work: UnitOfWork, pieces: readonly number[]): Promise<Counted> {
  const till = await queries.lockTillOf(work, work.actor);
  if (till === null) throw new Problem("till-none");
  return count(work, till, pieces);
}

/** Counts the till of somebody who cannot; another keeper of the safe accepts it. */
export async function countFor(
  work: UnitOfWork,
  tillId: bigint,
  pieces: readonly number[],
): Promise<Counted> {
  const till = await queries.lockTill(work, tillId);
  if (till === null) throw new Problem("no-such-till");
  if (till.state === "closed") throw new Problem("till-none");
  if (await queries.isHeldBy(work, tillId, work.actor)) throw new Problem("till-own");
  return count(work, till, pieces);
}

async function count(
  work: UnitOfWork,
  till: queries.LockedTill,
  pieces: readonly number[],
): Promise<Counted> {
  await queries.setState(work, till.id, "counted");
  await lapseRequests(work, "till-float", { till: String(till.id) });
  const expected = till.balance_cents;
  const row = await queries.insertCount(work, { tillId: till.id, expected, pieces });
  const approvalId = await requestApproval(work, {
    kind: "till-handover",
    subject: tillSubject(till.id),
    about: till.holder,
    payload: { till: String(till.id), count: String(row.id) },
  });
  const detail = { counted: String(row.counted_cents), expected: String(expected) };
  work.audit({ action: "till-counted", subject: tillSubject(till.id), detail });
  return { ...row, approvalId };
}

/** Reopens a counted till after the keeper of the safe rejected its count. */
export async function reopen(work: UnitOfWork, tillId: bigint): Promise<void> {
  const till = await queries.lockTill(work, tillId);
  if (till?.state !== "counted") return;
  await queries.setState(work, tillId, "open");
  work.audit({ action: "till-reopened", subject: tillSubject(tillId) });
}

/**
 * Closes a till: books the difference between the count and the books, and moves the counted cash
 * to the safe. Two people have counted it.
 */
export async function acceptHandover(
  work: UnitOfWork,
  { till: tillId, count: countId }: { readonly till: bigint; readonly count: bigint },
  { requestedBy }: Agreed,
): Promise<void> {
  const till = await queries.lockTill(work, tillId);
  const counted = await queries.lastCount(work, tillId);
  if (till?.state !== "counted" || counted?.id !== countId) throw new Problem("till-none");
  const people = { movedBy: requestedBy, agreedBy: work.actor };
  const variance = addCents(counted.counted_cents, negateCents(till.balance_cents));
  if (variance !== ZERO_CENTS) await bookVariance(work, tillId, variance, people);
  if (counted.counted_cents > ZERO_CENTS) {
    await handOver(work, tillId, counted.counted_cents, people);
  }
  await queries.setState(work, tillId, "closed");
  const detail = { counted: String(counted.counted_cents), variance: String(variance) };
  work.audit({ action: "till-closed", subject: tillSubject(tillId), detail });
}

interface TwoPeople {
  readonly movedBy: string;
  readonly agreedBy: string;
}

async function bookVariance(
  work: UnitOfWork,
  tillId: bigint,
  variance: Cents,
  people: TwoPeople,
): Promise<void> {
  const entryId = await post(work, varianceEntry(tillId, variance));
  await moveTill(work, { tillId, kind: "variance", amount: variance, entryId, ...people });
}

async function handOver(
  work: UnitOfWork,
  tillId: bigint,
  amount: Cents,
  people: TwoPeople,
): Promise<void> {
  const entryId = await post(work, {
    kind: "till-handed-over",
    narration: `Cash of till ${tillId} handed over to the safe`,
    referenceNo: tillSubject(tillId),
    lines: [debit(societyAccount("cash"), amount), credit(societyAccount("till-cash"), amount)],
  });
  const movement = { tillId, kind: "handover", amount: negateCents(amount), entryId } as const;
  await moveTill(work, { ...movement, ...people });
}
