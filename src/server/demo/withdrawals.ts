import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { type Cents, shillings } from "#shared/money.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { payWithdrawal } from "#server/counter/payments/pay.ts";
import { codeOf } from "#server/identity/one-time-codes/code.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { randomSalt } from "#server/kernel/platform/random.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { ask } from "#server/withdrawals/requests/ask.ts";
import { inNameOf } from "./second-person.ts";

const MEMBER_NO = "MS1002" as MemberNo;
const MEMBER = `member:${MEMBER_NO}`;
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
  const payoutId = await askInCash(work, shillings(1500), secret);
  await payWithdrawal(inNameOf(work, teller), { payoutId, identity: "ID 20000112" });
  await askInCash(work, shillings(2000), secret);
}

/** Asks for a withdrawal at the office by a code of its own; returns its payment in the queue. */
async function askInCash(work: UnitOfWork, amount: Cents, secret: string): Promise<bigint> {
  const [otpId, salt] = [randomUUID(), randomSalt()];
  await work.run(
    `insert into otp (id, member_no, purpose, salt, expires_at, subject)
      values ($1, $2, 'withdrawal', $3, akiba_now() + interval '5 minutes', $4)`,
    [otpId, MEMBER_NO, salt, `office:${amount}:${MEMBER_NO}-W1`],
  );
  const wish = { amount, channel: "office" } as const;
  const asking = { memberNo: MEMBER_NO, wish, atCounter: false };
  const code = { otp: codeOf(secret, otpId, salt), ip: "127.0.0.1", secret, limits: limitDefaults };
  const asked = await ask(inNameOf(work, MEMBER), asking, code, notify);
  if (asked instanceof Problem) throw asked;
  const payout = await work.first(findPayout, [asked]);
  if (payout === null) throw new Error(`withdrawal ${asked} does not wait at the office`);
  return payout.id;
}
