import * as z from "zod/mini";
import type { Cents } from "#shared/money.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { type ArrivedLoan, recordArrivals } from "#server/loans/lending/loan-payouts.ts";
import { countedBefore, countInFiles } from "./payout-files.ts";
import { departureOf, disburseAgain, feeAgain } from "./late-arrivals.ts";
import { notifyOfRefunds } from "./notify.ts";
import { auditPayout, isAtBank, type Payout } from "./payout-rows.ts";
import { writeCheques } from "./write-cheques.ts";

/** The effect of a result: `refused` changes only the information shown to staff. */
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
  if (payout.receipt_no === receiptNo || payout.returned_receipts.includes(receiptNo)) {
    return { effect: "repeated" };
  }
  if (amount !== payout.amount_cents) return refused("amount-differs");
  if (payout.state === "paid") return refused("second-receipt");
  if (wentElsewhere.has(payout.state)) return refused("paid-after-shares");
  if (payout.state === "failed" && !payout.can_leave) return refused("paid-after-change");
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
  const standing = await lockReplacements(work, asked);
  if (standing.length === 0) return new Set();
  const taken = await work.rows(takeReceipts, [
    standing.map(({ receiptNo }) => receiptNo),
    standing.map(({ payout }) => payout.id),
  ]);
  const settled = new Set(taken.map(({ payout_id: id }) => id));
  const settling = standing.filter(({ payout }) => settled.has(payout.id));
  await withdrawReplacements(work, settling);
  // A payment that was returned after a failure arrived after all: the books post it as sent again.
  const again = settling.flatMap(({ payout }) => (payout.state === "failed" ? [payout] : []));
  const disbursed = await disburseAgain(work, again);
  const departing = again.flatMap((payout) => {
    const entry = departureOf(payout);
    return entry === null ? [] : [{ id: payout.id, entry }];
  });
  const fees = again.flatMap((payout) => {
    const entry = feeAgain(payout);
    return entry === null ? [] : [{ id: payout.id, entry }];
  });
  const posted = await postAll(work, [
    ...departing.map(({ entry }) => entry),
    ...fees.map(({ entry }) => entry),
    ...settling.map(({ payout, receiptNo }) => settlement(payout, receiptNo)),
  ]);
  const charged = new Map(
    fees.map(({ id }, place) => [id, posted[departing.length + place]] as const),
  );
  const departed = new Map([
    ...departing.map(({ id }, place) => [id, posted[place]] as const),
    ...disbursed,
  ]);
  await markPaid(work, settling, { departed, charged });
  await countInFiles(
    work,
    settling.map(({ payout }) => ({ ...countedBefore(payout), isPaid: true })),
  );
  for (const { payout, receiptNo } of settling) {
    auditPayout(work, "payout-paid", payout, { receipt: receiptNo });
  }
  await recordArrivals(work, settling.flatMap(arrivalOfLoan));
  await notifyOfRefunds(
    work,
    settling.map(({ payout }) => payout),
    "arrived",
  );
  return settled;
}

interface NewEntries {
  /** The entries of payments that were returned and are on their way again, by payment. */
  readonly departed: ReadonlyMap<bigint, bigint | undefined>;
  readonly charged: ReadonlyMap<bigint, bigint | undefined>;
}

/** Marks payments as paid, with the rows of their cheques. */
async function markPaid(
  work: UnitOfWork,
  settling: readonly Settling[],
  entries: NewEntries,
): Promise<void> {
  await work.run(
    `update payout p set state = 'paid', receipt_no = s.receipt_no, problem = '',
        way = case p.channel when 'office' then p.claimed_way else '' end,
        changed_at = akiba_now(), changed_by = $5, entry_id = s.entry_id,
        attempt_id = coalesce(p.attempt_id, s.attempt_id), fee_entry_id = s.fee_entry_id
      from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $6::bigint[])
        as s (id, receipt_no, entry_id, attempt_id, fee_entry_id)
      where p.id = s.id`,
    [
      settling.map(({ payout }) => payout.id),
      settling.map(({ receiptNo }) => receiptNo),
      settling.map(({ payout }) => entries.departed.get(payout.id) ?? payout.entry_id),
      settling.map(({ attemptId }) => attemptId),
      work.actor,
      settling.map(({ payout }) => entries.charged.get(payout.id) ?? payout.fee_entry_id),
    ],
  );
  await writeCheques(
    work,
    settling.map(({ payout }) => payout.id),
  );
}

const lockWaiting = statement({
  name: "payout-lock-replacement",
  text: `select id from payout
    where id = any ($1::bigint[]) and state = 'waiting' and claimed_receipt = ''
    order by id for update`,
  row: z.object({ id: z.bigint() }),
});

// Read once the lock is held: a file for the bank may have been made until then.
const findOutsideBank = statement({
  name: "payout-replacement-outside-bank",
  text: `select p.id from payout p where p.id = any ($1::bigint[]) and not ${isAtBank("p")}`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Locks the payments at the office that replace failed ones. Leaves out payments whose replacement
 * has changed in the meantime.
 */
async function lockReplacements(
  work: UnitOfWork,
  asked: readonly Settling[],
): Promise<readonly Settling[]> {
  const waiting = replacementsOf(asked);
  if (waiting.length === 0) return asked;
  const locked = (await work.rows(lockWaiting, [waiting])).map(({ id }) => id);
  const found = new Set((await work.rows(findOutsideBank, [locked])).map(({ id }) => id));
  return asked.filter(({ payout: { replaced_by: id } }) => id === null || found.has(id));
}

const replacementsOf = (asked: readonly Settling[]): bigint[] =>
  asked.flatMap(({ payout: { replaced_by: id } }) => id ?? []);

/** Withdraws such payments, because late receipts settle the failed ones after all. */
function withdrawReplacements(work: UnitOfWork, settling: readonly Settling[]): Promise<number> {
  return work.run(
    `update payout set state = 'failed', problem = 'paid-by-phone', failed_by = $2,
        changed_at = akiba_now(), changed_by = $2
      where id = any ($1::bigint[])`,
    [replacementsOf(settling), work.actor],
  );
}

const arrivalOfLoan = ({ payout, receiptNo: receipt }: Settling): ArrivedLoan[] => {
  const { id: payoutId, loan_id: loanId, amount_cents: amount } = payout;
  if (payout.source !== "loan" || loanId === null) return [];
  return [{ payoutId, loanId, amount, receipt, way: wayOf(payout) }];
};

const takeReceipts = statement({
  name: "payout-take-receipts",
  text: `insert into payout_receipt (receipt_no, payout_id)
    select receipt_no, payout_id from unnest($1::text[], $2::bigint[]) with ordinality
      as r (receipt_no, payout_id, place) order by place
    on conflict do nothing returning payout_id`,
  row: z.object({ payout_id: z.bigint() }),
});

/**
 * The way of payment that a receipt shows: a payment to a phone was made by M-Pesa, whatever was
 * reported about it.
 */
const wayOf = ({ channel, claimed_way: way }: Payout) => (channel === "office" ? way : "");

/** The entry that settles a payment, by the way it was paid; empty stands for M-Pesa. */
const settledBy = {
  "": { kind: "payout-settled", words: "arrived by M-Pesa", account: "mobile-money" },
  bank: { kind: "payout-by-bank", words: "paid by bank transfer", account: "bank" },
  cheque: { kind: "payout-by-cheque", words: "paid by cheque", account: "bank" },
  cash: { kind: "payout-in-cash", words: "paid in cash", account: "cash" },
} as const;

function settlement(payout: Payout, receiptNo: string): Entry {
  const { kind, words, account } = settledBy[wayOf(payout)];
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
