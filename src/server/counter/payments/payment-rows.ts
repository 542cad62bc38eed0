import * as z from "zod/mini";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { staffNameInSql } from "#server/kernel/platform/staff-names.ts";
import { confirmedMobile } from "#server/members/membership/confirmed-mobile.ts";
import { isAtBank, isNotOfSuspendedMember } from "#server/payouts/queue/payout-rows.ts";

const drawNumber = statement({
  name: "counter-payment-number",
  text: "update counter_series set last_payment = last_payment + 1 returning last_payment",
  row: z.object({ last_payment: z.bigint() }),
});

/** Draws the next number of a payment; the next one waits until this unit of work ends. */
export async function nextPaymentNo(work: UnitOfWork): Promise<string> {
  const drawn = await work.first(drawNumber);
  if (drawn === null) throw new Error("the numbers of the counter have no row");
  return `PC${String(drawn.last_payment).padStart(7, "0")}`;
}

/** Whether a number is that of a payment, not of a receipt. */
export const isPaymentNo = (no: string): boolean => /^PC\d{7,10}$/i.test(no);

const waitingRow = z.object({
  payout_id: z.bigint(),
  reference: z.string(),
  member_no: z.string(),
  full_name: z.string(),
  mobile_number: z.string(),
  /** Whether their number is confirmed, so that a code can be sent to it. */
  has_phone: z.boolean(),
  amount_cents: bigCents,
});

export type WaitingRow = z.infer<typeof waitingRow>;

const MOST = 50;

const selectWaiting = `select p.id as payout_id, p.reference, m.member_no, m.full_name,
      m.mobile_number, ${confirmedMobile} <> '' as has_phone, p.amount_cents
    from payout p join member m on m.id = p.member_id
    where p.tab = 'office' and p.source = 'withdrawal' and p.state = 'waiting'
      and p.claimed_by is null and p.amount_cents % 100 = 0
      and ${isNotOfSuspendedMember} and not ${isAtBank("p")}`;

const findWaiting = statement({
  name: "counter-payments-waiting",
  text: `${selectWaiting} and akiba_person($1) <> 'member:' || m.member_no
    order by p.id limit ${MOST}`,
  row: waitingRow,
});

/** The withdrawals that a person can pay in cash now, the oldest first. */
export function waitingFor(snapshot: Snapshot, person: string): Promise<WaitingRow[]> {
  return snapshot.rows(findWaiting, [person]);
}

const findOneWaiting = statement({
  name: "counter-payment-waiting",
  text: `${selectWaiting} and p.id = $1`,
  row: waitingRow,
});

/** Returns a withdrawal that can be paid in cash now; null if it cannot. */
export function waitingAt(snapshot: Snapshot, payoutId: bigint): Promise<WaitingRow | null> {
  return snapshot.first(findOneWaiting, [payoutId]);
}

const paymentRow = z.object({
  payment_no: z.string(),
  payout_id: z.bigint(),
  reference: z.string(),
  member_id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  amount_cents: bigCents,
  paid_by: z.string(),
  paid_at: z.date(),
  is_reversed: z.boolean(),
  entry_id: z.bigint(),
});

export type PaymentRow = z.infer<typeof paymentRow>;

const columns = `c.payment_no, c.payout_id, p.reference, c.member_id, m.member_no, m.full_name,
    c.amount_cents, c.paid_at, c.reversal_id is not null as is_reversed, c.entry_id,
    ${staffNameInSql("c.paid_by")} as paid_by`;
const joins = "join payout p on p.id = c.payout_id join member m on m.id = c.member_id";

const findOfTill = statement({
  name: "counter-payments-of-till",
  text: `select ${columns} from counter_payment c ${joins}
      join till t on t.id = c.till_id
    where t.holder_person = akiba_person($1) and t.state <> 'closed'
    order by c.id desc limit ${MOST}`,
  row: paymentRow,
});

/** The payments out of a person's till that is not closed, the latest first. */
export function paymentsOf(snapshot: Snapshot, person: string): Promise<PaymentRow[]> {
  return snapshot.rows(findOfTill, [person]);
}

const findOne = statement({
  name: "counter-payment",
  text: `select ${columns} from counter_payment c ${joins} where c.payment_no = upper($1)`,
  row: paymentRow,
});

/** Returns one payment; null if there is none. */
export function paymentAt(snapshot: Snapshot, paymentNo: string): Promise<PaymentRow | null> {
  return snapshot.first(findOne, [paymentNo]);
}

const lockOne = statement({
  name: "counter-payment-lock",
  text: `select ${columns} from counter_payment c ${joins}
    where c.payment_no = upper($1) for no key update of c`,
  row: paymentRow,
});

/** Locks a payment until the unit of work ends; null if there is none. */
export function lockPayment(work: UnitOfWork, paymentNo: string): Promise<PaymentRow | null> {
  return work.first(lockOne, [paymentNo]);
}
