import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { Cents } from "#shared/money.ts";
import { promptDestinations } from "#shared/pay-in-prompts.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { accountNamed } from "#server/pay-ins/receiving/find-named-accounts.ts";
import { bigCents, intCents, storedDate } from "#server/kernel/platform/row-fields.ts";

/** A receipt that a member looks for, or else an amount and a day. */
export type Wanted =
  | { readonly receipt: string; readonly amount: null; readonly day: null }
  | { readonly receipt: ""; readonly amount: Cents; readonly day: CalendarDate };

const MOST = 20;

const parts = (chosen: string) => `coalesce((select json_agg(json_build_object(
    'to', t.destination, 'amount', t.amount_cents, 'refunded', t.refunded_cents,
    'loanNo', coalesce(l.loan_no, '')) order by t.part_no)
  from pay_in_part t left join loan l on l.id = t.loan_id
  where t.pay_in_id = p.id and t.member_id = m.id and ${chosen}), '[]')`;

const partRows = z.array(
  z.object({
    to: z.enum(promptDestinations),
    amount: intCents,
    refunded: intCents,
    loanNo: z.string(),
  }),
);

// By code, every payment is a candidate; by amount and day, only those related to the member and
// unassigned ones. The caller then checks the owner of each.
const findCandidates = statement({
  name: "pay-in-find-candidates",
  text: `select p.receipt_no, p.amount_cents, ${nairobiDay("p.paid_at")} as paid_on, p.state,
      p.account_text, ${parts("t.turn = p.turn")} as parts,
      exists (select from pay_in_part t where t.pay_in_id = p.id and t.member_id = m.id)
        as was_here,
      exists (select from pay_in_prompt q where q.member_id = m.id
        and q.reference = upper(regexp_replace(p.account_text, '\\s', '', 'g'))) as is_prompted,
      p.sender_number <> '' and (regexp_replace(p.sender_number, '[^0-9*]', '', 'g')
          = substr(m.mobile_number, 2)
        or lower(p.sender_number) = encode(sha256(substr(m.mobile_number, 2)::bytea), 'hex'))
        as is_sender,
      regexp_replace(p.sender_number, '[^0-9*]', '', 'g')
          = regexp_replace(m.mobile_number, '^\\+(\\d{4})\\d{5}(\\d{3})$', '\\1*****\\2')
        and string_to_array(upper(p.sender_name), ' ')
          && string_to_array(upper(m.full_name), ' ') as is_like_sender
    from member m cross join pay_in p
    where m.member_no = $1 and (($2 <> '' and p.receipt_no = $2)
      or ($2 = '' and p.amount_cents = $3 and ${nairobiDay("p.paid_at")} = $4
        and p.id in (select t.pay_in_id from pay_in_part t where t.member_id = m.id
          union all select s.id from pay_in s where s.state in ('suspense', 'returned'))))
    order by p.id desc limit ${MOST}`,
  row: z.object({
    receipt_no: z.string(),
    amount_cents: bigCents,
    paid_on: storedDate,
    state: z.enum(["credited", "suspense", "recorded", "returned"]),
    account_text: z.string(),
    parts: partRows,
    was_here: z.boolean(),
    is_prompted: z.boolean(),
    is_sender: z.boolean(),
    is_like_sender: z.boolean(),
  }),
});

/** A payment to the paybill that may be the member's. */
export type Candidate = z.infer<typeof findCandidates.row>;

export function candidates(snapshot: Snapshot, memberNo: MemberNo, wanted: Wanted) {
  return snapshot.rows(findCandidates, valuesOf(memberNo, wanted));
}

function valuesOf(memberNo: MemberNo, { receipt, amount, day }: Wanted) {
  return [memberNo, receipt, amount, day];
}

