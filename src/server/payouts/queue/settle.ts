import * as z from "zod/mini";
import { payoutSources, payoutStates } from "#shared/contract/payouts/desk.ts";
import type { Cents } from "#shared/money.ts";
import { payoutChannels, payoutWays } from "#shared/payout-ways.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { post, postAll, reverseAll } from "#server/ledger/journal/post.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import {
  type ArrivedLoan,
  disburseAfterAll,
  recordArrivals,
  returnUnsent,
} from "#server/loans/lending/loan-payouts.ts";
import { countInFiles } from "./payout-files.ts";
import { notifyOfPayouts } from "./notify.ts";

const actor = "payouts";

export const payoutRow = z.object({
  id: z.bigint(),
  member_id: z.bigint(),
  member_no: z.string(),
  source: z.enum(payoutSources),
  /** The part of a dividend that it pays; null of a loan. */
  dividend_id: z.nullable(z.bigint()),
  leg_no: z.nullable(z.int()),
  year: z.nullable(z.int()),
  loan_id: z.nullable(z.bigint()),
  /** Whether the loan is approved for this amount, so that it can be paid out. */
  loan_awaits: z.boolean(),
  /** Whether the loan is disbursed and something of it is repaid. */
  loan_repaid: z.boolean(),
  /** Its source in words of the books, such as "Dividend for 2025". */
  about: z.string(),
  channel: z.enum(payoutChannels),
  reference: z.string(),
  amount_cents: bigCents,
  state: z.enum(payoutStates),
  receipt_no: z.string(),
  entry_id: z.bigint(),
  tax_entry_id: z.nullable(z.bigint()),
  failed_by: z.nullable(z.string()),
  claimed_receipt: z.string(),
  claimed_way: z.enum(["", ...payoutWays]),
  claimed_by: z.nullable(z.string()),
  attempt_id: z.nullable(z.string()),
  is_current: z.boolean(),
  in_file: z.boolean(),
});

export type Payout = z.infer<typeof payoutRow>;

/** A payment of a dividend's part. */
export type DividendPayout = Payout &
  Readonly<Record<"year" | "leg_no", number>> & { readonly dividend_id: bigint };

/** Whether a payment is of a dividend's part. */
export function isOfDividend(payout: Payout): payout is DividendPayout {
  return payout.dividend_id !== null && payout.leg_no !== null && payout.year !== null;
}

/** Of a payout `p` with `payoutJoins`, as SQL. */
export const payoutColumns = `p.id, p.member_id, m.member_no, p.source, p.dividend_id, p.leg_no,
  d.year, p.loan_id, coalesce(l.state = 'approved' and l.principal_cents = p.amount_cents, false)
    as loan_awaits,
  coalesce(l.state in ('disbursed', 'settled') and l.total_cents <> (select a.balance_cents
    from ledger_account a where a.code = 'loan-receivable' and a.member_id = l.member_id
      and a.reference = l.loan_no), false) as loan_repaid,
  case p.source when 'loan' then 'Loan ' || l.loan_no else 'Dividend for ' || d.year end as about,
  p.channel, p.reference, p.amount_cents, p.state, p.receipt_no, p.entry_id, p.tax_entry_id,
  p.failed_by, p.claimed_receipt, p.claimed_way, p.claimed_by, p.attempt_id`;

/** The member `m`, the dividend `d` and the loan `l` of a payout `p`, as SQL. */
export const payoutJoins = `join member m on m.id = p.member_id
  left join dividend d on d.id = p.dividend_id left join loan l on l.id = p.loan_id`;

const lockOne = statement({
  name: "payout-lock",
  text: `select ${payoutColumns}, true as is_current, exists (select from payout_attempt a
        where a.id = p.attempt_id and a.file_id is not null) as in_file
    from payout p ${payoutJoins} where p.id = $1 for update of p`,
  row: payoutRow,
});

/** Locks one payment and returns its state then; null if there is none. */
export function lockPayout(work: UnitOfWork, id: bigint): Promise<Payout | null> {
  return work.first(lockOne, [id]);
}

