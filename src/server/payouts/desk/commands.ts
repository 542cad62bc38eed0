import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { parseTypedAmount } from "#shared/money.ts";
import type { PayoutWay } from "#shared/payout-ways.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { payoutSubject } from "#server/oversight/approvals/subjects.ts";
import type { Table } from "#server/imports/engine/read-table.ts";
import { rejectOwn } from "#server/loans/lending/loan-steps.ts";
import { withdrawableAccount } from "#server/loans/lending/withdrawable-accounts.ts";
import { rejectWhileHeld } from "#server/members/membership/password-reset-hold.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import { giveInCash, giveToAccount, giveToShares } from "#server/payouts/queue/redirected-parts.ts";
import {
  type ClaimedRow,
  type ClaimEffect,
  rowsOfClaim,
  sameClaim,
  storeClaim,
} from "#server/payouts/queue/claimed-results.ts";
import { countFile, factsOfFile, fileRowsOf, isFile } from "#server/payouts/queue/payout-files.ts";
import { takeIntoFile } from "#server/payouts/queue/queue.ts";
import {
  type DividendPayout,
  isOfDividend,
  lockPayout,
  type Payout,
} from "#server/payouts/queue/payout-rows.ts";
import { putBack, putBackAll, sendAgain } from "#server/payouts/queue/put-back.ts";
import { mayBeMarked, mayFail, mayHaveArrived } from "#server/payouts/queue/reported-results.ts";
import { askSoon } from "#server/payouts/queue/status-questions.ts";
import { settle } from "#server/payouts/queue/settle.ts";
import { shownPayout } from "#server/payouts/queue/shown-payout.ts";
import type { PayoutConfig } from "#server/kernel/platform/daraja-config.ts";
import { isHeld } from "#server/kernel/platform/database-home.ts";
import {
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { type FieldError, fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import { choicesOf, whereTo } from "./queries.ts";

const makeFile = statement({
  name: "payout-make-file",
  text: "insert into payout_file (made_by) values ($1) returning id",
  row: z.object({ id: z.bigint() }),
});

/**
 * Takes the payments due today into a new file. Throws `shown-changed` unless they match
 * `shownDigest`.
 */
export async function takeFile(work: UnitOfWork, shownDigest: string) {
  await work.takeTime();
  const made = await work.first(makeFile, [work.actor]);
  const id = made?.id ?? 0n;
  const payments = await takeIntoFile(work, id);
  if (payments === 0) throw new Problem((await isHeld(work)) ? "database-held" : "no-payouts");
  const { amount, print } = await countFile(work, id);
  requireShown(shownDigest, factsOfFile({ payments, amount, print }));
  work.audit({ action: "payout-file-made", subject: `payout-file:${id}`, detail: { payments } });
  return { id, payments, amount };
}

/**
 * Stores the results of a file as a claim, which another person must approve before anything is
 * settled. The same rows are the same claim, in any file; rows without new results need no
 * approval.
 */
export async function claimResults(work: UnitOfWork, fileId: bigint, table: Table) {
  if (!(await isFile(work, fileId))) throw new Problem("no-such-payout-file");
  const [fault] = table.faults;
  if (fault !== undefined) throw new Problem("invalid", { fields: [faultOf(fault)] });
  await work.takeTime();
  await work.run("select from payout_file where id = $1 for update", [fileId]);
  const known = new Map((await fileRowsOf(work, fileId)).map((row) => [row.reference, row]));
  const rows = table.rows.map(({ row, cells }) =>
    claimedRow(row, cells, known.get(cells[0] ?? "")?.attempt_id),
  );
  const same = await sameClaim(work, fileId, rows);
  const id = same?.id ?? (await storeClaim(work, fileId, rows));
  const claim = await readClaim(work, id, same?.approval_id ?? null);
  const { paid, failed, differs } = claim.counts;
  if (claim.approvalId !== null || paid + failed + differs === 0) return claim;
  const approvalId = await requestApproval(work, {
    kind: "payout-results",
    subject: `payout-file:${fileId}`,
    payload: { claimId: String(id) },
  });
  await work.run("update payout_claim set approval_id = $2 where id = $1", [id, approvalId]);
  const detail = { claim: String(id), paid, failed, differs };
  work.audit({ action: "payout-results-claimed", subject: `payout-file:${fileId}`, detail });
  return { ...claim, approvalId };
}

/** Returns a claim to the person who uploaded it: its totals, and the rows with a problem. */
async function readClaim(work: UnitOfWork, id: bigint, approvalId: bigint | null) {
  const rows = await rowsOfClaim(work, id, [work.actor]);
  const count = (effect: ClaimEffect) => rows.filter(({ would }) => would === effect).length;
  const counts = { paid: count("paid"), failed: count("failed"), differs: count("differs") };
  return { approvalId, counts, repeated: count("repeated"), rows };
}

/** The problem of a file, worded for results, with its row. */
function faultOf({ row, problem }: Table["faults"][number]): FieldError {
  const own = ofResults.find(([general]) => general === problem)?.[1];
  return { field: "file", problem: own ?? problem, values: { row: String(row) } };
}

const ofResults = [
  ["file.header", "results.header"],
  ["row.cells", "results.cells"],
  ["row.quotes", "results.quotes"],
] as const;

/** A claimed row of results; matches no payment if its receipt has an invalid form. */
function claimedRow(
  row: number,
  [reference = "", receipt = "", amount = "", reason = ""]: readonly string[],
  attemptId: string | undefined,
): ClaimedRow {
  const receiptNo = receipt.toUpperCase();
  return {
    row,
    reference: reference.slice(0, 60),
    attemptId: /^[A-Z0-9]{0,30}$/.test(receiptNo) ? (attemptId ?? null) : null,
    receiptNo: receiptNo.slice(0, 60),
    amount: parseTypedAmount(amount),
    reason: reason.slice(0, 200) || "not-paid",
  };
}

/** Locks a payment for a member of staff; throws if the payment or its loan concerns themselves. */
async function locked(work: UnitOfWork, id: bigint): Promise<Payout> {
  const found = await lockPayout(work, id);
  if (found === null) throw new Problem("no-such-payout");
  if (await isThemselves(work, work.actor, found.member_id)) throw new Problem("own-listing");
  if (found.loan_id !== null) await rejectOwn(work, { id: found.loan_id }, work.actor);
  return found;
}

/** A payment to decide about, with the digest of what the person was shown of it. */
export interface Decided {
  readonly id: bigint;
  readonly shownDigest: string;
}

async function requireShownPayout(work: UnitOfWork, { id, shownDigest }: Decided): Promise<void> {
  requireShown(shownDigest, await shownPayout(work, id));
}

export type Mark = { readonly shownDigest: string } & (
  | { readonly outcome: "paid"; readonly receipt: string; readonly way?: PayoutWay | undefined }
  | { readonly outcome: "failed"; readonly reason: string }
);

/**
 * Records a payment's result as found by staff. A failure counts at once if another person then
 * decides on it, otherwise once another person approves it; a success counts once another person
 * confirms the receipt.
 */
export async function markOne(work: UnitOfWork, id: bigint, mark: Mark): Promise<void> {
  const payout = await locked(work, id);
  if (mark.outcome === "failed") {
    const way = mayFail(payout);
    if (way === "no") throw new Problem("payout-state");
    await requireShownPayout(work, { id, ...mark });
    if (way === "alone") return putBack(work, payout, mark.reason);
    await requestFailure(work, payout, mark.reason);
    return;
  }
  const arrivedAfterAll = mayHaveArrived(payout);
  if (!(mayBeMarked(payout) || arrivedAfterAll)) throw new Problem("payout-state");
  // Otherwise a report of cash that left the safe would be lost.
  if (payout.claimed_way === "cash" && payout.channel === "phone") {
    throw new Problem("payout-claimed");
  }
  const way = wayOf(payout, mark.way);
  await requireShownPayout(work, { id, ...mark });
  await claimPaid(work, id, { receipt: mark.receipt, way });
}

interface Claim {
  readonly receipt: string;
  readonly way: PayoutWay | "";
}

/** Stores a report of a payment, which another person must confirm before it counts. */
async function claimPaid(work: UnitOfWork, id: bigint, { receipt, way }: Claim): Promise<void> {
  const use = await work.first(findReceiptUse, [receipt, way === "bank"]);
  if (use?.used) throw new Problem("receipt-used");
  try {
    await work.run(
      `update payout set claimed_receipt = $2, claimed_way = $4, claimed_by = $3,
          changed_at = akiba_now(), changed_by = $3
        where id = $1`,
      [id, receipt, work.actor, way],
    );
  } catch (error) {
    if (violatedConstraint(error) !== "payout_chosen") throw error;
    throw new Problem("payout-to-bank");
  }
  const detail = { receipt, ...(way !== "" && { way }) };
  work.audit({ action: "payout-claimed", subject: `payout:${id}`, detail });
}

/** Requests that a second person approve the failure of a withdrawal that was sent. */
function requestFailure(work: UnitOfWork, payout: Payout, reason: string): Promise<bigint> {
  return requestApproval(work, {
    kind: "payout-failure",
    subject: payoutSubject(payout.id),
    about: `member:${payout.member_no}`,
    payload: { payoutId: String(payout.id) },
    reason,
  });
}

/** Returns a withdrawal to its account, after two people found that it was not paid. */
export async function failByTwo(
  work: UnitOfWork,
  id: bigint,
  { requestedBy, reason }: { readonly requestedBy: string; readonly reason: string },
): Promise<void> {
  const payout = await locked(work, id);
  if (mayFail(payout) !== "by-two") throw new Problem("payout-state");
  await putBackAll(work, [{ payout, reason }], { failedBy: requestedBy });
}

/** Asks the provider soon for a payment's result; throws if there is nothing to ask about. */
export async function ask(
  work: UnitOfWork,
  id: bigint,
  channel: PayoutConfig["channel"],
): Promise<void> {
  if ((await lockPayout(work, id)) === null) throw new Problem("no-such-payout");
  if (channel !== "daraja" || !(await askSoon(work, id))) throw new Problem("payout-state");
  work.audit({ action: "payout-asked", subject: `payout:${id}` });
}

/** How a payment was paid: what goes to a phone names no way, what the office pays has to. */
function wayOf({ channel }: Payout, way: PayoutWay | undefined): PayoutWay | "" {
  if (channel === "phone") {
    if (way !== undefined) throw fieldProblem("way", "field.invalid");
    return "";
  }
  if (way === undefined) throw fieldProblem("way", "field.required");
  return way;
}

const findReceiptUse = statement({
  name: "payout-receipt-use",
  text: `select exists (select from payout_receipt where receipt_no = $1)
      or $2 and bank_reference_is_booked($1) as used`,
  row: z.object({ used: z.boolean() }),
});

/** Settles a payment by a receipt that another person reported, or rejects their claim. */
export async function confirm(
  work: UnitOfWork,
  { agrees, ...decided }: Decided & { readonly agrees: boolean },
): Promise<void> {
  const { id } = decided;
  const payout = await locked(work, id);
  if (payout.claimed_by === null || payout.state === "paid") throw new Problem("payout-state");
  await requireShownPayout(work, decided);
  if (!agrees) {
    await work.run(
      `update payout set claimed_receipt = '', claimed_way = '', claimed_by = null,
          changed_at = akiba_now(), changed_by = $2
        where id = $1`,
      [id, work.actor],
    );
    work.audit({ action: "payout-claim-dropped", subject: `payout:${id}` });
    return;
  }
  if (payout.claimed_by === work.actor) throw new Problem("payout-two-people");
  if (isOfDividend(payout) && payout.state === "failed" && payout.claimed_way === "cash") {
    if (payout.failed_by === work.actor) throw new Problem("payout-two-people");
    return giveInCash(work, payout, payout.claimed_receipt);
  }
  const effect = await settle(work, {
    payout,
    attemptId: payout.attempt_id,
    receiptNo: payout.claimed_receipt,
  });
  if (effect !== "paid") throw new Problem("receipt-used");
  await work.run("update payout set confirmed_by = $2 where id = $1", [id, work.actor]);
}

/** Locks a dividend's payment that failed. A loan's went back to the loan desk. */
async function lockUndecided(work: UnitOfWork, decided: Decided): Promise<DividendPayout> {
  const payout = await locked(work, decided.id);
  if (!isOfDividend(payout) || payout.state !== "failed") throw new Problem("payout-state");
  if (payout.claimed_by !== null) throw new Problem("payout-claimed");
  await requireShownPayout(work, decided);
  return payout;
}

/** Locks such a payment for a person other than the one who reported the failure. */
async function lockFailed(work: UnitOfWork, decided: Decided): Promise<DividendPayout> {
  const payout = await lockUndecided(work, decided);
  if (payout.failed_by === work.actor) throw new Problem("payout-two-people");
  return payout;
}

/** Sends a failed payment again, to the number that is confirmed now, or by the bank once more. */
export async function retry(work: UnitOfWork, decided: Decided): Promise<void> {
  const payout = await lockFailed(work, decided);
  await rejectWhileHeld(work, payout.member_no as MemberNo);
  const to = payout.channel === "office" ? "" : await whereTo(work, payout.member_id);
  if (to === null) throw new Problem("payout-unconfirmed");
  try {
    await sendAgain(work, payout, to);
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated === "payout_chosen") throw new Problem("payout-to-bank");
    if (violated === "payout_number_two_people") throw new Problem("payout-two-people");
    throw error;
  }
}

/** Moves a failed payment to share capital. */
export async function toShares(work: UnitOfWork, decided: Decided): Promise<void> {
  await giveToShares(work, await lockFailed(work, decided));
}

/** Moves a failed payment to the member's withdrawable account. */
export async function toAccount(work: UnitOfWork, decided: Decided): Promise<void> {
  const payout = await lockFailed(work, decided);
  const { account_no: accountNo } = await choicesOf(work, decided.id);
  if (accountNo === "") throw new Problem("no-account");
  await giveToAccount(work, payout, withdrawableAccount(payout.member_id, accountNo));
}

/**
 * Reports that a failed payment was paid in cash, by the number of a voucher. It counts, and the
 * member is notified, once another person confirms it.
 */
export async function inCash(
  work: UnitOfWork,
  { voucher, ...decided }: Decided & { readonly voucher: string },
): Promise<void> {
  const { id } = await lockUndecided(work, decided);
  await claimPaid(work, id, { receipt: voucher, way: "cash" });
}
