import { shillings } from "#shared/money.ts";
import { acceptHandover, countOwn, giveFloat, openTill } from "#server/counter/desk/commands.ts";
import { receiveCash } from "#server/counter/receiving/commands.ts";
import type { Wanted } from "#server/counter/receipts/target.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { inNameOf } from "./second-person.ts";
import { playWithdrawals } from "./withdrawals.ts";

const TELLER = "staff:ST9008";
const TREASURER = "staff:ST9005";
const FLOAT = shillings(10_000);
const notify = (): void => {};

/** Opens the teller's till with a float from the safe; returns its id. */
async function openWithFloat(work: UnitOfWork): Promise<bigint> {
  const { id } = await openTill(inNameOf(work, TELLER), shillings(0));
  const given = { till: id, amount: FLOAT };
  await giveFloat(inNameOf(work, TREASURER), given, { requestedBy: TELLER });
  return id;
}

async function receiveAll(work: UnitOfWork, brought: readonly Wanted[]): Promise<void> {
  for (const one of brought) await receiveCash(inNameOf(work, TELLER), one, notify);
}

/** Yesterday at the counter: a till that was counted 50 shillings short and handed over. */
export async function playTillOfYesterday(work: UnitOfWork): Promise<void> {
  const cash = shillings(60_000);
  await post(work, {
    kind: "cash-drawn",
    narration: "Cash drawn for the safe",
    lines: [debit(societyAccount("cash"), cash), credit(societyAccount("bank"), cash)],
  });
  const till = await openWithFloat(work);
  await receiveAll(work, [
    { memberNo: "MS1011", to: "deposits", amount: shillings(2500) },
    { memberNo: "MS1010", to: "share-capital", amount: shillings(500) },
  ]);
  const teller = inNameOf(work, TELLER);
  // 12,950: twelve notes of 1000, one of 500, two of 200 and one of 50.
  const count = await countOwn(teller, [12, 1, 2, 0, 1, 0, 0, 0, 0, 0]);
  await work.run("update approval set state = 'lapsed' where id = $1", [count.approvalId]);
  const agreed = { requestedBy: TELLER };
  await acceptHandover(inNameOf(work, TREASURER), { till, count: count.id }, agreed);
}

/** Today at the counter: an open till with two receipts and a withdrawal paid in cash. */
export async function openTillOfToday(work: UnitOfWork, secret: string): Promise<void> {
  await openWithFloat(work);
  await receiveAll(work, [
    { memberNo: "MS1011", to: "deposits", amount: shillings(1500) },
    { memberNo: "MS1010", to: "deposits", amount: shillings(700) },
  ]);
  await playWithdrawals(work, { teller: TELLER, secret });
  // The demo sends nothing when it starts.
  await work.run(
    `update outbox_message set expires_at = akiba_now()
      where template in ('counter-received', 'withdrawal-sent', 'withdrawal-arrived')`,
  );
}