/** Whether a person who checked a payment, or paid it, may record its result. */
export function mayBeMarked({
  state,
  channel,
  in_file: inFile,
}: Pick<Payout, "state" | "channel" | "in_file">): boolean {
  if (channel === "office") return state === "waiting";
  return state === "unknown" || (state === "sent" && inFile);
}

/** The effect of a result: `refused` changes nothing except what staff are shown. */
export type ResultEffect = "paid" | "failed" | "repeated" | "refused";

/** The meaning of a result for a payment in its state, with its text. */
export type Verdict =
  | { readonly effect: "paid" }
  | { readonly effect: "failed" | "refused"; readonly problem: string }
  | { readonly effect: "repeated"; readonly problem?: "timed-out" };

/** The meaning of a receipt for a payment in its state, unless it has settled another one. */
export function verdictOnReceipt(
  payout: Payout,
  { receiptNo, amount }: { readonly receiptNo: string; readonly amount: Cents | null },
): Verdict {
  const refused = (problem: string): Verdict => ({ effect: "refused", problem });
  if (receiptNo === "") return refused("no-receipt");
  if (payout.receipt_no === receiptNo) return { effect: "repeated" };
  if (amount !== payout.amount_cents) return refused("amount-differs");
  if (payout.state === "paid") return refused("second-receipt");
  if (wentElsewhere.has(payout.state)) return refused("paid-after-shares");
  const hasReturned = payout.source === "loan" && payout.state === "failed";
  if (hasReturned && !payout.loan_awaits) return refused("paid-after-change");
  return { effect: "paid" };
}

const wentElsewhere = new Set(["shares", "account", "cash"]);

interface Settling {
  readonly payout: Payout;
  /** Null for what the office pays. */
  readonly attemptId: string | null;
  readonly receiptNo: string;
}

/** Records a payment as paid by a receipt of its amount, from any source. */
export async function settle(work: UnitOfWork, settling: Settling): Promise<ResultEffect> {
  const { payout, receiptNo } = settling;
  const verdict = verdictOnReceipt(payout, { receiptNo, amount: payout.amount_cents });
  if (verdict.effect !== "paid") return verdict.effect;
  return (await settleAll(work, [settling])).size === 1 ? "paid" : "refused";
}

/** Records payments as paid, each once, and returns those whose receipt was new. */
export async function settleAll(
  work: UnitOfWork,
  asked: readonly Settling[],
): Promise<Set<bigint>> {
  if (asked.length === 0) return new Set();
  const taken = await work.rows(takeReceipts, [
    asked.map(({ receiptNo }) => receiptNo),
    asked.map(({ payout }) => payout.id),
  ]);
  const settled = new Set(taken.map(({ payout_id: id }) => id));
  const settling = asked.filter(({ payout }) => settled.has(payout.id));
  // A payment that was put back after a failure arrived all the same: the books send it on its way
  // again.
  const again = settling.filter(({ payout }) => payout.state === "failed");
  const dividends = again.filter(({ payout }) => payout.source === "dividend");
  const loans = await disburseAgain(
    work,
    again.map(({ payout }) => payout),
  );
  const posted = await postAll(work, [
    ...dividends.map(({ payout }) => departure(payout)),
    ...settling.map(({ payout, receiptNo }) => settlement(payout, receiptNo)),
  ]);
  const departed = new Map([
    ...dividends.map(({ payout }, place) => [payout.id, posted[place]] as const),
    ...loans,
  ]);
  await work.run(
    `update payout p set state = 'paid', receipt_no = s.receipt_no, problem = '',
        way = p.claimed_way, changed_at = akiba_now(), changed_by = $5, entry_id = s.entry_id,
        attempt_id = coalesce(p.attempt_id, s.attempt_id)
      from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[])
        as s (id, receipt_no, entry_id, attempt_id)
      where p.id = s.id`,
    [
      settling.map(({ payout }) => payout.id),
      settling.map(({ receiptNo }) => receiptNo),
      settling.map(({ payout }) => departed.get(payout.id) ?? payout.entry_id),
      settling.map(({ attemptId }) => attemptId),
      work.actor,
    ],
  );
  await countInFiles(
    work,
    settling.map(({ payout }) => ({ id: payout.id, isPaid: true, wasOpen: isOpen(payout) })),
  );
  for (const { payout, receiptNo } of settling) {
    auditPayout(work, "payout-paid", payout, { receipt: receiptNo });
  }
  await recordArrivals(work, settling.flatMap(arrivalOfLoan));
  return settled;
}

