import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { parseTypedAmount } from "#shared/money.ts";
import type { Table } from "#server/csv-import/read-table.ts";
import { withdrawableAccount } from "#server/lending/withdrawable-accounts.ts";
import { refuseWhileHeld } from "#server/membership/payout-hold.ts";
import { isThemselves } from "#server/membership/standing.ts";
import { giveInCash, giveToAccount, giveToShares } from "#server/payouts/elsewhere.ts";
import { countFile, fileRowsOf, isFile } from "#server/payouts/files.ts";
import { takeIntoFile } from "#server/payouts/queue.ts";
import { type PayoutResult, takeResults } from "#server/payouts/results.ts";
import {
  lockPayout,
  mayBeMarked,
  type Payout,
  putBack,
  type ResultEffect,
  sendAgain,
  settle,
} from "#server/payouts/settle.ts";
import { isHeld } from "#server/platform/database-home.ts";
import { statement, type UnitOfWork } from "#server/platform/database.ts";
import { type FieldError, Refusal } from "#server/platform/refusal.ts";
import { choicesOf, whereTo } from "./queries.ts";

const makeFile = statement({
  name: "payout-make-file",
  text: "insert into payout_file (made_by) values ($1) returning id",
  row: z.object({ id: z.bigint() }),
});

/** Takes what may go today into a new file. */
export async function takeFile(work: UnitOfWork) {
  await work.takeTime();
  const made = await work.first(makeFile, [work.actor]);
  const id = made?.id ?? 0n;
  const payments = await takeIntoFile(work, id);
  if (payments === 0) throw new Refusal((await isHeld(work)) ? "database-held" : "no-payouts");
  const amount = await countFile(work, id);
  work.audit({ action: "payout-file-made", subject: `payout-file:${id}`, detail: { payments } });
  return { id, payments, amount };
}

/** A row of a file of results: paid where it has a receipt, else not, for a reason. */
interface Marked {
  readonly receipt: string;
  readonly amount: string;
  readonly reason: string;
}

/** Marks the payments of a file by the results that came back, each as the provider's own. */
export async function takeResultsOf(work: UnitOfWork, fileId: bigint, table: Table) {
  if (!(await isFile(work, fileId))) throw new Refusal("no-such-payout-file");
  const [fault] = table.faults;
  if (fault !== undefined) throw new Refusal("invalid", { fields: [faultOf(fault)] });
  await work.takeTime();
  const known = new Map((await fileRowsOf(work, fileId)).map((row) => [row.reference, row]));
  const marked = table.rows.map(({ row, cells }) => {
    const [reference = "", receipt = "", amount = "", reason = ""] = cells;
    const attemptId = known.get(reference)?.attempt_id;
    const result = resultOf(attemptId, { receipt: receipt.toUpperCase(), amount, reason });
    return { row, reference: reference.slice(0, 60), result };
  });
  const effects = await takeResults(
    work,
    marked.map(({ result }) => result),
  );
  const refused = marked.filter((_, place) => effects[place] === "refused");
  const count = (effect: ResultEffect) => effects.filter((one) => one === effect).length;
  const counted = { paid: count("paid"), failed: count("failed"), repeated: count("repeated") };
  work.audit({
    action: "payout-results-taken",
    subject: `payout-file:${fileId}`,
    detail: { ...counted, refused: refused.length },
  });
  return { ...counted, refused: refused.map(({ row, reference }) => ({ row, reference })) };
}

/** What the file is refused for, in the words of results, and in which row it is. */
function faultOf({ row, problem }: Table["faults"][number]): FieldError {
  const own = ofResults.find(([general]) => general === problem)?.[1];
  return { field: "file", problem: own ?? problem, values: { row: String(row) } };
}

const ofResults = [
  ["file.header", "results.header"],
  ["row.cells", "results.cells"],
  ["row.quotes", "results.quotes"],
] as const;

/** What a row says of a payment of the file; null where it can be of none. */
function resultOf(
  attemptId: string | undefined,
  { receipt, amount, reason }: Marked,
): PayoutResult | null {
  if (attemptId === undefined || !/^[A-Z0-9]{0,30}$/.test(receipt)) return null;
  return {
    attemptId,
    outcome: receipt === "" ? "failed" : "paid",
    receiptNo: receipt,
    amount: parseTypedAmount(amount),
    reason: reason.slice(0, 200) || "not-paid",
  };
}

