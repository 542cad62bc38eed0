import type { CalendarDate } from "#shared/calendar-date.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import type { Placement as Destined } from "#shared/contract/check-off/files.ts";
import { shortMonth } from "#shared/written-days.ts";
import type { Cents } from "#shared/money.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { checkOffLineSubject } from "#server/oversight/approvals/subjects.ts";
import {
  type AccountKey,
  memberAccount,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import type { EntryKind } from "#server/ledger/journal/permitted-kinds.ts";
import { post } from "#server/ledger/journal/post.ts";
import { lockLoan, recordRepaidSteps } from "#server/loans/lending/bulk-repayments.ts";
import { isCredited } from "#server/loans/lending/own-money.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { enqueueSelected, type Notify } from "#server/messaging/outbox/enqueue.ts";
import { feeAccount } from "#server/check-off/payroll/destination-postings.ts";
import type { Snapshot, UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import { newsOfPlacement, placementNews } from "./messages.ts";
import * as queries from "./queries.ts";

/** The proposed destination of a line's amount in suspense. */
export interface Wish {
  readonly batch: bigint;
  readonly row: bigint;
  readonly to: Destined;
  readonly loanNo?: string | undefined;
  readonly memberNo?: string | undefined;
}

/** A line in suspense and its destination. */
export interface Placement {
  readonly line: queries.SuspendedLine;
  readonly amount: Cents;
  readonly memberId: bigint;
  readonly memberNo: string;
  readonly fullName: string;
  readonly to: Destined;
  /** Null if it goes elsewhere. */
  readonly loan: {
    readonly id: bigint;
    readonly loanNo: string;
    readonly owed: Cents;
    readonly paidOutOn: string;
  } | null;
}

/** Requests that a second person approve the destination of a line in suspense. */
export async function propose(work: UnitOfWork, wish: Wish): Promise<bigint> {
  const { memberNo, ...placement } = await lockPlacement(work, wish);
  await rejectCredited(work, placement, work.actor);
  const { batch, row, to, loanNo } = wish;
  return requestApproval(work, {
    kind: "check-off-placement",
    subject: checkOffLineSubject(batch, row),
    about: `member:${memberNo}`,
    payload: {
      batch: String(batch),
      row: String(row),
      to,
      ...(to === "loan" ? { loanNo } : { memberNo }),
    },
  });
}

interface Approved {
  /** The first person, as the audit log names them. */
  readonly requestedBy: string;
  readonly notify: Notify;
}

/** Places a posted line's amount in suspense, once, as two people have agreed. */
export async function place(
  work: UnitOfWork,
  wish: Wish,
  { requestedBy, notify }: Approved,
): Promise<void> {
  const placement = await lockPlacement(work, wish);
  for (const actor of [requestedBy, work.actor]) await rejectCredited(work, placement, actor);
  const { batch, row, to } = wish;
  const { amount, memberId, loan } = placement;
  const entry = await postPlacement(work, batch, placement);
  const written = await work.run(
    `insert into check_off_release (batch_id, row_no, destination, loan_id, member_id,
        amount_cents, proposed_by, released_by, entry_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (batch_id, row_no) where reversed_at is null do nothing`,
    [batch, row, to, loan?.id ?? null, memberId, amount, requestedBy, work.actor, entry],
  );
  if (written === 0) throw new Problem("line-state");
  for (const news of placementNews) {
    const told = { text: newsOfPlacement(news), values: [batch, row] };
    await enqueueSelected(work, news, told, notify);
  }
  const where = { to, loanNo: loan?.loanNo, memberNo: placement.memberNo };
  const detail = { row: Number(row), ...where, proposedBy: requestedBy };
  work.audit({ action: "check-off-placed", subject: `check-off:${batch}`, detail });
}

/** Posts a placement and returns its entry, by which it can be reversed. */
async function postPlacement(work: UnitOfWork, batch: bigint, placement: Placement) {
  const { line, amount, memberId, loan } = placement;
  const words = {
    narration: narrationOf("checkOffPlaced", { month: shortMonth("en", line.month) }),
    referenceNo: `CO-${batch}`,
    valueDate: dayOf(placement),
  };
  if (loan === null) {
    const { kind, account, named } = creditOf(placement);
    const narration = `${words.narration}${named}`;
    const lines = [debit(societyAccount("check-off-suspense"), amount), credit(account, amount)];
    return post(work, { ...words, narration, kind, lines });
  }
  const repaid = { ...words, memberId, loanNo: loan.loanNo, amount };
  const kind = "loan-repaid-from-suspense";
  const [entry = null] = await recordRepayments(work, [{ ...repaid, kind }]);
  const paid = "select $1::bigint as loan_id, $2::bigint as amount_cents";
  await recordRepaidSteps(work, { text: paid, values: [loan.id, amount] });
  return entry;
}

/** The value date of a placement: the file's, but never before its loan was paid out. */
function dayOf({ line, loan }: Placement): CalendarDate {
  const paidOutOn = loan?.paidOutOn ?? "";
  return (paidOutOn > line.value_date ? paidOutOn : line.value_date) as CalendarDate;
}

/**
 * The account that a placement other than on a loan credits, and the end of the entry's narration.
 */
function creditOf({ to, memberId, memberNo }: Placement): {
  readonly kind: EntryKind;
  readonly account: AccountKey;
  readonly named: string;
} {
  const fee = feeAccount(to);
  if (fee !== null) {
    const account = societyAccount(fee);
    return { kind: "suspense-to-fee", account, named: `, for member ${memberNo}` };
  }
  if (to === "share-capital") {
    const account = memberAccount("share-capital", memberId);
    return { kind: "suspense-to-share-capital", account, named: "" };
  }
  const account = memberAccount("member-deposits", memberId);
  return { kind: "suspense-to-deposits", account, named: "" };
}

/** Locks the file and the loan, in this order, and returns the line and its destination. */
async function lockPlacement(work: UnitOfWork, wish: Wish): Promise<Placement> {
  if ((await work.first(queries.lockFile, [wish.batch])) === null) {
    const exists = (await queries.fileAt(work, wish.batch)) !== null;
    throw exists ? new Problem("in-progress", { retryAfter: 1 }) : new Problem("no-such-batch");
  }
  await lockTarget(work, wish);
  const found = await findPlacement(work, wish);
  if (found instanceof Problem) throw found;
  return found;
}

/** Locks the loan or the member, so that a repayment or an exit comes before or after it. */
export async function lockTarget(work: UnitOfWork, { to, loanNo, memberNo }: Wish): Promise<void> {
  if (to === "loan") await lockLoan(work, loanNo ?? "");
  else await work.run("select from member where member_no = $1 for share", [memberNo ?? ""]);
}

/** Returns the current terms of a placement, or why it cannot be made. */
export async function findPlacement(snapshot: Snapshot, wish: Wish): Promise<Placement | Problem> {
  const line = await queries.suspendedLine(snapshot, wish.batch, wish.row);
  if (line === null) return new Problem("no-such-line");
  if (line.state !== "posted") return new Problem("batch-state");
  if (line.placed) return new Problem("line-state");
  const { amount_cents: amount } = line;
  if (wish.to !== "loan") {
    if (wish.to === "deposits" && !line.takes_deposits) return new Problem("no-deposits");
    const member = await queries.memberAt(snapshot, wish.memberNo ?? line.member_no);
    if (member === null) return new Problem("no-such-member");
    const { id: memberId, member_no: memberNo, full_name: fullName } = member;
    return { line, amount, memberId, memberNo, fullName, to: wish.to, loan: null };
  }
  const found = await queries.loanAt(snapshot, wish.loanNo ?? "");
  if (found === null) return new Problem("no-such-loan");
  const { member_id: memberId, member_no: memberNo, full_name: fullName } = found;
  const { id, loan_no: loanNo, owed_cents: owed } = found;
  const loan = { id, loanNo, owed, paidOutOn: found.start_date ?? "" };
  if (found.state !== "disbursed" || loan.owed <= 0n) return new Problem("not-running");
  if (loan.owed < amount) return fieldProblem("loanNo", "loan.owes-less");
  return { line, amount, memberId, memberNo, fullName, to: wish.to, loan };
}

async function rejectCredited(
  work: UnitOfWork,
  { memberId, loan }: Pick<Placement, "memberId" | "loan">,
  actor: string,
): Promise<void> {
  if (!(await isCredited(work, { memberId, loanId: loan?.id ?? null }, actor))) return;
  throw new Problem(loan === null ? "own-listing" : "own-loan");
}
