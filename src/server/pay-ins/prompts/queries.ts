import * as z from "zod/mini";
import { loanRests } from "#shared/contract/pay-ins/prompts.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { Cents } from "#shared/money.ts";
import { promptDestinations, promptProblems, wholeShillings } from "#shared/pay-in-prompts.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents, intCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { type SuggestedAmount, suggestedAmount } from "./suggested-amount.ts";

const findLimits = statement({
  name: "pay-in-prompt-limits",
  text: `select least_cents as least, most_cents as most, day_cents as "dayMost",
      loan_rest as "loanRest" from pay_in_setting`,
  row: z.object({
    least: bigCents,
    most: bigCents,
    dayMost: bigCents,
    loanRest: z.enum(loanRests),
  }),
});

/** The office's limits of payments by M-Pesa. */
export type PromptLimits = z.infer<typeof findLimits.row>;

export async function promptLimits(snapshot: Snapshot): Promise<PromptLimits> {
  const found = await snapshot.first(findLimits);
  if (found === null) throw new Error("the settings of payments in are missing");
  return found;
}

const findAccounts = statement({
  name: "pay-in-own-accounts",
  text: `select m.mobile_number, coalesce((select array_agg(a.reference order by a.id)
      from ledger_account a where a.member_id = m.id and a.code = 'withdrawable-deposits'), '{}')
      as accounts
    from member m where m.member_no = $1`,
  row: z.object({ mobile_number: z.string(), accounts: z.array(z.string()) }),
});

/** A member's number and withdrawable accounts. */
export function payerAt(snapshot: Snapshot, memberNo: MemberNo) {
  return snapshot.first(findAccounts, [memberNo]);
}

const findLoans = statement({
  name: "pay-in-own-loans",
  text: `select l.id, l.loan_no, l.purpose, l.state, l.total_cents as total,
      a.balance_cents as outstanding, akiba_today() as today,
      coalesce((select json_agg(json_build_object('number', i.number, 'due_on', i.due_on,
          'amount', i.amount_cents) order by i.number)
        from loan_instalment i where i.loan_id = l.id), '[]') as instalments
    from member m join loan l on l.member_id = m.id and l.state = 'disbursed'
      join ledger_account a on a.code = 'loan-receivable' and a.member_id = m.id
        and a.reference = l.loan_no
    where m.member_no = $1 and a.balance_cents > 0 order by l.id`,
  row: z.object({
    id: z.bigint(),
    loan_no: z.string(),
    purpose: z.string(),
    state: z.string(),
    total: bigCents,
    outstanding: bigCents,
    today: storedDate,
    instalments: z.array(z.object({ number: z.int(), due_on: storedDate, amount: intCents })),
  }),
});

/** A loan that can be paid, with its figures of today. */
export interface LoanToPay {
  readonly id: bigint;
  readonly loanNo: string;
  readonly purpose: string;
  readonly owed: Cents;
  /** All that is owed, in whole shillings. */
  readonly settle: Cents;
  /** The amount that is suggested; null if nothing is due yet. */
  readonly due: SuggestedAmount | null;
}

/** The member's loans that are owed. */
export async function loansToPay(snapshot: Snapshot, memberNo: MemberNo): Promise<LoanToPay[]> {
  const rows = await snapshot.rows(findLoans, [memberNo]);
  return rows.map((row) => {
    const { id, loan_no: loanNo, purpose, outstanding: owed } = row;
    return { id, loanNo, purpose, owed, settle: wholeShillings(owed), due: suggestedAmount(row) };
  });
}

const promptFields = `p.reference, p.destination, p.account_no,
  coalesce((select l.loan_no from loan l where l.id = p.loan_id), '') as loan_no, p.amount_cents,
  p.mobile_number, p.asked_at, p.state, p.problem, p.differs,
  (select json_build_object('receipt', i.receipt_no, 'amount', i.amount_cents, 'state', i.state,
      'parts', coalesce((select json_agg(json_build_object('to', t.destination,
          'amount', t.amount_cents, 'refunded', t.refunded_cents,
          'loanNo', coalesce(l.loan_no, '')) order by t.part_no)
        from pay_in_part t left join loan l on l.id = t.loan_id
        where t.pay_in_id = i.id and t.turn = i.turn and t.member_id = p.member_id), '[]'))
    from pay_in i where i.id = p.pay_in_id) as payment`;

const promptRow = z.object({
  reference: z.string(),
  destination: z.enum(promptDestinations),
  account_no: z.string(),
  loan_no: z.string(),
  amount_cents: bigCents,
  mobile_number: z.string(),
  asked_at: z.date(),
  state: z.enum(["asked", "sending", "sent", "paid", "failed", "unknown"]),
  problem: z.enum(promptProblems),
  differs: z.boolean(),
  payment: z.nullable(
    z.object({
      receipt: z.string(),
      amount: intCents,
      state: z.string(),
      parts: z.array(
        z.object({
          to: z.enum(promptDestinations),
          amount: intCents,
          refunded: intCents,
          loanNo: z.string(),
        }),
      ),
    }),
  ),
});

export type OwnPrompt = z.infer<typeof promptRow>;

const findOwn = statement({
  name: "pay-in-own-prompt",
  text: `select ${promptFields} from pay_in_prompt p join member m on m.id = p.member_id
    where m.member_no = $1 and p.reference = $2`,
  row: promptRow,
});

/** One of the member's prompts; null for another's and for a missing one. */
export function promptOf(snapshot: Snapshot, memberNo: MemberNo, reference: string) {
  return snapshot.first(findOwn, [memberNo, reference]);
}

const findLast = statement({
  name: "pay-in-last-prompt",
  text: `select ${promptFields} from pay_in_prompt p join member m on m.id = p.member_id
    where m.member_no = $1 and (p.state in ('asked', 'sending', 'sent')
      or p.asked_at > akiba_now() - interval '1 hour') order by p.id desc limit 1`,
  row: promptRow,
});

/** The member's last prompt, if it is open or of the last hour. */
export function lastPromptOf(snapshot: Snapshot, memberNo: MemberNo) {
  return snapshot.first(findLast, [memberNo]);
}
