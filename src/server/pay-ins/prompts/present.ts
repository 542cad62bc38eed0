import type { MemberNo } from "#shared/member-number.ts";
import { maskedMobile } from "#shared/masked.ts";
import { toWireAmount } from "#shared/money.ts";
import type { PayInConfig } from "#server/kernel/platform/daraja-config.ts";
import type { LoanToPay, OwnPrompt, PromptLimits } from "./queries.ts";

/** A prompt as its member sees it. */
export function presentPrompt(row: OwnPrompt) {
  const { payment } = row;
  return {
    reference: row.reference,
    to: row.destination,
    accountNo: row.account_no,
    loanNo: row.loan_no,
    amount: toWireAmount(row.amount_cents),
    mobileNo: maskedMobile(row.mobile_number),
    askedAt: row.asked_at.toISOString(),
    state: row.state === "sending" ? ("asked" as const) : row.state,
    problem: row.problem,
    differs: row.differs,
    ...(payment !== null && {
      payment: {
        receipt: payment.receipt,
        amount: toWireAmount(payment.amount),
        isCredited: payment.state === "credited" || payment.state === "recorded",
        parts: payment.parts.map((part) => ({
          ...part,
          amount: toWireAmount(part.amount),
          refunded: toWireAmount(part.refunded),
        })),
      },
    }),
  };
}

function presentLoan({ loanNo, purpose, owed, settle, due }: LoanToPay) {
  return {
    loanNo,
    purpose,
    typed: loanNo,
    owed: toWireAmount(owed),
    settle: toWireAmount(settle),
    ...(due && {
      due: { ...due, amount: toWireAmount(due.amount), pay: toWireAmount(due.pay) },
    }),
  };
}

interface Ways {
  readonly memberNo: MemberNo;
  readonly payIns: PayInConfig;
  readonly limits: PromptLimits;
  readonly payer: { readonly mobile_number: string; readonly accounts: readonly string[] };
  readonly loans: readonly LoanToPay[];
  readonly last: OwnPrompt | null;
}

/** How a member can pay in. */
export function presentWays({ memberNo, payIns, limits, payer, loans, last }: Ways) {
  const [only, second] = payer.accounts;
  const isOnly = only !== undefined && second === undefined;
  return {
    canPrompt: payIns.channel === "daraja",
    paybill: payIns.channel === "daraja" ? payIns.shortCode : "",
    least: toWireAmount(limits.least),
    most: toWireAmount(limits.most),
    dayMost: toWireAmount(limits.dayMost),
    mobileNo: payer.mobile_number,
    accounts: [
      { to: "deposits" as const, accountNo: "", typed: `${memberNo} D` },
      { to: "share-capital" as const, accountNo: "", typed: `${memberNo} S` },
      ...payer.accounts.map((accountNo) => ({
        to: "withdrawable" as const,
        accountNo,
        // The paybill cannot tell several accounts apart.
        typed: isOnly ? `${memberNo} W` : "",
      })),
    ],
    loans: loans.map(presentLoan),
    loanRest: limits.loanRest,
    ...(last && { last: presentPrompt(last) }),
  };
}
