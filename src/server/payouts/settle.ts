import * as z from "zod/mini";
import { payoutStates } from "#shared/contract/payouts.ts";
import { type Cents, cents } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal.ts";
import { post, postAll, reverse } from "#server/ledger/post.ts";
import { statement, type UnitOfWork } from "#server/platform/database.ts";
import { tellOfPayout } from "./tell.ts";

const payoutRow = z.object({
  id: z.bigint(),
  member_id: z.bigint(),
  member_no: z.string(),
  dividend_id: z.bigint(),
  leg_no: z.int(),
  year: z.int(),
  reference: z.string(),
  amount_cents: z.pipe(z.bigint(), z.transform(cents)),
  state: z.enum(payoutStates),
  receipt_no: z.string(),
  entry_id: z.bigint(),
  tax_entry_id: z.nullable(z.bigint()),
  failed_by: z.nullable(z.string()),
  claimed_receipt: z.string(),
  claimed_by: z.nullable(z.string()),
  attempt_id: z.nullable(z.string()),
  is_current: z.boolean(),
  in_file: z.boolean(),
});

export type Payout = z.infer<typeof payoutRow>;

const columns = `p.id, p.member_id, m.member_no, p.dividend_id, p.leg_no, d.year, p.reference,
  p.amount_cents, p.state, p.receipt_no, p.entry_id, p.tax_entry_id, p.failed_by,
  p.claimed_receipt, p.claimed_by, p.attempt_id`;

const lockAttempt = statement({
  name: "payout-lock-attempt",
  text: `select ${columns}, p.attempt_id is not distinct from a.id as is_current,
      a.file_id is not null as in_file
    from payout_attempt a join payout p on p.id = a.payout_id join member m on m.id = p.member_id
      join dividend d on d.id = p.dividend_id
    where a.id = $1 for update of p`,
  row: payoutRow,
});

const lockOne = statement({
  name: "payout-lock",
  text: `select ${columns}, true as is_current, exists (select from payout_attempt a
        where a.id = p.attempt_id and a.file_id is not null) as in_file
    from payout p join member m on m.id = p.member_id join dividend d on d.id = p.dividend_id
    where p.id = $1 for update of p`,
  row: payoutRow,
});

/** Locks one payment and gives it as it then stands; null where there is none. */
export function lockPayout(work: UnitOfWork, id: bigint): Promise<Payout | null> {
  return work.first(lockOne, [id]);
}

/** Whether who has looked a payment up, or paid it by a file, may say what became of it. */
export function mayBeMarked({
  state,
  in_file: inFile,
}: Pick<Payout, "state" | "in_file">): boolean {
  return state === "unknown" || (state === "sent" && inFile);
}

/** What a result did: `refused` changed nothing but what staff are shown. */
export type ResultEffect = "paid" | "failed" | "repeated" | "refused";

/** What a provider says of an attempt: paid by a receipt, or not paid for a reason. */
export interface PayoutResult {
  readonly attemptId: string;
  readonly outcome: "paid" | "failed" | "timeout";
  readonly receiptNo: string;
  /** Null where it was not told. */
  readonly amount: Cents | null;
  readonly reason: string;
}

/**
 * Takes a result, late, repeated, out of order or forged: each payment is settled once, by one
 * receipt that settles nothing else, and only with its own amount.
 */
export async function takeResult(work: UnitOfWork, result: PayoutResult): Promise<ResultEffect> {
  const found = await work.first(lockAttempt, [result.attemptId]);
  if (found === null) return "refused";
  if (result.outcome === "paid") return settle(work, found, result);
  if (!found.is_current || !underWay.has(found.state)) return "repeated";
  if (result.outcome === "failed") {
    await putBack(work, found, result.reason);
    return "failed";
  }
  // The provider gave up waiting, which says nothing of the money.
  await note(work, found, "timed-out", true);
  return "repeated";
}

const underWay = new Set(["sending", "sent", "unknown"]);
const wentElsewhere = new Set(["shares", "account", "cash"]);

/** Notes that an attempt failed, unless something else became of it meanwhile. */
export async function failPayout(
  work: UnitOfWork,
  attemptId: string,
  reason: string,
): Promise<void> {
  const found = await work.first(lockAttempt, [attemptId]);
  if (found === null || !found.is_current || !underWay.has(found.state)) return;
  await putBack(work, found, reason);
}

