import * as z from "zod/mini";
import type { LoanStep } from "#shared/contract/loans/instant-loans.ts";
import { scheduleOf } from "#shared/instant-loan.ts";
import { formatMoney } from "#shared/money.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSmsAndEmail } from "#server/messaging/outbox/enqueue-sms.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import type { ApplicationRow } from "./loan-rows.ts";

/** Notifies the member of a step by SMS, and by e-mail if the register has an address. */
export async function notifyBorrower(
  work: UnitOfWork,
  loan: ApplicationRow,
  template: `loan-${LoanStep}` | "loan-change-proposed" | "loan-change-withdrawn",
  notify: Notify,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const params = { ...presentNews(loan), ...more };
  const { language, mobile_number: mobileNumber, email: address } = loan;
  const schedule = address === "" ? "" : (await scheduleLines(work, loan)).join("\n");
  await enqueueSmsAndEmail(
    work,
    { mobileNumber, template, language, params },
    { address, template: `${template}-email`, params: { ...params, schedule } },
    notify,
  );
}

/** The values of every text about a loan. */
function presentNews(loan: ApplicationRow): Record<string, string> {
  return {
    name: loan.full_name,
    loanNo: loan.loan_no,
    amount: formatMoney(loan.principal_cents),
    principal: formatMoney(loan.principal_cents),
    fee: formatMoney(loan.fee_cents),
    total: formatMoney(loan.total_cents),
    months: String(loan.term_months),
    deduction: formatMoney(loan.monthly_deduction_cents),
  };
}

const findDue = statement({
  name: "loan-due",
  text: "select due_on, amount_cents from loan_instalment where loan_id = $1 order by number",
  row: z.object({ due_on: z.string(), amount_cents: bigCents }),
});

/** The payments, one line for each month; with its date once the loan is paid out. */
async function scheduleLines(snapshot: Snapshot, loan: ApplicationRow): Promise<string[]> {
  if (loan.state === "disbursed" || loan.state === "settled") {
    const due = await snapshot.rows(findDue, [loan.id]);
    return due.map((one) => `${one.due_on}: Ksh ${formatMoney(one.amount_cents)}`);
  }
  const { total_cents, monthly_deduction_cents, term_months } = loan;
  const amounts = scheduleOf(total_cents, monthly_deduction_cents, term_months);
  return amounts.map((amount, at) => `${at + 1}: Ksh ${formatMoney(amount)}`);
}
