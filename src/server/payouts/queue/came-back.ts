import * as z from "zod/mini";
import { toWireAmount } from "#shared/money.ts";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import type { ApprovedBy } from "#server/oversight/approvals/approval-kind.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { payoutSubject } from "#server/oversight/approvals/subjects.ts";
import { rejectOwn } from "#server/loans/lending/loan-steps.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import {
  type Snapshot,
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { auditPayout, lockPayout, type Payout } from "./payout-rows.ts";
import { putBackAll } from "./put-back.ts";

const lineRow = z.object({
  id: z.bigint(),
  account: z.enum(["bank", "mobile-money"]),
  day: storedDate,
  /** The day of the entry: a closed month accepts no entries. */
  value_day: storedDate,
  receipt_no: z.string(),
  text: z.string(),
});

/** A line of a statement on which the money of a payment may have come back. */
export type ReturnLine = z.infer<typeof lineRow>;

const findLines = statement({
  name: "payout-return-lines",
  text: `select l.id, l.account, l.day, greatest(l.day, coalesce(c.until + 1, l.day)) as value_day,
      l.receipt_no, concat_ws(', ', nullif(l.details, ''), nullif(l.other_party, ''),
        nullif(l.account_text, '')) as text
    from payout p join bank_statement_line l on l.account = payout_paid_from(p.channel, p.way)
        and l.amount_cents = p.amount_cents and l.match_id is null
        and l.day >= ${nairobiDay("p.queued_at")}
      cross join (select max(until) as until from books_closed) c
    where p.id = $1 and p.state = 'paid'
      and not exists (select from payout_return r where r.line_id = l.id)
    order by l.day, l.id limit 50`,
  row: lineRow,
});

/** Returns the open lines of statements that may be the return of a payment that was paid. */
export const returnLinesOf = (snapshot: Snapshot, payoutId: bigint): Promise<ReturnLine[]> =>
  snapshot.rows(findLines, [payoutId]);

const findReturns = statement({
  name: "payout-returns-of",
  text: `select r.receipt_no, l.day, r.reason from payout_return r
      join bank_statement_line l on l.id = r.line_id
    where r.payout_id = $1 order by r.id`,
  row: z.object({ receipt_no: z.string(), day: storedDate, reason: z.string() }),
});

/** Returns how often, when and why a payment came back. */
export const returnsOf = (snapshot: Snapshot, payoutId: bigint) =>
  snapshot.rows(findReturns, [payoutId]);

interface NewReturn {
  readonly lineId: bigint;
  readonly reason: string;
}

/** Requests that another person approve that a payment came back on a line of a statement. */
export async function requestReturn(
  work: UnitOfWork,
  payoutId: bigint,
  { lineId, reason }: NewReturn,
): Promise<bigint> {
  const { payout } = await lockReturn(work, payoutId, lineId);
  return requestApproval(work, {
    kind: "payout-return",
    subject: payoutSubject(payoutId),
    about: `member:${payout.member_no}`,
    payload: { payoutId: String(payoutId), lineId: String(lineId) },
    reason,
  });
}

/** Locks a payment that was paid, with the line; throws if they concern the actor or do not fit. */
async function lockReturn(work: UnitOfWork, payoutId: bigint, lineId: bigint) {
  const payout = await lockPayout(work, payoutId);
  if (payout === null) throw new Problem("no-such-payout");
  if (await isThemselves(work, work.actor, payout.member_id)) throw new Problem("own-listing");
  if (payout.loan_id !== null) await rejectOwn(work, { id: payout.loan_id }, work.actor);
  if (payout.state !== "paid") throw new Problem("payout-state");
  const line = (await returnLinesOf(work, payoutId)).find(({ id }) => id === lineId);
  if (line === undefined) throw new Problem("no-such-item");
  return { payout, line };
}

const findPaid = statement({
  name: "payout-paid",
  text: `select m.full_name, m.member_no, p.amount_cents, p.reference, p.receipt_no
    from payout p join member m on m.id = p.member_id where p.id = $1 and p.state = 'paid'`,
  row: z.object({
    full_name: z.string(),
    member_no: z.string(),
    amount_cents: bigCents,
    reference: z.string(),
    receipt_no: z.string(),
  }),
});

/** The payment and the line on which it came back; null once either has changed. */
export async function factsOfReturn(
  snapshot: Snapshot,
  payoutId: bigint,
  lineId: bigint,
): Promise<readonly Fact[] | null> {
  const payout = await snapshot.first(findPaid, [payoutId]);
  const line = (await returnLinesOf(snapshot, payoutId)).find(({ id }) => id === lineId);
  if (payout === null || line === undefined) return null;
  return [
    { name: "name", value: payout.full_name },
    { name: "memberNo", value: payout.member_no },
    { name: "amount", value: String(toWireAmount(payout.amount_cents)) },
    { name: "reference", value: payout.reference },
    { name: "receipt", value: payout.receipt_no },
    { name: "date", value: line.day },
    { name: "returnReceipt", value: line.receipt_no },
    { name: "description", value: line.text },
  ];
}

/**
 * Moves a returned payment to where a failed one goes: a loan to the loan desk, a withdrawal or a
 * refund onto its account, a dividend to a decision. Money that cannot go back waits at the office.
 */
export async function bringBack(
  work: UnitOfWork,
  { payoutId, lineId }: { readonly payoutId: bigint; readonly lineId: bigint },
  { requestedBy, reason, approvalId }: Pick<ApprovedBy, "requestedBy" | "reason" | "approvalId">,
): Promise<void> {
  const { payout, line } = await lockReturn(work, payoutId, lineId);
  const entryId = await post(work, returnEntry(payout, line));
  try {
    await work.run(
      `insert into payout_return (payout_id, receipt_no, line_id, entry_id, reason, approval_id,
          entered_by, approved_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [payoutId, payout.receipt_no, lineId, entryId, reason, approvalId, requestedBy, work.actor],
    );
  } catch (error) {
    if (violatedConstraint(error) !== "payout_return_own_hands") throw error;
    throw new Problem("own-listing");
  }
  await work.run(
    `update eft_line set state = 'bounced'
      where payout_id = $1 and state = 'paid' and bank_reference = $2`,
    [payoutId, payout.receipt_no],
  );
  await putBackAll(work, [{ payout, reason }], { failedBy: requestedBy, news: "returned" });
  const detail = { receipt: payout.receipt_no, line: String(lineId), requestedBy };
  auditPayout(work, "payout-returned", payout, detail);
}

const returnedTo = {
  bank: "payout-returned-by-bank",
  "mobile-money": "payout-returned-by-mpesa",
} as const;

/** The entry of the money that came back, by the number of the line, or its own. */
function returnEntry(payout: Payout, line: ReturnLine): Entry {
  return {
    kind: returnedTo[line.account],
    narration: `${payout.about}, came back`,
    valueDate: line.value_day,
    referenceNo: payout.reference,
    receiptNo: line.receipt_no === "" ? `LINE-${line.id}` : line.receipt_no.toUpperCase(),
    lines: [
      debit(societyAccount(line.account), payout.amount_cents),
      credit(societyAccount("payout-clearing"), payout.amount_cents),
    ],
  };
}