const arrivalOfLoan = ({ payout, receiptNo: receipt }: Settling): ArrivedLoan[] => {
  const { id: payoutId, loan_id: loanId, amount_cents: amount, claimed_way: way } = payout;
  return loanId === null ? [] : [{ payoutId, loanId, amount, receipt, way }];
};

/** Disburses the loans among payments that had been put back, and returns their entries. */
async function disburseAgain(
  work: UnitOfWork,
  payouts: readonly Payout[],
): Promise<(readonly [bigint, bigint])[]> {
  const disbursed: (readonly [bigint, bigint])[] = [];
  for (const { id, loan_id: loanId } of payouts) {
    if (loanId !== null) disbursed.push([id, await disburseAfterAll(work, loanId)]);
  }
  return disbursed;
}

/** Whether a file counts it among those without a result. */
const isOpen = ({ state }: Payout): boolean => state === "sent" || state === "unknown";

const takeReceipts = statement({
  name: "payout-take-receipts",
  text: `insert into payout_receipt (receipt_no, payout_id)
    select receipt_no, payout_id from unnest($1::text[], $2::bigint[]) with ordinality
      as r (receipt_no, payout_id, place) order by place
    on conflict do nothing returning payout_id`,
  row: z.object({ payout_id: z.bigint() }),
});

/** The entry that settles a payment, by the way it was paid; empty stands for M-Pesa. */
const settledBy = {
  "": { kind: "payout-settled", words: "arrived by M-Pesa", account: "mobile-money" },
  bank: { kind: "payout-by-bank", words: "paid by bank transfer", account: "bank" },
  cheque: { kind: "payout-by-cheque", words: "paid by cheque", account: "bank" },
  cash: { kind: "payout-in-cash", words: "paid in cash", account: "cash" },
} as const;

function settlement(payout: Payout, receiptNo: string): Entry {
  const { kind, words, account } = settledBy[payout.claimed_way];
  return {
    kind,
    narration: `${payout.about}, ${words}`,
    referenceNo: payout.reference,
    receiptNo,
    lines: [
      debit(societyAccount("payout-clearing"), payout.amount_cents),
      credit(societyAccount(account), payout.amount_cents),
    ],
  };
}

/** The entry that sends a dividend's payment on its way, as the dividend's own posting does. */
const departure = (payout: Payout): Entry => ({
  kind: "dividend-to-mobile",
  narration: `${payout.about}, paid to M-Pesa`,
  referenceNo: payout.reference,
  lines: [
    debit(memberAccount("dividend-payable", payout.member_id), payout.amount_cents),
    credit(societyAccount("payout-clearing"), payout.amount_cents),
  ],
});

/** Puts one failed payment back onto the member's account, in the same way. */
export const putBack = (work: UnitOfWork, payout: Payout, reason: string): Promise<void> =>
  putBackAll(work, [{ payout, reason }]);

/**
 * Puts failed payments back onto their members' accounts, and loans back to the loan desk, and
 * notifies the members. `failedBy` is the person who reported the failure and therefore does not
 * decide on the payment.
 */
