import * as z from "zod/mini";
import type { CodeTimes } from "#shared/contract/kernel/code-times.ts";
import { languages } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { formatMoney } from "#shared/money.ts";
import {
  proveCode,
  type ProvenCode,
  type TypedCode,
} from "#server/identity/one-time-codes/prove.ts";
import { sendCode, type Sending } from "#server/identity/one-time-codes/send.ts";
import { confirmedMobile } from "#server/members/membership/confirmed-mobile.ts";
import type { Payout } from "#server/payouts/queue/payout-rows.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

const purpose = "counter-payment";

/** The one payment that a code is for, by one payer; the database derives it the same way. */
const subjectOf = (payout: Payout, payer: string): string =>
  [payout.id, payout.amount_cents, payout.account_no, payer].join(":");

const findPayee = statement({
  name: "counter-payee",
  text: `select m.language, ${confirmedMobile} as confirmed_mobile from member m where m.id = $1`,
  row: z.object({ language: z.enum(languages), confirmed_mobile: z.string() }),
});

/**
 * Sends the member a code that names the amount and the account, to their confirmed number. Only
 * the actor can use it, for this payment.
 */
export async function sendPaymentCode(
  work: UnitOfWork,
  payout: Payout,
  sending: Sending,
): Promise<CodeTimes> {
  const payee = await work.first(findPayee, [payout.member_id]);
  if (payee === null || payee.confirmed_mobile === "") throw new Problem("payment-unconfirmed");
  const request = {
    memberNo: payout.member_no as MemberNo,
    purpose,
    subject: subjectOf(payout, work.actor),
    recipient: payee.confirmed_mobile,
    language: payee.language,
    params: { amount: formatMoney(payout.amount_cents), account: payout.account_no },
  } as const;
  return sendCode(work, request, sending);
}

/** Compares a typed code with the open one for exactly this payment by the actor. */
export function provePaymentCode(
  work: UnitOfWork,
  payout: Payout,
  code: TypedCode,
): Promise<ProvenCode | Problem> {
  const memberNo = payout.member_no as MemberNo;
  const subject = subjectOf(payout, work.actor);
  return proveCode(work, { ...code, memberNo, purpose, subject });
}
