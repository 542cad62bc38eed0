import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Cents, formatMoney } from "#shared/money.ts";
import { type TreasuryKind, treasuryRule } from "#shared/treasury-kinds.ts";
import { keepOpen } from "#server/ledger/journal/added-accounts.ts";
import { valueDay } from "#server/ledger/journal/closed-books.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { treasurySubject } from "#server/oversight/approvals/subjects.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { movementAt } from "./movement-rows.ts";
import { mostExceeded } from "./movement-limit.ts";

/** A movement as a person enters it. */
export interface NewMovement {
  readonly kind: TreasuryKind;
  readonly amount: Cents;
  readonly day?: CalendarDate | undefined;
  readonly reference?: string | undefined;
  readonly description: string;
  /** The code of an added account. */
  readonly account?: string | undefined;
  /** The payee of the cheque that pays it. */
  readonly payee?: string | undefined;
  readonly attachments?: readonly bigint[] | undefined;
  readonly overConfirmed?: boolean | undefined;
}

const findNext = statement({
  name: "treasury-next",
  text: "select coalesce(max(id), 0) + 1 as id from treasury_movement",
  row: z.object({ id: z.bigint() }),
});

/** Returns the next number, and keeps others waiting for theirs until the unit of work ends. */
async function drawNumber(work: UnitOfWork): Promise<bigint> {
  await work.run("select pg_advisory_xact_lock(hashtextextended('treasury movement', 0))");
  const next = await work.first(findNext);
  if (next === null) throw new Error("there is no number for a movement");
  return next.id;
}

/**
 * Enters a movement and requests its approval; returns the numbers of both. Throws a problem on the
 * field for an amount above what is owed, due or held, for a reference that counts already, and for
 * an added account that is closed or not for this kind.
 */
export async function enterMovement(work: UnitOfWork, given: NewMovement) {
  const id = await drawNumber(work);
  const day = await valueDay(work, "day", given.day);
  const reference = referenceOf(given);
  await rejectUsedReference(work, given, reference);
  await rejectOver(work, given);
  const { account = "", payee = "" } = given;
  if (payee !== "" && treasuryRule(given.kind).byCheque !== true) {
    throw fieldProblem("payee", "field.invalid");
  }
  if (account !== "" && !(await keepOpen(work, account, given.kind))) {
    throw fieldProblem("account", "account.closed");
  }
  const subject = treasurySubject(id);
  const payload = { movement: String(id) };
  const approvalId = await requestApproval(work, { kind: "treasury-movement", subject, payload });
  await work.run(
    `insert into treasury_movement (id, kind, amount_cents, value_date, reference, counted_as,
        description, over_confirmed, approval_id, entered_by, chart_account_code, payee)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, nullif($11, ''), $12)`,
    [
      id,
      given.kind,
      given.amount,
      day,
      reference,
      treasuryRule(given.kind).series ?? "",
      given.description,
      given.overConfirmed ?? false,
      approvalId,
      work.actor,
      account,
      payee,
    ],
  );
  await takeAttachments(work, id, given.attachments ?? []);
  const { kind, amount } = given;
  work.audit({
    action: "treasury-entered",
    subject,
    detail: {
      kind,
      amount: formatMoney(amount),
      day,
      reference,
      ...(account !== "" && { account }),
      ...(payee !== "" && { payee }),
    },
  });
  return { id, approvalId };
}

/** Returns the reference of a movement; empty for a kind that has none. */
function referenceOf({ kind, reference = "" }: NewMovement): string {
  const { series, isReferenceOptional = false } = treasuryRule(kind);
  if (series === null) return "";
  if (reference === "" && !isReferenceOptional) throw fieldProblem("reference", "field.required");
  return reference;
}

const findUsed = statement({
  name: "treasury-reference-used",
  text: `select exists (select from treasury_movement m join approval a on a.id = m.approval_id
      where m.counted_as = $1 and (m.reference = $2 or $3 and m.payee = ''
          and ltrim(akiba_plain(m.reference), '0') = ltrim(akiba_plain($2), '0'))
        and (m.state = 'posted'
          or m.state = 'entered' and a.state = 'waiting' and a.expires_at > akiba_now()))
    or $3 and bank_reference_is_booked($2) as used`,
  row: z.object({ used: z.boolean() }),
});

/**
 * The database decides when a movement is posted; this tells the person who enters it again. A
 * cheque is compared with movements only: its number is of another series than the bank's.
 */
async function rejectUsedReference(
  snapshot: Snapshot,
  { kind, payee = "" }: NewMovement,
  reference: string,
): Promise<void> {
  const { series } = treasuryRule(kind);
  if (reference === "" || series === null) return;
  const isOfBank = series === "bank" && payee === "";
  const found = await snapshot.first(findUsed, [series, reference, isOfBank]);
  if (found?.used === true) throw fieldProblem("reference", "receipt.used");
}

async function rejectOver(work: UnitOfWork, given: NewMovement): Promise<void> {
  const most = await mostExceeded(work, given);
  if (most === null) return;
  const isDue = treasuryRule(given.kind).atMost === "due";
  const problem = isDue ? "movement.over-due" : "movement.over";
  const values = { most: formatMoney(most) };
  throw new Problem("invalid", { fields: [{ field: "amount", problem, values }] });
}

/** Attaches the files that the same person uploaded before; the database keeps them there. */
async function takeAttachments(
  work: UnitOfWork,
  id: bigint,
  attachments: readonly bigint[],
): Promise<void> {
  const wanted = [...new Set(attachments)];
  if (wanted.length === 0) return;
  const taken = await work.run(
    `update treasury_attachment set movement_id = $1
      where id = any ($2::bigint[]) and movement_id is null and uploaded_by = $3`,
    [id, wanted, work.actor],
  );
  if (taken !== wanted.length) throw new Problem("no-such-attachment");
}

/** Requests that a second person approve the reversal of a posted movement. */
export async function requestReversal(
  work: UnitOfWork,
  id: bigint,
  reason: string,
): Promise<bigint> {
  const movement = await movementAt(work, id);
  if (movement === null) throw new Problem("no-such-movement");
  if (movement.state !== "posted") throw new Problem("movement-state");
  const payload = { movement: String(id) };
  const subject = treasurySubject(id);
  return requestApproval(work, { kind: "treasury-reversal", subject, payload, reason });
}
