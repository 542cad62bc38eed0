import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { RepaymentWay } from "#shared/contract/loans/desk.ts";
import { waitingRequests } from "#server/oversight/approvals/waiting-requests.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents, textCents } from "#server/kernel/platform/row-fields.ts";

const findUse = statement({
  name: "receipt-use",
  text: `select exists (select from loan_step r where r.receipt_no = $1 and r.step = 'repaid'
        and not exists (select from loan_step v where v.reverses = r.id))
      or $2 and bank_reference_is_booked($1) as recorded,
      exists (select from approval a where a.kind = 'loan-repayment' and a.state = 'waiting'
        and a.expires_at > akiba_now() and a.payload ->> 'receipt' = $1) as waits`,
  row: z.object({ recorded: z.boolean(), waits: z.boolean() }),
});

/**
 * Returns whether a receipt is recorded, or waits for a second person to confirm it. One of the
 * bank may be recorded outside the loan desk, too.
 */
export async function receiptUse(
  snapshot: Snapshot,
  { receipt, way }: { readonly receipt: string; readonly way: RepaymentWay },
): Promise<"recorded" | "waits" | "none"> {
  const found = await snapshot.first(findUse, [receipt, way === "bank"]);
  if (found?.recorded) return "recorded";
  return found?.waits ? "waits" : "none";
}

const waiting = z.object({ amount: textCents, receipt: z.string() });

/** Returns the repayment of a loan that waits for a second person; null if there is none. */
export async function waitingReceipt(snapshot: Snapshot, loanNo: string, requester: string) {
  const asked = { subjects: [`loan:${loanNo}`], requester };
  const [found] = await waitingRequests(snapshot, "loan-repayment", asked);
  if (found === undefined) return null;
  const { id, by, yours } = found;
  return { approvalId: id, by, yours, ...waiting.parse(found.payload) };
}

const findReceivable = statement({
  name: "receipt-loan",
  text: `select m.full_name, m.member_no, a.balance_cents as owed_cents
    from loan l join member m on m.id = l.member_id
      join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no
    where l.loan_no = $1 and l.state = 'disbursed'
      and not exists (select from books_closed where until >= $2::date)`,
  row: z.object({
    full_name: z.string(),
    member_no: z.string(),
    owed_cents: bigCents,
  }),
});

/**
 * Returns a running loan that accepts a receipt of a day; null if the loan is not running or the
 * day is closed.
 */
export function receivableLoan(snapshot: Snapshot, loanNo: string, date: CalendarDate) {
  return snapshot.first(findReceivable, [loanNo, date]);
}
