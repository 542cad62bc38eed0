import { cents, toWireAmount } from "#shared/money.ts";
import { maskedMemberNo, maskedName } from "#server/kernel/documents/masked-holder.ts";
import type { IssuedStatement } from "./queries.ts";

/** The details shown to anyone with the paper; the full name and number are only on the paper. */
export function presentIssued(issued: IssuedStatement) {
  return {
    organisationName: issued.organisation_name,
    holder: maskedName(issued.full_name),
    memberNo: maskedMemberNo(issued.member_no),
    statement: issued.statement,
    from: issued.period_from ?? "",
    to: issued.period_to,
    closing: toWireAmount(cents(issued.closing_cents)),
    issuedOn: issued.issued_on,
    ...(issued.loan_no !== null && { loanNo: issued.loan_no }),
    ...(issued.receipt !== null && { receipt: issued.receipt }),
  };
}
