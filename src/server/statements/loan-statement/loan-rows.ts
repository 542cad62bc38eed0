import * as z from "zod/mini";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { accountMovements, type AccountMovements } from "#server/ledger/journal/movements.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents, intCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import type { Instalment } from "#server/loans/lending/overdue-instalments.ts";

/** The balance of loan `l`: zero before it is disbursed, negative when overpaid. */
export const outstandingOfLoan = `coalesce((select a.balance_cents * a.normal_side
  from ledger_account a where a.member_id = l.member_id and a.code = 'loan-receivable'
    and a.reference = l.loan_no), 0)`;

const instalmentRow = z.pipe(
  z.object({ number: z.int(), due_on: storedDate, amount: intCents }),
  z.transform(({ number, due_on: dueOn, amount }): Instalment => {
    return { number, dueOn, amount };
  }),
);

const instalmentsOfLoan = `coalesce((select json_agg(json_build_object(
    'number', i.number, 'due_on', i.due_on, 'amount', i.amount_cents) order by i.number)
  from loan_instalment i where i.loan_id = l.id), '[]')`;

const loanPage = z.object({
  id: z.bigint(),
  loan_no: z.string(),
  category: z.string(),
  purpose: z.string(),
  state: z.string(),
  start_date: z.nullable(z.string()),
  end_date: z.nullable(z.string()),
  term_months: z.int(),
  principal: bigCents,
  fee: bigCents,
  total: bigCents,
  monthly_deduction: bigCents,
  outstanding: bigCents,
  instalments: z.array(instalmentRow),
});

export type LoanPage = z.infer<typeof loanPage>;

const findLoanPages = `select l.id, l.loan_no, l.category, l.purpose, l.state, l.start_date,
    l.end_date, l.term_months, l.principal_cents as principal, l.fee_cents as fee,
    l.total_cents as total, l.monthly_deduction_cents as monthly_deduction,
    ${outstandingOfLoan} as outstanding, ${instalmentsOfLoan} as instalments
  from member m join loan l on l.member_id = m.id where m.member_no = $1`;

const findLoan = statement({
  name: "statement-loan",
  text: `${findLoanPages} and l.loan_no = $2`,
  row: loanPage,
});

/** A member's loan with its schedule and movements; null for another member's or a missing one. */
export async function loanWithMovements(
  snapshot: Snapshot,
  scope: MemberScope,
  loanNo: string,
): Promise<{ loan: LoanPage; moved: AccountMovements } | null> {
  const loan = await snapshot.first(findLoan, [scope.memberNo, loanNo]);
  const account = { code: "loan-receivable", reference: loanNo } as const;
  const moved = await accountMovements(snapshot, scope.memberNo, account);
  return loan && moved && { loan, moved };
}

const findOwedLoans = statement({
  name: "statement-owed-loans",
  text: `select * from (${findLoanPages}) l where l.outstanding <> 0 order by l.id`,
  row: loanPage,
});

/** The loans with a balance or overpaid, each with its schedule. */
export function owedLoans(snapshot: Snapshot, { memberNo }: MemberScope): Promise<LoanPage[]> {
  return snapshot.rows(findOwedLoans, [memberNo]);
}

const lentPart = z.object({
  id: z.string(),
  fee: intCents,
  is_brought_forward: z.boolean(),
});

/** A movement that lent money, reversed this, or brought a loan into the books. */
export type LentPart = z.infer<typeof lentPart>;

/** The lending among the movements of loan `l`, each with the fee that its entry took as income. */
const lentParts = `coalesce((select json_agg(json_build_object(
    'id', j.entry_id || '-' || j.line_no,
    'is_brought_forward', coalesce(o.kind, e.kind) = 'loan-brought-forward',
    'fee', coalesce((select sum(i.amount_cents * f.normal_side) from journal_line i
      join ledger_account f on f.id = i.account_id and f.code = 'fee-income'
      where i.entry_id = e.id), 0)) order by j.entry_id)
  from ledger_account a join journal_line j on j.account_id = a.id
    join journal_entry e on e.id = j.entry_id left join journal_entry o on o.id = e.reverses
  where a.member_id = l.member_id and a.code = 'loan-receivable' and a.reference = l.loan_no
    and coalesce(o.kind, e.kind) in ('loan-disbursed', 'loan-brought-forward')), '[]')`;

/** Cheques for loan `l` that the bank has not paid yet. */
const clearingCheques = `coalesce((select sum(r.amount_cents) from counter_receipt r
  where r.loan_id = l.id and r.state = 'clearing'), 0)::bigint`;

/** Whether the money of loan `l` is in the queue of payouts, so that it may still come back. */
const isOnItsWay = `exists (select from payout p where p.loan_id = l.id and p.source = 'loan'
  and p.state in ('waiting', 'sending', 'sent', 'unknown'))`;

const lending = z.object({
  parts: z.array(lentPart),
  clearing: bigCents,
  is_on_its_way: z.boolean(),
});

/** The lending of a loan, with the money on its way to or from the member. */
export type Lending = z.infer<typeof lending>;

const findLending = statement({
  name: "statement-lending",
  text: `select ${lentParts} as parts, ${clearingCheques} as clearing,
      ${isOnItsWay} as is_on_its_way
    from loan l where l.id = $1`,
  row: lending,
});

/** Reads the lending of a loan, and the money on its way. */
export async function lendingOf(snapshot: Snapshot, { id }: LoanPage): Promise<Lending> {
  const found = await snapshot.first(findLending, [id]);
  if (found === null) throw new Error(`there is no loan ${id}`);
  return found;
}