export async function putBackAll(
  work: UnitOfWork,
  failed: readonly { readonly payout: Payout; readonly reason: string }[],
  failedBy: string = work.actor,
): Promise<void> {
  if (failed.length === 0) return;
  const returning = failed.filter(({ payout }) => !payout.loan_repaid);
  await reverseAll(
    work,
    returning.map(({ payout }) => ({
      entryId: payout.entry_id,
      narration: `${payout.about}, could not be paid`,
    })),
  );
  await work.run(
    `update payout p set state = 'failed', problem = f.reason, failed_by = $3, resolved_by = null,
        claimed_receipt = '', claimed_way = '', claimed_by = null,
        changed_at = akiba_now(), changed_by = $4
      from unnest($1::bigint[], $2::text[]) as f (id, reason)
      where p.id = f.id`,
    [
      failed.map(({ payout }) => payout.id),
      failed.map(({ reason }) => reason),
      failedBy,
      work.actor,
    ],
  );
  await countInFiles(
    work,
    failed.map(({ payout }) => ({ id: payout.id, isPaid: false, wasOpen: isOpen(payout) })),
  );
  await payAtOffice(
    work,
    failed.flatMap(({ payout }) => (payout.loan_repaid ? [payout.id] : [])),
  );
  await returnUnsent(
    work,
    returning.flatMap(({ payout: { id: payoutId, loan_id: loanId }, reason }) =>
      loanId === null ? [] : [{ payoutId, loanId, reason }],
    ),
  );
  await notifyOfPayouts(
    work,
    failed.map(({ payout }) => payout),
    "payout-failed",
  );
  for (const { payout, reason } of failed) auditPayout(work, "payout-failed", payout, { reason });
}

/**
 * Leaves payments that failed to the office, with their posting: their loans are repaid in part,
 * by a deduction for example, and can no longer go back.
 */
async function payAtOffice(work: UnitOfWork, ids: readonly bigint[]): Promise<void> {
  await work.run(
    `insert into payout (source, loan_id, member_id, reference, amount_cents, channel,
        mobile_number, entry_id, queued_by, changed_by)
      select p.source, p.loan_id, p.member_id, p.reference || '-office', p.amount_cents, 'office',
        '', p.entry_id, '${actor}', '${actor}'
      from payout p where p.id = any ($1::bigint[])`,
    [ids],
  );
}

/** Sends a failed payment on its way again, as another attempt, to a number. */
export async function sendAgain(work: UnitOfWork, payout: Payout, to: string): Promise<void> {
  const entry = await post(work, departure(payout));
  await work.run(
    `update payout set state = 'waiting', attempt_id = null, tries = 0, due_at = akiba_now(),
        problem = '', mobile_number = $2, entry_id = $3, resolved_by = $4,
        changed_at = akiba_now(), changed_by = $4
      where id = $1`,
    [payout.id, to, entry, work.actor],
  );
  await notifyOfPayouts(work, [payout], "payout-resent");
  auditPayout(work, "payout-retried", payout, {});
}

interface Strange {
  readonly payout: Payout;
  readonly problem: string;
  /** Whether it changed nothing; otherwise the result of the payment is unknown again. */
  readonly isRejected: boolean;
}

/** Shows staff the problems of payments, each once. */
export async function noteAll(work: UnitOfWork, strange: readonly Strange[]): Promise<void> {
  if (strange.length === 0) return;
  await work.run(
    `update payout p set problem = s.problem, changed_at = akiba_now(), changed_by = $4,
        state = case when not s.is_refused and p.state in ('sending', 'sent')
          then 'unknown' else p.state end
      from unnest($1::bigint[], $2::text[], $3::bool[]) as s (id, problem, is_refused)
      where p.id = s.id and p.problem <> s.problem`,
    [
      strange.map(({ payout }) => payout.id),
      strange.map(({ problem }) => problem),
      strange.map(({ isRejected }) => isRejected),
      work.actor,
    ],
  );
  for (const { payout, problem, isRejected } of strange) {
    if (isRejected) auditPayout(work, "payout-result-refused", payout, { problem });
  }
}

/** Records the history of a payment, with its actor. */
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
  text: `select id from payout where member_id = $1 and state = 'waiting' and channel = 'phone'
    order by id for update`,
  row: z.object({ id: z.bigint() }),
});

/** Puts back payments that wait for a number which is no longer the member's. */
export async function putBackWaiting(work: UnitOfWork, memberId: bigint): Promise<void> {
  for (const { id } of await work.rows(findWaiting, [memberId])) {
    const payout = await lockPayout(work, id);
    if (payout !== null) await putBack(work, payout, "number-changed");
  }
}
