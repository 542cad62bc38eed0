import * as z from "zod/mini";
import { type Cents, shillings } from "#shared/money.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { payByCode } from "#server/counter/payments/pay.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { order } from "#server/withdrawals/moves/order.ts";
import { ask } from "#server/withdrawals/requests/ask.ts";
import { codeFor } from "./codes.ts";
import { inNameOf } from "./second-person.ts";

const MEMBER_NO = "MS1002" as MemberNo;
const notify = (): void => {};

const findPayout = statement({
  name: "demo-payout-of-withdrawal",
  text: "select id from payout where withdrawal_id = $1",
  row: z.object({ id: z.bigint() }),
});

/** Withdrawals in cash: one that the teller has paid today, and one that waits for its member. */
export async function playWithdrawals(
  work: UnitOfWork,
  { teller, secret }: { readonly teller: string; readonly secret: string },
): Promise<void> {
  await work.run("update member set mobile_confirmed_at = akiba_now() where member_no = $1", [
    MEMBER_NO,
  ]);
  const asked = { memberNo: MEMBER_NO, secret };
  const amount = shillings(1500);
  const payoutId = await askAtOffice(work, { ...asked, amount });
  const otp = await codeFor(work, secret, {
    memberNo: MEMBER_NO,
    purpose: "counter-payment",
    subject: `${payoutId}:${amount}:${MEMBER_NO}-W1:${teller}`,
  });
  const paying = { payoutId, identity: "ID 20000112" };
  const code = { otp, ip: "127.0.0.1", secret, limits: limitDefaults };
  const paid = await payByCode(inNameOf(work, teller), paying, code);
  if (paid instanceof Problem) throw paid;
  await askAtOffice(work, { ...asked, amount: shillings(2000) });
  await orderEachMonth(work, secret);
}

/** Orders that 500 shillings are moved to deposits on the first day of each month. */
async function orderEachMonth(work: UnitOfWork, secret: string): Promise<void> {
  const amount = shillings(500);
  const otp = await codeFor(work, secret, {
    memberNo: MEMBER_NO,
    purpose: "standing-transfer",
    subject: `deposits::${amount}:1:${MEMBER_NO}-W1`,
  });
  const code = { otp, ip: "127.0.0.1", secret, limits: limitDefaults };
  const by = inNameOf(work, `member:${MEMBER_NO}`);
  const ordered = await order(by, MEMBER_NO, { to: "deposits", amount, day: 1 }, code);
  if (ordered instanceof Problem) throw ordered;
}

interface AskedAtOffice {
  readonly memberNo: MemberNo;
  readonly amount: Cents;
  readonly secret: string;
  /** The actor who enters the member's code at the counter; the member's own page by default. */
  readonly enteredBy?: string;
}

/**
 * Asks for a withdrawal that the office pays, by a code of its own; returns its payment in the
 * queue.
 */
export async function askAtOffice(work: UnitOfWork, given: AskedAtOffice): Promise<bigint> {
  const { memberNo, amount, secret, enteredBy } = given;
  const otp = await codeFor(work, secret, {
    memberNo,
    purpose: enteredBy === undefined ? "withdrawal" : "counter-withdrawal",
    subject: `office:${amount}:${memberNo}-W1`,
  });
  const wish = { amount, channel: "office" } as const;
  const asking = { memberNo, wish, atCounter: enteredBy !== undefined };
  const code = { otp, ip: "127.0.0.1", secret, limits: limitDefaults };
  const by = inNameOf(work, enteredBy ?? `member:${memberNo}`);
  const asked = await ask(by, asking, code, notify);
  if (asked instanceof Problem) throw asked;
  const payout = await work.first(findPayout, [asked]);
  if (payout === null) throw new Error(`withdrawal ${asked} does not wait at the office`);
  return payout.id;
}
