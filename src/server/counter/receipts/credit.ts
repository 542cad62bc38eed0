import type { CalendarDate } from "#shared/calendar-date.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import type { CounterWay, Destination } from "#shared/contract/counter/receiving.ts";
import { addCents, type Cents, formatMoney, negateCents } from "#shared/money.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
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
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Target } from "./target.ts";

/** Money received under a number, which goes to its target. */
export interface Crediting {
  readonly receiptNo: string;
  readonly way: CounterWay;
  readonly amount: Cents;
  readonly target: Target;
  /** The value date; today when left out. */
  readonly valueDate?: CalendarDate | undefined;
  /** The person who received it, and the second person if two were needed. */
  readonly by: string;
  readonly confirmedBy?: string | undefined;
  /** Writes the receipt with its entry, before a loan's step names its number. */
  readonly write: (entryId: bigint) => Promise<void>;
}

type Plain = Exclude<Destination, "loan">;

const kinds: Readonly<Record<CounterWay, Readonly<Record<Plain, EntryKind>>>> = {
  cash: {
    deposits: "deposit-in-cash",
    "share-capital": "share-capital-in-cash",
    withdrawable: "withdrawable-in-cash",
  },
  slip: {
    deposits: "deposit-at-bank",
    "share-capital": "share-capital-at-bank",
    withdrawable: "withdrawable-at-bank",
  },
  cheque: {
    deposits: "deposit-by-cheque",
    "share-capital": "share-capital-by-cheque",
    withdrawable: "withdrawable-by-cheque",
  },
};

const loanKinds = {
  cash: "loan-repaid-at-counter",
  slip: "loan-repaid-at-bank",
  cheque: "loan-repaid-by-cheque",
} as const satisfies Readonly<Record<CounterWay, EntryKind>>;

/** Posts money received to its account or loan, and notifies the member once. */
export async function creditTarget(
  work: UnitOfWork,
  crediting: Crediting,
  notify: Notify,
): Promise<void> {
  if (crediting.target.loan === null) await creditAccount(work, crediting, notify);
  else await repayLoan(work, crediting, notify);
}

async function creditAccount(
  work: UnitOfWork,
  crediting: Crediting,
  notify: Notify,
): Promise<void> {
  const { receiptNo, way, amount, target, valueDate } = crediting;
  const { to } = target;
  if (to === "loan") throw new Error("a loan is repaid, not credited");
  // Before the posting, which locks the society's account until the commit.
  await notifyMember(work, crediting, notify);
  const from = societyAccount(way === "cash" ? "till-cash" : "bank");
  const entryId = await post(work, {
    kind: kinds[way][to],
    ...(valueDate !== undefined && { valueDate }),
    narration: narrationOf("paidInAtCounter"),
    referenceNo: receiptNo,
    receiptNo,
    lines: [
      debit(from, amount),
      credit(accountPaidInto(to, target.member.member_id, target.account), amount),
    ],
  });
  await crediting.write(entryId);
}

async function notifyMember(
  work: UnitOfWork,
  { receiptNo, amount, target: { member, to } }: Crediting,
  notify: Notify,
): Promise<void> {
  if (to === "loan") return;
  const { language, mobile_number: mobileNumber } = member;
  const where = accountNameIn(language, to);
  const params = { amount: formatMoney(amount), receipt: receiptNo, where };
  const template = "counter-received";
  await enqueueSms(work, { mobileNumber, template, language, params }, notify);
}

/** Repays a loan; the loan's SMS names the receipt, so that the member gets only one. */
async function repayLoan(work: UnitOfWork, crediting: Crediting, notify: Notify): Promise<void> {
  const { receiptNo, way, amount, target, valueDate, by, confirmedBy } = crediting;
  const { member, loan, account: loanNo } = target;
  if (loan === null) throw new Error("there is no loan to repay");
  const [entryId] = await recordRepayments(
    work,
    [
      {
        kind: loanKinds[way],
        memberId: member.member_id,
        loanNo,
        amount,
        narration: narrationOf("loanRepaid", { loanNo }),
        referenceNo: loanNo,
        receiptNo,
        ...(valueDate !== undefined && { valueDate }),
      },
    ],
    notify,
  );
  if (entryId === undefined) throw new Error(`the repayment of ${loanNo} was not posted`);
  await crediting.write(entryId);
  const people = { by, ...(confirmedBy !== undefined && { confirmedBy }) };
  const step = { step: "repaid", ...people, amount, receipt: receiptNo, entryId } as const;
  await recordStep(work, await loanAt(work, loanNo), step);
  const left = addCents(loan.owed_cents, negateCents(amount));
  await followRepayment(work, loanNo, { by, amount, left, receipt: receiptNo }, notify);
}
