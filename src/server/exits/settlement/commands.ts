import * as z from "zod/mini";
import { EXIT_DAYS } from "#shared/exit-deadline.ts";
import { languages } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { formatMoney, ZERO_CENTS } from "#shared/money.ts";
import { mayDo } from "#shared/while-suspended.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { lockSelected } from "#server/ledger/journal/post-set.ts";
import { settleByBalance } from "#server/loans/lending/loans.ts";
import { lockMember, moveTo, rejectUnlessActive } from "#server/members/membership/member-state.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { queueExitRefund } from "#server/payouts/queue/refunds.ts";
import { recordLeftParts } from "#server/payouts/queue/dividends-left-at-exit.ts";
import {
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import type { ExitMessage } from "./messages.ts";
import { exitAt, type ExitRow, type ExitView, receiverOf, shownExit, viewOf } from "./queries.ts";
import {
  type Balance,
  entriesOf,
  figuresOf,
  type Holdings,
  isStale,
  QUEUED,
  settle,
  type Settlement,
} from "./refund.ts";

interface Request {
  readonly memberNo: MemberNo;
  readonly reason: string;
  readonly sharesTo?: MemberNo | undefined;
}

const openExit = statement({
  name: "exit-open",
  text: `insert into member_exit (member_id, reason, shares_to, asked_by, due_on)
    values ($1, $2, $3, $4, akiba_today() + ${EXIT_DAYS})
    on conflict (member_id) where state in ('asked', 'approved') do nothing
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Records that a member wants to leave. A member who has already left may still transfer remaining
 * share capital in another case.
 */
export async function ask(work: UnitOfWork, request: Request, notify: Notify): Promise<bigint> {
  const { memberNo, reason } = request;
  const member = await lockMember(work, memberNo);
  if (member === null) throw new Problem("no-such-member");
  const sharesTo = await receiver(work, request);
  await rejectOwn(work, { member_id: member.id, shares_to: sharesTo });
  const view = await viewOf(work, memberNo);
  const hasShares = (view?.holdings.shares ?? ZERO_CENTS) > 0n;
  if (!mayDo(member.state, "leave") && (sharesTo === null || !hasShares)) {
    throw new Problem("not-active");
  }
  const opened = await work.first(openExit, [member.id, reason, sharesTo, work.actor]);
  if (opened === null) throw new Problem("exit-open");
  await notifyOfExit(work, await rowAt(work, opened.id), "exit-asked", notify);
  work.audit({ action: "exit-asked", subject: `member:${memberNo}`, detail: { reason } });
  return opened.id;
}

/** Finds the recipient of the shares; rejects an invalid one at its field. */
async function receiver(work: UnitOfWork, { memberNo, sharesTo }: Request): Promise<bigint | null> {
  if (sharesTo === undefined) return null;
  const found = await receiverOf(work, sharesTo);
  if (found === null || !mayDo(found.membership, "begin") || sharesTo === memberNo) {
    throw fieldProblem("sharesTo", "shares.receiver");
  }
  return found.id;
}

async function rowAt(work: UnitOfWork, id: bigint): Promise<ExitRow> {
  const row = await exitAt(work, id);
  if (row === null) throw new Problem("no-such-exit");
  return row;
}

/**
 * Locks the member before the case, as a request does, and returns the case as it is under the
 * lock.
 */
async function lockExit(work: UnitOfWork, id: bigint): Promise<ExitRow> {
  const exit = await rowAt(work, id);
  await lockMember(work, exit.member_no as MemberNo);
  await work.run("select from member_exit where id = $1 for update", [id]);
  await rejectOwn(work, exit);
  return rowAt(work, id);
}

/** Staff take no part in their own exit, nor in one that transfers shares to them. */
async function rejectOwn(
  work: UnitOfWork,
  { member_id: leaving, shares_to: receiving }: Pick<ExitRow, "member_id" | "shares_to">,
): Promise<void> {
  for (const member of receiving === null ? [leaving] : [leaving, receiving]) {
    if (await isThemselves(work, work.actor, member)) throw new Problem("own-membership");
  }
}

/** An exit to be decided on, with the digest of what the approver was shown. */
interface Decided {
  readonly id: bigint;
  readonly shownDigest: string;
}

/**
 * Approves the figures of an exit that another person recorded, once nothing prevents it. If the
 * figures change it is approved again; the member is notified only the first time.
 */
export async function approve(
  work: UnitOfWork,
  { id, shownDigest }: Decided,
  notify: Notify,
): Promise<void> {
  const exit = await lockExit(work, id);
  if (exit.state !== "asked" && exit.state !== "approved") throw new Problem("exit-state");
  if (exit.asked_by === work.actor) throw new Problem("exit-two-people");
  const { view, settlement } = await unblocked(work, exit);
  const isFirst = exit.state === "asked";
  if (!isFirst && !isStale(exit.approved_facts, view.holdings)) throw new Problem("exit-state");
  requireShown(shownDigest, shownExit(view));
  const figures = JSON.stringify(figuresOf(view.holdings));
  await work.run(
    `update member_exit set state = 'approved', approved_by = $2, approved_at = akiba_now(),
        approved_refund_cents = $3, approved_facts = $4
      where id = $1`,
    [id, work.actor, settlement.refund, figures],
  );
  if (isFirst) await notifyOfExit(work, exit, "exit-approved", notify);
  const action = isFirst ? "exit-approved" : "exit-approved-again";
  const detail = { refund: String(settlement.refund) };
  work.audit({ action, subject: `member:${exit.member_no}`, detail });
}

async function unblocked(
  work: UnitOfWork,
  { member_no }: ExitRow,
): Promise<{ readonly view: ExitView; readonly settlement: Settlement }> {
  const view = await viewOf(work, member_no as MemberNo);
  if (view === null) throw new Error(`there is no member ${member_no}`);
  const settlement = settle(view.holdings);
  if (settlement.blocks.length > 0) throw new Problem("exit-blocked");
  return { view, settlement };
}

interface Payment extends Decided {
  /** By default it is paid already, with a receipt. */
  readonly refund?: "paid" | "queued" | undefined;
  readonly receiptNo?: string | undefined;
}

/**
 * Posts every entry of an exit in one set, and ends the membership and all sessions. The accounts
 * are locked before they are read, so that exactly what was approved and shown is posted. Throws
 * `exit-changed` if the figures are no longer the approved ones.
 */
export async function pay(work: UnitOfWork, payment: Payment, notify: Notify): Promise<void> {
  const exit = await lockExit(work, payment.id);
  if (exit.state !== "approved") throw new Problem("exit-state");
  if (work.actor === exit.asked_by || work.actor === exit.approved_by) {
    throw new Problem("exit-two-people");
  }
  if (exit.shares_to !== null) await rejectUnlessActive(work, exit.shares_to);
  // Before the accounts, as everywhere.
  if (payment.receiptNo) {
    await work.run("select akiba_lock_bank_reference($1)", [payment.receiptNo]);
  }
  await lockSelected(work, accountsTouched, [exit.member_id, exit.shares_to ?? 0n]);
  const { view, settlement } = await unblocked(work, exit);
  const { holdings } = view;
  requireShown(payment.shownDigest, shownExit(view));
  if (isStale(exit.approved_facts, holdings)) throw new Problem("exit-changed");
  const receiptNo = receiptOf(payment, settlement);
  const toNo = exit.shares_to_no ?? "";
  const sharesTo = exit.shares_to === null ? null : { memberId: exit.shares_to, memberNo: toNo };
  const { member_id: memberId, member_no: memberNo } = exit;
  const entries = entriesOf(holdings, { memberId, memberNo, sharesTo, receiptNo });
  const posted = await postAll(work, entries);
  const loanNos = holdings.loans.map(({ reference }) => reference);
  await settleByBalance(work, loanNos, notify);
  await recordLeftParts(work, memberId, holdings.dividendParts);
  await writePaid(work, exit, { holdings, settlement, receiptNo: receiptNo ?? "" });
  await moveTo(work, memberId, "left");
  const entryId = posted[entries.findIndex(({ kind }) => kind === QUEUED)];
  if (entryId !== undefined) {
    await queueExitRefund(work, { exitId: exit.id, entryId, amount: settlement.refund });
  }
  const told = { amount: formatMoney(settlement.refund), receipt: receiptNo || "-" };
  const isQueued = entryId !== undefined;
  await notifyOfExit(work, exit, isQueued ? "exit-settled" : "exit-paid", notify, told);
  if (exit.shares_to !== null && holdings.shares > 0n) {
    const shares = { amount: formatMoney(holdings.shares), from: memberNo };
    await notifyMember(work, exit.shares_to, "shares-received", shares, notify);
  }
  const detail = { refund: String(settlement.refund) };
  work.audit({ action: "exit-paid", subject: `member:${memberNo}`, detail });
}

/** The receipt of a refund that is paid already; null of one that is queued. */
function receiptOf({ refund = "paid", receiptNo = "" }: Payment, settlement: Settlement) {
  if (refund === "queued") {
    if (receiptNo !== "") throw fieldProblem("receiptNo", "field.invalid");
    return null;
  }
  if (settlement.refund > 0n && receiptNo === "") throw fieldProblem("receiptNo", "field.required");
  return receiptNo;
}

const accountsTouched = `select code, member_id, reference from ledger_account
  where member_id = $1::bigint or member_id = $2::bigint and code = 'share-capital'
    or member_id is null and code in ('exit-clearing', 'share-transfers', 'bank',
      'withholding-tax-payable', 'payout-clearing')`;

async function writePaid(
  work: UnitOfWork,
  exit: ExitRow,
  paid: {
    readonly holdings: Holdings;
    readonly settlement: Settlement;
    readonly receiptNo: string;
  },
): Promise<void> {
  const { holdings, settlement, receiptNo } = paid;
  try {
    await work.run(
      `update member_exit set state = 'paid', paid_by = $2, paid_at = akiba_now(), receipt_no = $3,
          deposits_cents = $4, withdrawable_cents = $5, dividend_cents = $6, loans_cents = $7,
          refund_cents = $8, shares_cents = $9, held_shares_cents = $10, settled = $11,
          tax_cents = $12
        where id = $1`,
      [
        exit.id,
        work.actor,
        receiptNo,
        holdings.deposits,
        settlement.withdrawable,
        holdings.dividend,
        settlement.owed,
        settlement.refund,
        exit.shares_to === null ? ZERO_CENTS : holdings.shares,
        holdings.shares,
        JSON.stringify(settledAccounts(holdings)),
        settlement.tax,
      ],
    );
  } catch (error) {
    if (violatedConstraint(error) !== "member_exit_receipt") throw error;
    throw fieldProblem("receiptNo", "receipt.used");
  }
}

/** Returns the accounts of an exit as they are stored with it. */
function settledAccounts({ withdrawable, loans }: Holdings) {
  const kept = (kind: "account" | "loan") => (one: Balance) => {
    return { kind, reference: one.reference, purpose: one.purpose, cents: String(one.balance) };
  };
  return [...withdrawable.map(kept("account")), ...loans.map(kept("loan"))];
}

/** Withdraws an exit before it is paid out. */
export async function withdraw(
  work: UnitOfWork,
  { id, reason }: { readonly id: bigint; readonly reason: string },
  notify: Notify,
): Promise<void> {
  const exit = await lockExit(work, id);
  if (exit.state !== "asked" && exit.state !== "approved") throw new Problem("exit-state");
  await work.run(
    `update member_exit set state = 'withdrawn', ended_by = $2, ended_at = akiba_now(),
        ended_because = $3
      where id = $1`,
    [id, work.actor, reason],
  );
  await notifyOfExit(work, exit, "exit-withdrawn", notify);
  work.audit({ action: "exit-withdrawn", subject: `member:${exit.member_no}`, detail: { reason } });
}

function notifyOfExit(
  work: UnitOfWork,
  { member_id, due_on: date }: ExitRow,
  template: ExitMessage,
  notify: Notify,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  return notifyMember(work, member_id, template, { date, ...more }, notify);
}

const findReach = statement({
  name: "exit-reach",
  text: "select mobile_number, language from member where id = $1",
  row: z.object({ mobile_number: z.string(), language: z.enum(languages) }),
});

async function notifyMember(
  work: UnitOfWork,
  memberId: bigint,
  template: ExitMessage,
  params: Readonly<Record<string, string>>,
  notify: Notify,
): Promise<void> {
  const reach = await work.first(findReach, [memberId]);
  if (reach === null) throw new Error(`there is no member ${memberId}`);
  const { mobile_number: mobileNumber, language } = reach;
  const message = { mobileNumber, template, language, params };
  await enqueueSms(work, message, notify);
}
