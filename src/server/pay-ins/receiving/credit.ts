import type { CalendarDate } from "#shared/calendar-date.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import { addCents, type Cents, negateCents, ZERO_CENTS } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { accountPaidInto } from "#server/ledger/journal/paid-into.ts";
import type { EntryKind } from "#server/ledger/journal/permitted-kinds.ts";
import { post } from "#server/ledger/journal/post.ts";
import { followRepayment } from "#server/loans/lending/follow-repayment.ts";
import { loanAt } from "#server/loans/lending/loan-rows.ts";
import { recordStep } from "#server/loans/lending/loan-steps.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { accountNameIn } from "#server/messaging/outbox/account-names.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms, type Sms } from "#server/messaging/outbox/enqueue-sms.ts";
import { queueRefund } from "#server/payouts/queue/refunds.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { formatMoney } from "#shared/money.ts";
import type { Part } from "./payment-parts.ts";
import { type PartPosting, type PartRow, postParts, writeParts } from "./part-rows.ts";
import type { TargetRow } from "./payment-rows.ts";

/** A payment whose parts are credited to a member. */
export interface Crediting {
  readonly payInId: bigint;
  readonly receiptNo: string;
  readonly turn: number;
  /** Where the money is now. */
  readonly from: "mobile-money" | "mpesa-suspense";
  readonly valueDate: CalendarDate;
  readonly target: TargetRow;
  readonly parts: readonly Part[];
  /** Whether another message notifies the member. */
  readonly isNotified?: boolean;
}

type Plain = Exclude<Part["destination"], "loan">;

const kinds: Readonly<Record<Crediting["from"], Readonly<Record<Plain, EntryKind>>>> = {
  "mobile-money": {
    deposits: "deposit-by-mpesa",
    "share-capital": "share-capital-by-mpesa",
    withdrawable: "withdrawable-deposit",
  },
  "mpesa-suspense": {
    deposits: "mpesa-suspense-to-deposits",
    "share-capital": "mpesa-suspense-to-share-capital",
    withdrawable: "mpesa-suspense-to-withdrawable",
  },
};

const loanKinds = {
  "mobile-money": "loan-repaid-by-mpesa",
  "mpesa-suspense": "loan-repaid-from-mpesa-suspense",
} as const;

/** Posts the parts of a payment, each to its account, and notifies the member once for each. */
export async function creditParts(
  work: UnitOfWork,
  crediting: Crediting,
  notify: Notify,
): Promise<void> {
  for (const [at, part] of crediting.parts.entries()) {
    if (part.destination === "loan") await repayLoan(work, crediting, { part, at }, notify);
    else await creditAccount(work, crediting, { part, at }, notify);
  }
}

/** A part of a payment and its place among them, from 0. */
interface Placed {
  readonly part: Part;
  readonly at: number;
}

async function creditAccount(
  work: UnitOfWork,
  crediting: Crediting,
  placed: Placed,
  notify: Notify,
): Promise<void> {
  // Before the posting, which locks the society's account until the commit.
  if (crediting.isNotified !== true) {
    await enqueueSms(work, receiptSms(crediting, placed.part), notify);
  }
  await postParts(work, [creditPosting(crediting, placed)]);
}

/** The SMS about a part that is credited to an account. */
export function receiptSms({ receiptNo, target }: Crediting, part: Part): Sms {
  const { language, mobile_number: mobileNumber } = target;
  const where = accountNameIn(language, plainOf(part));
  const params = { amount: formatMoney(part.amount), receipt: receiptNo, where };
  return { mobileNumber, template: "pay-in-credited", language, params };
}

/** The entry by which a part is credited to an account, and its row. */
export function creditPosting(crediting: Crediting, placed: Placed): PartPosting {
  const { from, receiptNo, target, valueDate } = crediting;
  const { amount, reference } = placed.part;
  const destination = plainOf(placed.part);
  return {
    entry: {
      kind: kinds[from][destination],
      valueDate,
      narration: narrationOf("paidInByMpesa"),
      referenceNo: receiptNo,
      receiptNo,
      lines: [
        debit(societyAccount(from), amount),
        credit(accountPaidInto(destination, target.member_id, reference), amount),
      ],
    },
    row: rowOf(crediting, placed),
  };
}

function plainOf({ destination }: Part): Plain {
  if (destination === "loan") throw new Error("a loan is repaid, not credited");
  return destination;
}

/** Repays a loan; an overpayment that is refunded leaves it again at once. */
async function repayLoan(
  work: UnitOfWork,
  crediting: Crediting,
  { part, at }: Placed,
  notify: Notify,
): Promise<void> {
  const { from, receiptNo, target } = crediting;
  const { amount, reference: loanNo, refund } = part;
  const memberId = target.member_id;
  const narration = narrationOf("loanRepaid", { loanNo });
  const [entryId] = await recordRepayments(
    work,
    [
      {
        kind: loanKinds[from],
        memberId,
        loanNo,
        amount,
        narration,
        referenceNo: loanNo,
        receiptNo,
        valueDate: repaidOn(crediting),
      },
    ],
    notify,
  );
  if (entryId === undefined) throw new Error(`the repayment of ${loanNo} was not posted`);
  await writeParts(work, [{ ...rowOf(crediting, { part, at }), entryId }]);
  const by = work.actor;
  const loan = await loanAt(work, loanNo);
  await recordStep(work, loan, { step: "repaid", by, amount, receipt: receiptNo, entryId });
  const left = addCents(target.owed_cents, refund, negateCents(amount));
  await followRepayment(work, loanNo, { by, amount, left, receipt: receiptNo }, notify);
  if (refund > ZERO_CENTS) await refundRest(work, crediting, { loanNo, refund }, notify);
}

/** The value date of a repayment, never before its loan was paid out. */
function repaidOn({ valueDate, target }: Crediting): CalendarDate {
  const paidOutOn = target.start_date;
  return paidOutOn !== null && paidOutOn > valueDate ? paidOutOn : valueDate;
}

async function refundRest(
  work: UnitOfWork,
  { target }: Crediting,
  { loanNo, refund }: { readonly loanNo: string; readonly refund: Cents },
  notify: Notify,
): Promise<void> {
  const { member_id: memberId, loan_id: loanId, language, mobile_number: mobileNumber } = target;
  if (loanId === null) throw new Error(`loan ${loanNo} has no id`);
  const entryId = await post(work, {
    kind: "overpayment-to-refund",
    narration: narrationOf("overpayment", { loanNo }),
    referenceNo: loanNo,
    lines: [
      debit(memberAccount("loan-receivable", memberId, loanNo), refund),
      credit(societyAccount("payout-clearing"), refund),
    ],
  });
  await queueRefund(work, { loanId, entryId, amount: refund });
  const params = { amount: formatMoney(refund), loanNo };
  const template = "overpayment-to-refund";
  await enqueueSms(work, { mobileNumber, template, language, params }, notify);
}

function rowOf({ payInId, turn, target }: Crediting, { part, at }: Placed): PartRow {
  const { destination, loanId, amount, refund } = part;
  const memberId = target.member_id;
  return { payInId, turn, partNo: at + 1, destination, memberId, loanId, amount, refund };
}
