import * as z from "zod/mini";
import type { Cents } from "#shared/money.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { type Payout, payoutColumns, payoutJoins, payoutRow } from "./payout-rows.ts";
import { putBack, putBackAll } from "./put-back.ts";
import { noteAll, type ResultEffect, settleAll, type Verdict, verdictOnReceipt } from "./settle.ts";

const lockAttempts = statement({
  name: "payout-lock-attempts",
  text: `select a.id as told, ${payoutColumns},
      p.attempt_id is not distinct from a.id as is_current, a.file_id is not null as in_file
    from payout_attempt a join payout p on p.id = a.payout_id ${payoutJoins}
    where a.id = any ($1::uuid[]) order by p.id for update of p`,
  row: z.extend(payoutRow, { told: z.string() }),
});

/** A provider's result for an attempt: paid by a receipt, or not paid for a reason. */
export interface PayoutResult {
  readonly attemptId: string;
  readonly outcome: "paid" | "failed" | "timeout";
  readonly receiptNo: string;
  /** Null if it was not given. */
  readonly amount: Cents | null;
  readonly reason: string;
}

/**
 * Applies a result, even if late, repeated, out of order or forged: each payment is settled once,
 * by one receipt that settles nothing else, and only with its own amount.
 */
export async function takeResult(work: UnitOfWork, result: PayoutResult): Promise<ResultEffect> {
  const effects = await takeBatch(work, [result]);
  return effects.get(result.attemptId) ?? "refused";
}

/** The number of results applied by one round of statements. */
const BATCH = 1000;

/**
 * Applies results as if one by one, and returns the effect of each; null matches no payment.
 * Repeated results of an attempt are applied after all first ones. `failedBy` is the person who
 * reported the failures.
 */
export async function takeResults(
  work: UnitOfWork,
  results: readonly (PayoutResult | null)[],
  failedBy: string = work.actor,
): Promise<ResultEffect[]> {
  // Locked first, so that no other settlement waits for the books while this one waits for it.
  await work.run(lockAll, [results.flatMap((result) => result?.attemptId ?? [])]);
  const effects: ResultEffect[] = results.map(() => "refused");
  for (const round of roundsOf(results)) {
    for (let from = 0; from < round.length; from += BATCH) {
      const batch = round.slice(from, from + BATCH);
      const found = await takeBatch(
        work,
        batch.map(({ result }) => result),
        failedBy,
      );
      for (const { place, result } of batch) {
        effects[place] = found.get(result.attemptId) ?? "refused";
      }
    }
  }
  return effects;
}

const lockAll = `select count(*) from (
    select p.id from payout_attempt a join payout p on p.id = a.payout_id
    where a.id = any ($1::uuid[]) order by p.id for update of p
  ) as locked`;

interface Placed {
  readonly place: number;
  readonly result: PayoutResult;
}

/** The results with their positions; the first round holds the first result of each attempt. */
function roundsOf(results: readonly (PayoutResult | null)[]): Placed[][] {
  const rounds: Placed[][] = [];
  const times = new Map<string, number>();
  for (const [place, result] of results.entries()) {
    if (result === null) continue;
    const before = times.get(result.attemptId) ?? 0;
    times.set(result.attemptId, before + 1);
    (rounds[before] ??= []).push({ place, result });
  }
  return rounds;
}

/** Applies results of distinct payments; an unknown attempt has no effect. */
async function takeBatch(
  work: UnitOfWork,
  results: readonly PayoutResult[],
  failedBy: string = work.actor,
): Promise<Map<string, ResultEffect>> {
  const ids = results.map(({ attemptId }) => attemptId);
  const found = new Map((await work.rows(lockAttempts, [ids])).map((row) => [row.told, row]));
  const told = results.flatMap((result) => {
    const payout = found.get(result.attemptId);
    return payout === undefined ? [] : [{ payout, result, verdict: verdictOn(payout, result) }];
  });
  const paid = told.filter(({ verdict }) => verdict.effect === "paid");
  const settled = await settleAll(
    work,
    paid.map(({ payout, result: { attemptId, receiptNo } }) => ({ payout, attemptId, receiptNo })),
  );
  const ended = told.map(({ payout, result, verdict }) => ({
    payout,
    attemptId: result.attemptId,
    verdict: verdict.effect === "paid" && !settled.has(payout.id) ? receiptUsed : verdict,
  }));
  await putBackAll(work, ended.flatMap(failing), { failedBy });
  await noteAll(work, ended.flatMap(strange));
  return new Map(ended.map(({ attemptId, verdict }) => [attemptId, verdict.effect]));
}

const receiptUsed: Verdict = { effect: "refused", problem: "receipt-used" };

interface Judged {
  readonly payout: Payout;
  readonly verdict: Verdict;
}

const failing = ({ payout, verdict }: Judged) =>
  verdict.effect === "failed" ? [{ payout, reason: verdict.problem }] : [];

const strange = ({ payout, verdict }: Judged) =>
  verdict.effect === "refused" || (verdict.effect === "repeated" && verdict.problem !== undefined)
    ? [{ payout, problem: verdict.problem ?? "", isRejected: verdict.effect === "refused" }]
    : [];

function verdictOn(payout: Payout, result: PayoutResult): Verdict {
  if (result.outcome === "paid") return verdictOnReceipt(payout, result);
  if (!payout.is_current || !underWay.has(payout.state)) return { effect: "repeated" };
  if (result.outcome === "failed") return { effect: "failed", problem: result.reason };
  // The provider stopped waiting, which says nothing about the money.
  return { effect: "repeated", problem: "timed-out" };
}

const underWay = new Set(["sending", "sent", "unknown"]);

/** Records that an attempt failed, unless it got another result meanwhile. */
export async function failPayout(
  work: UnitOfWork,
  attemptId: string,
  reason: string,
): Promise<void> {
  const found = await work.first(lockAttempts, [[attemptId]]);
  if (found === null || !found.is_current || !underWay.has(found.state)) return;
  await putBack(work, found, reason);
}
