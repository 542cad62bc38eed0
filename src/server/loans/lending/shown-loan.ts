import * as z from "zod/mini";
import type { ShownLoanFact } from "#shared/contract/loans/desk.ts";
import { loanStates } from "#shared/contract/loans/instant-loans.ts";
import { type Cents, formatMoney, toWireAmount } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { pledgedBy } from "./guarantees.ts";
import { freeDeposits } from "./free-deposits.ts";
import { guarantorsOf } from "./name-guarantors.ts";
import { waitingReceipt } from "./waiting-receipts.ts";

const findShown = statement({
  name: "loan-shown",
  text: `select l.id, l.state, l.member_id, m.full_name, m.member_no, l.principal_cents,
      l.term_months, l.total_cents, l.monthly_deduction_cents,
      coalesce((select a.balance_cents from ledger_account a where a.code = 'loan-receivable'
        and a.member_id = l.member_id and a.reference = l.loan_no), 0)::bigint as owed_here,
      coalesce((select sum(greatest(a.balance_cents, 0)) from ledger_account a
        where a.code = 'loan-receivable' and a.member_id = l.member_id
          and a.reference <> l.loan_no), 0)::bigint as owed,
      coalesce((select sum(a.balance_cents * a.normal_side) from ledger_account a
        where a.code = 'member-deposits' and a.member_id = l.member_id), 0)::bigint as deposits,
      ${pledgedBy("l.member_id")} as pledged,
      coalesce((select sum(a.balance_cents * a.normal_side) from ledger_account a
        where a.code = 'share-capital' and a.member_id = l.member_id), 0)::bigint as share_capital,
      exists (select from loan_blacklist b where b.member_id = l.member_id
        and b.removed_at is null) as blacklisted,
      coalesce((select case when s.taken_by like 'member:%' then m.full_name
          else coalesce(st.full_name, '') end
        from loan_step s left join staff st on 'staff:' || st.staff_no = s.taken_by
        where s.loan_id = l.id and s.step = 'applied'), '') as registered_by,
      array(select distinct coalesce(st.full_name, s.taken_by)
        from loan_step s left join staff st on 'staff:' || st.staff_no = s.taken_by
        where s.loan_id = l.id and s.step = 'amended' order by 1) as amended_by
    from loan l join member m on m.id = l.member_id where l.loan_no = $1`,
  row: z.object({
    id: z.bigint(),
    state: z.enum(loanStates),
    member_id: z.bigint(),
    full_name: z.string(),
    member_no: z.string(),
    principal_cents: bigCents,
    term_months: z.int(),
    total_cents: bigCents,
    monthly_deduction_cents: bigCents,
    /** The balance of this loan, and of the member's other loans of every kind. */
    owed_here: bigCents,
    owed: bigCents,
    deposits: bigCents,
    pledged: bigCents,
    share_capital: bigCents,
    blacklisted: z.boolean(),
    registered_by: z.string(),
    amended_by: z.array(z.string()),
  }),
});

type ShownRow = z.infer<typeof findShown.row>;

/** One fact of a loan, as the contract names it. */
export interface LoanFact {
  readonly name: ShownLoanFact;
  readonly value: string;
}

const money = (amount: Cents) => String(toWireAmount(amount));

/**
 * Returns the facts a member of staff is shown before they decide on a loan: for an application its
 * figures and its borrower's, for a running loan its balance. Throws `no-such-loan`.
 */
export async function shownLoan(snapshot: Snapshot, loanNo: string): Promise<LoanFact[]> {
  const row = await snapshot.first(findShown, [loanNo]);
  if (row === null) throw new Problem("no-such-loan");
  const isOpen = row.state === "applied" || row.state === "approved";
  return [
    { name: "name", value: row.full_name },
    { name: "member-no", value: row.member_no },
    { name: "state", value: row.state },
    { name: "amount", value: money(row.principal_cents) },
    { name: "months", value: String(row.term_months) },
    { name: "instalment", value: money(row.monthly_deduction_cents) },
    { name: "total", value: money(row.total_cents) },
    ...(isOpen ? await openFacts(snapshot, row) : await runningFacts(snapshot, row, loanNo)),
  ];
}

async function openFacts(snapshot: Snapshot, row: ShownRow): Promise<LoanFact[]> {
  const free = freeDeposits(row.deposits, row.pledged);
  const guarantors = await guarantorsOf(snapshot, row.id);
  return [
    { name: "owed", value: money(row.owed) },
    { name: "free-deposits", value: money(free) },
    { name: "share-capital", value: money(row.share_capital) },
    ...guarantors
      .filter(({ state }) => state === "accepted")
      .map(({ full_name, member_no, amount_cents }): LoanFact => {
        const value = `${full_name} (${member_no}): ${formatMoney(amount_cents)}`;
        return { name: "guarantor", value };
      }),
    ...(row.blacklisted ? [{ name: "blacklisted", value: row.full_name } as const] : []),
    { name: "registered-by", value: row.registered_by },
    ...row.amended_by.map((value): LoanFact => ({ name: "amended-by", value })),
  ];
}

async function runningFacts(
  snapshot: Snapshot,
  row: ShownRow,
  loanNo: string,
): Promise<LoanFact[]> {
  const waiting = await waitingReceipt(snapshot, loanNo, "");
  return [
    { name: "owed-here", value: money(row.owed_here) },
    ...(waiting ? [{ name: "waiting-receipt", value: waiting.receipt } as const] : []),
  ];
}

/**
 * Throws `shown-changed` unless a loan is as it was shown to the person who decides. The loan must
 * be locked. Without a digest, as in an internal command without a screen, nothing is compared.
 */
export async function requireShownLoan(
  snapshot: Snapshot,
  loanNo: string,
  shownDigest: string | undefined,
): Promise<void> {
  if (shownDigest !== undefined) requireShown(shownDigest, await shownLoan(snapshot, loanNo));
}