/** Locks a payment for somebody of the office, who keeps their hands off one to themselves. */
async function locked(work: UnitOfWork, id: bigint): Promise<Payout> {
  const found = await lockPayout(work, id);
  if (found === null) throw new Refusal("no-such-payout");
  if (await isThemselves(work, work.actor, found.member_id)) throw new Refusal("own-listing");
  return found;
}

export type Mark =
  | { readonly outcome: "paid"; readonly receipt: string }
  | { readonly outcome: "failed"; readonly reason: string };

/**
 * Notes what staff found out about a payment. That it failed holds at once, as somebody else then
 * decides on it; that it was paid holds once somebody else agrees with the receipt.
 */
export async function markOne(work: UnitOfWork, id: bigint, mark: Mark): Promise<void> {
  const payout = await locked(work, id);
  if (mark.outcome === "failed") {
    if (!mayBeMarked(payout)) throw new Refusal("payout-state");
    return putBack(work, payout, mark.reason);
  }
  const arrivedAfterAll = payout.state === "failed";
  if (payout.attempt_id === null || !(mayBeMarked(payout) || arrivedAfterAll)) {
    throw new Refusal("payout-state");
  }
  if ((await work.first(findReceipt, [mark.receipt])) !== null) throw new Refusal("receipt-used");
  await work.run(
    `update payout set claimed_receipt = $2, claimed_by = $3, changed_at = akiba_now(),
        changed_by = $3
      where id = $1`,
    [id, mark.receipt, work.actor],
  );
  const detail = { receipt: mark.receipt };
  work.audit({ action: "payout-claimed", subject: `payout:${id}`, detail });
}

const findReceipt = statement({
  name: "payout-find-receipt",
  text: "select receipt_no from payout_receipt where receipt_no = $1",
  row: z.object({ receipt_no: z.string() }),
});

/** Settles a payment by the receipt that somebody else gave, or drops what they said. */
export async function confirm(work: UnitOfWork, id: bigint, agrees: boolean): Promise<void> {
  const payout = await locked(work, id);
  if (payout.claimed_by === null || payout.state === "paid") throw new Refusal("payout-state");
  if (!agrees) {
    await work.run(
      `update payout set claimed_receipt = '', claimed_by = null, changed_at = akiba_now(),
          changed_by = $2
        where id = $1`,
      [id, work.actor],
    );
    work.audit({ action: "payout-claim-dropped", subject: `payout:${id}` });
    return;
  }
  if (payout.claimed_by === work.actor) throw new Refusal("payout-two-people");
  const effect = await settle(work, {
    payout,
    attemptId: payout.attempt_id ?? "",
    receiptNo: payout.claimed_receipt,
  });
  if (effect !== "paid") throw new Refusal("receipt-used");
  await work.run("update payout set confirmed_by = $2 where id = $1", [id, work.actor]);
}

/** Locks a payment that failed, for somebody else than who found that it did. */
async function lockFailed(work: UnitOfWork, id: bigint): Promise<Payout> {
  const payout = await locked(work, id);
  if (payout.state !== "failed") throw new Refusal("payout-state");
  if (payout.claimed_by !== null) throw new Refusal("payout-claimed");
  if (payout.failed_by === work.actor) throw new Refusal("payout-two-people");
  return payout;
}

/** Sends a payment that failed again, to the number the register has confirmed by now. */
export async function retry(work: UnitOfWork, id: bigint): Promise<void> {
  const payout = await lockFailed(work, id);
  await refuseWhileHeld(work, payout.member_no as MemberNo);
  const to = await whereTo(work, payout.member_id);
  if (to === null) throw new Refusal("payout-unconfirmed");
  await sendAgain(work, payout, to);
}

/** Gives a payment that failed to share capital. */
export async function toShares(work: UnitOfWork, id: bigint): Promise<void> {
  await giveToShares(work, await lockFailed(work, id));
}

/** Gives a payment that failed to the member's withdrawable account. */
export async function toAccount(work: UnitOfWork, id: bigint): Promise<void> {
  const payout = await lockFailed(work, id);
  const { account_no: accountNo } = await choicesOf(work, id);
  if (accountNo === "") throw new Refusal("no-account");
  await giveToAccount(work, payout, withdrawableAccount(payout.member_id, accountNo));
}

/** Pays one that failed in cash, by the number of a voucher. */
export async function inCash(work: UnitOfWork, id: bigint, voucher: string): Promise<void> {
  await giveInCash(work, await lockFailed(work, id), voucher);
}
