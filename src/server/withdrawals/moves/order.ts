import * as z from "zod/mini";
import type { CodeTimes } from "#shared/contract/kernel/code-times.ts";
import type { TransferDestination } from "#shared/contract/withdrawals/transfers.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Cents, formatMoney, shillings } from "#shared/money.ts";
import { proveCode, spendCode, type TypedCode } from "#server/identity/one-time-codes/prove.ts";
import { sendCode, type Sending } from "#server/identity/one-time-codes/send.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { accountNamed, type Holder, lockHolder } from "#server/withdrawals/accounts/holder.ts";
import { placeName } from "./messages.ts";
import { orderAt } from "./order-rows.ts";
import { type OwedLoan, owedLoans } from "./transfer-rows.ts";

/** The smallest amount that is moved each month. */
const SMALLEST = shillings(100);

/** Money to move each month, as its owner asks. */
export interface Order {
  readonly to: TransferDestination;
  readonly amount: Cents;
  /** The day of each month, or the last one of a shorter month. */
  readonly day: number;
  readonly loanNo?: string | undefined;
  readonly accountNo?: string | undefined;
}

interface Terms extends Order {
  readonly holder: Holder;
  readonly account: string;
  readonly loan: OwedLoan | null;
}

const purpose = "standing-transfer";

/** The one order that a code is for; the database derives it the same way. */
const subjectOf = ({ to, loan, amount, day, account }: Terms): string =>
  [to, loan?.loan_no ?? "", amount, day, account].join(":");

/** Sends the member a code for exactly this order, to their confirmed number. */
export async function sendOrderCode(
  work: UnitOfWork,
  memberNo: MemberNo,
  order: Order,
  sending: Sending,
): Promise<CodeTimes> {
  const terms = await lockTerms(work, memberNo, order);
  const { holder, amount, day, account } = terms;
  const { language, confirmed_mobile: recipient } = holder;
  const request = {
    memberNo,
    purpose,
    subject: subjectOf(terms),
    recipient,
    language,
    params: {
      amount: formatMoney(amount),
      account,
      day: String(day),
      where: placeName(language, order.to, terms.loan?.loan_no ?? ""),
    },
  } as const;
  return sendCode(work, request, sending);
}

/**
 * Orders that money be moved each month, by the member's code; returns the number of the order, or
 * the problem of a wrong code, so that it counts.
 */
export async function order(
  work: UnitOfWork,
  memberNo: MemberNo,
  given: Order,
  code: TypedCode,
): Promise<bigint | Problem> {
  const terms = await lockTerms(work, memberNo, given);
  const subject = subjectOf(terms);
  const proven = await proveCode(work, { ...code, memberNo, purpose, subject });
  if (proven instanceof Problem) return proven;
  await spendCode(work, proven);
  return write(work, terms, proven.otpId);
}

/** Locks the member and checks the order; a loan must be a running one of the member's own. */
async function lockTerms(work: UnitOfWork, memberNo: MemberNo, given: Order): Promise<Terms> {
  const holder = await lockHolder(work, memberNo);
  if (holder.confirmed_mobile === "") throw new Problem("withdrawal-unconfirmed");
  if (given.amount < SMALLEST) {
    const values = { most: formatMoney(SMALLEST) };
    const fields = [{ field: "amount", problem: "withdrawal.smallest" as const, values }];
    throw new Problem("invalid", { fields });
  }
  const { no } = accountNamed(holder, given.accountNo);
  return { ...given, holder, account: no, loan: await loanOf(work, memberNo, given) };
}

async function loanOf(
  work: UnitOfWork,
  memberNo: MemberNo,
  { to, loanNo }: Order,
): Promise<OwedLoan | null> {
  if (to !== "loan") return null;
  if (loanNo === undefined) throw fieldProblem("loanNo", "field.required");
  const loan = (await owedLoans(work, memberNo)).find(({ loan_no: no }) => no === loanNo);
  if (loan === undefined) throw new Problem("no-such-loan");
  return loan;
}

const insertOrder = statement({
  name: "standing-insert",
  text: `insert into standing_transfer (member_id, account_no, destination, loan_id, amount_cents,
      day_of_month, otp_id, ordered_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
  row: z.object({ id: z.bigint() }),
});

async function write(work: UnitOfWork, terms: Terms, otpId: string): Promise<bigint> {
  const { holder, account, to, loan, amount, day } = terms;
  const owner = `member:${holder.member_no}`;
  const values = [holder.id, account, to, loan?.id ?? null, amount, day, otpId, owner];
  const made = await work.first(insertOrder, values);
  if (made === null) throw new Error("an order was not written");
  const detail = { order: String(made.id), to, amount: String(amount), day: String(day) };
  work.audit({ action: "standing-transfer-ordered", subject: owner, detail });
  return made.id;
}

/** Stops a member's own order; throws if it is not theirs, or was already stopped. */
export async function stopOwn(work: UnitOfWork, memberNo: MemberNo, id: bigint): Promise<void> {
  await work.run("select from member where member_no = $1 for no key update", [memberNo]);
  const found = await orderAt(work, id);
  if (found?.member_no !== memberNo || found.stopped) throw new Problem("no-such-standing");
  await stop(work, id, memberNo);
}

/** Stops an order of a locked member. */
export async function stop(work: UnitOfWork, id: bigint, memberNo: string): Promise<void> {
  await work.run(
    `update standing_transfer set stopped_at = akiba_now(), stopped_by = $2
      where id = $1 and stopped_at is null`,
    [id, work.actor],
  );
  const detail = { order: String(id) };
  work.audit({ action: "standing-transfer-stopped", subject: `member:${memberNo}`, detail });
}