/** Notes a payment as paid by a receipt, whoever says so. */
export async function settle(
  work: UnitOfWork,
  payout: Payout,
  { attemptId, receiptNo, amount }: Pick<PayoutResult, "attemptId" | "receiptNo" | "amount">,
): Promise<ResultEffect> {
  if (receiptNo !== "" && payout.receipt_no === receiptNo) return "repeated";
  if (receiptNo === "") return refuse(work, payout, "no-receipt");
  if (amount !== payout.amount_cents) return refuse(work, payout, "amount-differs");
  if (payout.state === "paid") return refuse(work, payout, "second-receipt");
  if (wentElsewhere.has(payout.state)) return refuse(work, payout, "paid-after-shares");
  const taken = await work.run(
    `insert into payout_receipt (receipt_no, payout_id) values ($1, $2)
      on conflict do nothing`,
    [receiptNo, payout.id],
  );
  if (taken === 0) return refuse(work, payout, "receipt-used");
  const settled = settlement(payout, receiptNo);
  // What failed was put back, and went out all the same: it is sent on its way in the books again.
  const failed = payout.state === "failed";
  const [first] = await postAll(work, failed ? [departure(payout), settled] : [settled]);
  await work.run(
    `update payout set state = 'paid', receipt_no = $2, problem = '', changed_at = akiba_now(),
        changed_by = $5, entry_id = $3, attempt_id = coalesce(attempt_id, $4)
      where id = $1`,
    [payout.id, receiptNo, failed ? (first as bigint) : payout.entry_id, attemptId, work.actor],
  );
  auditPayout(work, "payout-paid", payout, { receipt: receiptNo });
  return "paid";
}

const settlement = (payout: Payout, receiptNo: string): Entry => ({
  kind: "payout-settled",
  narration: `Dividend for ${payout.year}, arrived by M-Pesa`,
  referenceNo: payout.reference,
  receiptNo,
  lines: [
    debit(societyAccount("payout-clearing"), payout.amount_cents),
    credit(societyAccount("mobile-money"), payout.amount_cents),
  ],
});

/** The entry that sends a payment on its way, as the dividend's own posting does. */
export const departure = (payout: Payout): Entry => ({
  kind: "dividend-to-mobile",
  narration: `Dividend for ${payout.year}, paid to M-Pesa`,
  referenceNo: payout.reference,
  lines: [
    debit(memberAccount("dividend-payable", payout.member_id), payout.amount_cents),
    credit(societyAccount("payout-clearing"), payout.amount_cents),
  ],
});

/** Puts a payment that failed back onto the member's account, and tells them of it. */
export async function putBack(work: UnitOfWork, payout: Payout, reason: string): Promise<void> {
  await reverse(work, payout.entry_id, `Dividend for ${payout.year}, not paid to M-Pesa`);
  await work.run(
    `update payout set state = 'failed', problem = $2, failed_by = $3, resolved_by = null,
        claimed_receipt = '', claimed_by = null, changed_at = akiba_now(), changed_by = $3
      where id = $1`,
    [payout.id, reason, work.actor],
  );
  await tellOfPayout(work, payout, "payout-failed");
  auditPayout(work, "payout-failed", payout, { reason });
}

/** Sends a payment that failed on its way again, as another attempt, to a number. */
export async function sendAgain(work: UnitOfWork, payout: Payout, to: string): Promise<void> {
  const entry = await post(work, departure(payout));
  await work.run(
    `update payout set state = 'waiting', attempt_id = null, tries = 0, due_at = akiba_now(),
        problem = '', mobile_number = $2, entry_id = $3, resolved_by = $4,
        changed_at = akiba_now(), changed_by = $4
      where id = $1`,
    [payout.id, to, entry, work.actor],
  );
  await tellOfPayout(work, payout, "payout-resent");
  auditPayout(work, "payout-retried", payout, {});
}

async function refuse(work: UnitOfWork, payout: Payout, problem: string): Promise<ResultEffect> {
  await note(work, payout, problem, false);
  auditPayout(work, "payout-result-refused", payout, { problem });
  return "refused";
}

/** Shows staff what is strange about a payment, each thing once. */
async function note(work: UnitOfWork, payout: Payout, problem: string, isUnknown: boolean) {
  await work.run(
    `update payout set problem = $2, changed_at = akiba_now(), changed_by = $4,
        state = case when $3 and state in ('sending', 'sent') then 'unknown' else state end
      where id = $1 and problem <> $2`,
    [payout.id, problem, isUnknown, work.actor],
  );
}

/** Writes down what became of a payment, by whoever does it. */
export function auditPayout(
  work: UnitOfWork,
  action: string,
  payout: Payout,
  detail: Readonly<Record<string, string>>,
): void {
  work.audit({ action, subject: `payout:${payout.id}`, detail });
}

const findWaiting = statement({
  name: "payout-waiting-of-member",
  text: "select id from payout where member_id = $1 and state = 'waiting' order by id for update",
  row: z.object({ id: z.bigint() }),
});

/** Puts back what waits to be paid to a number of a member that is no longer theirs. */
export async function putBackWaiting(
  work: UnitOfWork,
  memberId: bigint,
  reason: string,
): Promise<void> {
  for (const { id } of await work.rows(findWaiting, [memberId])) {
    const payout = await lockPayout(work, id);
    if (payout !== null) await putBack(work, payout, reason);
  }
}