// Receipts that a clerk recorded, and those of the counter.
const findRecorded = statement({
  name: "pay-in-find-recorded",
  text: `select e.receipt_no, -j.amount_cents as amount_cents, e.value_date as paid_on,
      case a.code when 'member-deposits' then 'deposits' when 'share-capital' then 'share-capital'
        when 'loan-receivable' then 'loan' else 'withdrawable' end as destination,
      case a.code when 'loan-receivable' then a.reference else '' end as loan_no
    from member m
      join ledger_account a on a.member_id = m.id and a.code in
        ('member-deposits', 'share-capital', 'withdrawable-deposits', 'loan-receivable')
      join journal_line j on j.account_id = a.id and j.amount_cents < 0
      join journal_entry e on e.id = j.entry_id
    where m.member_no = $1 and e.kind <> 'reversal'
      and (($2 <> '' and e.receipt_no = $2)
        or ($2 = '' and e.receipt_no <> '' and j.amount_cents = -$3::bigint
          and j.value_date = $4))
      and not exists (select from pay_in_part t where t.entry_id = e.id)
      and not exists (select from journal_entry r where r.reverses = e.id)
    order by e.id desc limit ${MOST}`,
  row: z.object({
    receipt_no: z.string(),
    amount_cents: bigCents,
    paid_on: storedDate,
    destination: z.enum(promptDestinations),
    loan_no: z.string(),
  }),
});

/** The credits of the member's accounts with a receipt that did not come from the paybill. */
export function recorded(snapshot: Snapshot, memberNo: MemberNo, wanted: Wanted) {
  return snapshot.rows(findRecorded, valuesOf(memberNo, wanted));
}

const findAwaited = statement({
  name: "pay-in-find-awaited",
  text: `select p.amount_cents, ${nairobiDay("p.asked_at")} as paid_on
    from member m join pay_in_prompt p on p.member_id = m.id
    where m.member_no = $1 and p.state = 'paid' and p.pay_in_id is null
      and (($2 <> '' and p.told_receipt = $2)
        or ($2 = '' and p.amount_cents = $3 and ${nairobiDay("p.asked_at")} = $4))
    order by p.id desc limit ${MOST}`,
  row: z.object({ amount_cents: bigCents, paid_on: storedDate }),
});

/** The member's prompts that are paid according to M-Pesa's query but have no receipt yet. */
export function awaited(snapshot: Snapshot, memberNo: MemberNo, wanted: Wanted) {
  return snapshot.rows(findAwaited, valuesOf(memberNo, wanted));
}

// The day of the entry that settled it, as in the books.
const findPaidOut = statement({
  name: "pay-in-find-paid-out",
  text: `select p.receipt_no, p.amount_cents, p.reference, e.value_date as paid_on
    from member m join payout p on p.member_id = m.id and p.state = 'paid'
      join journal_entry e on e.reference_no = p.reference and e.receipt_no = p.receipt_no
        and e.kind in ('payout-settled', 'payout-by-bank', 'payout-by-cheque', 'payout-in-cash',
          'payout-from-till')
        and not exists (select from journal_entry r where r.reverses = e.id)
    where m.member_no = $1 and (($2 <> '' and p.receipt_no = $2)
      or ($2 = '' and p.amount_cents = $3 and e.value_date = $4))
    order by p.id desc limit ${MOST}`,
  row: z.object({
    receipt_no: z.string(),
    amount_cents: bigCents,
    reference: z.string(),
    paid_on: storedDate,
  }),
});

/** The payments to the member that have arrived: loans, withdrawals, dividends and refunds. */
export function paidOut(snapshot: Snapshot, memberNo: MemberNo, wanted: Wanted) {
  return snapshot.rows(findPaidOut, valuesOf(memberNo, wanted));
}

const findMemberId = statement({
  name: "pay-in-find-member",
  text: `select m.id, (select covers_to from reconciled_account where account = 'mobile-money')
      as covers_to
    from member m where m.member_no = $1`,
  row: z.object({ id: z.bigint(), covers_to: z.nullable(storedDate) }),
});

/** The member's id, and the last day of the M-Pesa statements that the office has. */
export function seeker(snapshot: Snapshot, memberNo: MemberNo) {
  return snapshot.first(findMemberId, [memberNo]);
}

/**
 * Whether a payment that was never in the member's accounts is theirs: M-Pesa names their number,
 * or they or their prompt are named by the account number. Many numbers look the same when masked,
 * so with a masked number the name and the whole code must match as well.
 */
export async function isOwn(
  snapshot: Snapshot,
  memberId: bigint,
  one: Candidate,
  { receipt }: Wanted,
): Promise<boolean> {
  if (one.is_prompted || one.is_sender) return true;
  if (receipt !== "" && one.is_like_sender) return true;
  const named = await accountNamed(snapshot, one.account_text);
  return typeof named === "object" && named.memberId === memberId;
}
