import type { CodeTimes } from "#shared/contract/kernel/code-times.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { formatMoney } from "#shared/money.ts";
import {
  proveCode,
  type ProvenCode,
  type TypedCode,
} from "#server/identity/one-time-codes/prove.ts";
import { sendCode, type Sending } from "#server/identity/one-time-codes/send.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Problem } from "#server/kernel/platform/problem.ts";
import { channelName } from "./messages.ts";
import type { Terms } from "./withdrawal-limits.ts";

/** The purpose of a code: of a signed-in member, or for the office to enter at the counter. */
export type CodePurpose = "withdrawal" | "counter-withdrawal";

/** The one withdrawal that a code is for; the database derives it the same way. */
const subjectOf = ({ channel, amount, account }: Terms) => `${channel}:${amount}:${account.no}`;

/** Sends the member a code that names the amount and the account, to their confirmed number. */
export async function sendWithdrawalCode(
  work: UnitOfWork,
  terms: Terms,
  purpose: CodePurpose,
  sending: Sending,
): Promise<CodeTimes> {
  const { holder, amount, channel, account } = terms;
  const { language } = holder;
  const request = {
    memberNo: holder.member_no as MemberNo,
    purpose,
    subject: subjectOf(terms),
    recipient: holder.confirmed_mobile,
    language,
    params: {
      amount: formatMoney(amount),
      where: channelName(language, channel),
      account: account.no,
    },
  };
  return sendCode(work, request, sending);
}

/** Compares a typed code with the open one for exactly this withdrawal. */
export function proveWithdrawalCode(
  work: UnitOfWork,
  terms: Terms,
  purpose: CodePurpose,
  code: TypedCode,
): Promise<ProvenCode | Problem> {
  const memberNo = terms.holder.member_no as MemberNo;
  return proveCode(work, { ...code, memberNo, purpose, subject: subjectOf(terms) });
}
