import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Cents, formatMoney } from "#shared/money.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { type Database, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { nairobiTime } from "#server/kernel/platform/nairobi.ts";
import { storedDate } from "#server/kernel/platform/row-fields.ts";
import { blockOf, type Holder, holderOf } from "#server/withdrawals/accounts/holder.ts";
import { placeName } from "./messages.ts";
import { orderAt, type StandingRow } from "./order-rows.ts";
import { stop } from "./order.ts";
import { transfer } from "./transfer.ts";
import { owedLoans } from "./transfer-rows.ts";

const actor = "standing-transfers";

/**
 * On its day an order waits until this time for the account to cover it: a salary may arrive later.
 */
const LAST_TRY = "20:00";

// If nothing ran at the end of a month, that month's transfers are made in the next one.
const findDue = statement({
  name: "standing-due",
  text: `select s.id, m.member_no, g.month::date as month,
      standing_transfer_due(s.day_of_month, g.month::date) as due_on,
      standing_transfer_due(s.day_of_month, g.month::date) < akiba_today()
        or ${nairobiTime("akiba_now()")} >= '${LAST_TRY}' as is_last_try
    from standing_transfer s join member m on m.id = s.member_id
      cross join generate_series(date_trunc('month', akiba_today()) - interval '1 month',
        date_trunc('month', akiba_today()), interval '1 month') g (month)
    where s.stopped_at is null and (s.id, g.month::date) > ($1, $2::date)
      and standing_transfer_due(s.day_of_month, g.month::date)
        between s.ordered_on and akiba_today()
      and not exists (select from standing_transfer_run r
        where r.standing_id = s.id and r.month = g.month)
    order by s.id, g.month limit 500`,
  row: z.object({
    id: z.bigint(),
    member_no: z.string(),
    month: storedDate,
    due_on: storedDate,
    is_last_try: z.boolean(),
  }),
});

type Due = z.infer<typeof findDue.row>;

const findRun = statement({
  name: "standing-run",
  text: "select outcome from standing_transfer_run where standing_id = $1 and month = $2",
  row: z.object({ outcome: z.string() }),
});

/**
 * Moves the money of every order that is due, each once a month. A month that the account does not
 * cover by the evening of its day is skipped, and its member is notified; a loan that is settled
 * ends its order.
 */
export async function runStandingTransfers(database: Database, notify: Notify): Promise<void> {
  const failures: unknown[] = [];
  let last: Pick<Due, "id" | "month"> = { id: 0n, month: "0001-01-01" as CalendarDate };
  for (;;) {
    const due = await database.one(findDue, [last.id, last.month]);
    for (const one of due) {
      last = one;
      try {
        await database.unitOfWork(actor, (work) => runOne(work, one, notify));
      } catch (error) {
        failures.push(error);
      }
    }
    if (due.length < 500) break;
  }
  // The other orders have run; the job fails, so that these are investigated.
  if (failures.length > 0) throw failures[0];
}

async function runOne(work: UnitOfWork, due: Due, notify: Notify): Promise<void> {
  await work.run("select from member where member_no = $1 for no key update", [due.member_no]);
  const order = await orderAt(work, due.id);
  if (order === null || order.stopped) return;
  if ((await work.first(findRun, [due.id, due.month])) !== null) return;
  const holder = await holderOf(work, due.member_no as MemberNo);
  if (holder === null) throw new Error(`order ${due.id} is of no member`);
  const isPaidOff = order.loan_no !== null && (await lockLoan(work, order.loan_no)) === "settled";
  if (holder.state === "left" || isPaidOff) return stop(work, order.id, order.member_no);
  const amount = await amountOf(work, order);
  const account = holder.accounts.find(({ no }) => no === order.account_no);
  if (blockOf(holder) !== "" || amount === null) return writeRun(work, due, "blocked", null);
  if (account === undefined || account.balance < amount) {
    if (!due.is_last_try) return;
    await writeRun(work, due, "short", null);
    return notifyShort(work, order, holder, notify);
  }
  const moving = {
    memberNo: order.member_no as MemberNo,
    to: order.destination,
    amount,
    loanNo: order.loan_no ?? undefined,
    accountNo: order.account_no,
    standingId: order.id,
  };
  const { id } = await transfer(work, moving, notify);
  await writeRun(work, due, "moved", id);
}

const lockedLoan = statement({
  name: "standing-loan",
  text: "select state from loan where loan_no = $1 for no key update",
  row: z.object({ state: z.string() }),
});

/** Locks the loan of an order, so that no repayment comes in between; returns its state. */
async function lockLoan(work: UnitOfWork, loanNo: string): Promise<string | null> {
  return (await work.first(lockedLoan, [loanNo]))?.state ?? null;
}

/**
 * The amount that an order moves now: for a loan at most its balance. Null while the loan has
 * nothing to repay, such as after its payment came back.
 */
async function amountOf(work: UnitOfWork, order: StandingRow): Promise<Cents | null> {
  const { destination, loan_no: loanNo, amount_cents: amount } = order;
  if (destination !== "loan") return amount;
  const loans = await owedLoans(work, order.member_no as MemberNo);
  const owed = loans.find(({ loan_no: no }) => no === loanNo)?.owed ?? null;
  return owed !== null && owed < amount ? owed : owed && amount;
}

async function writeRun(
  work: UnitOfWork,
  { id, month, due_on: dueOn }: Due,
  outcome: "moved" | "short" | "blocked",
  transferId: bigint | null,
): Promise<void> {
  await work.run(
    `insert into standing_transfer_run (standing_id, month, due_on, outcome, transfer_id)
      values ($1, $2, $3, $4, $5)`,
    [id, month, dueOn, outcome, transferId],
  );
}

function notifyShort(
  work: UnitOfWork,
  order: StandingRow,
  { language, mobile_number: mobileNumber }: Holder,
  notify: Notify,
): Promise<void> {
  const { amount_cents: amount, account_no: account, destination, loan_no: loanNo } = order;
  const where = placeName(language, destination, loanNo ?? "");
  const params = { amount: formatMoney(amount), account, where };
  return enqueueSms(work, { mobileNumber, template: "standing-short", language, params }, notify);
}
