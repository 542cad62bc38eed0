import * as z from "zod/mini";
import type { Fact, FactName } from "#shared/contract/oversight/approvals.ts";
import { toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import {
  type ApprovalKind,
  approvalKind,
  type ApprovedBy,
} from "#server/oversight/approvals/approval-kind.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { bringBack, factsOfReturn } from "#server/payouts/queue/came-back.ts";
import {
  claimAt,
  type ClaimEffect,
  type ClaimSum,
  closeClaim,
  fingerprintOf,
  type JudgedRow,
  lockClaim,
  rowsOfClaim,
  sumsOfClaim,
} from "#server/payouts/queue/claimed-results.ts";
import { lockPayout } from "#server/payouts/queue/payout-rows.ts";
import { mayFail } from "#server/payouts/queue/reported-results.ts";
import { takeResults } from "#server/payouts/queue/results.ts";
import {
  type Snapshot,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { textId } from "#server/kernel/platform/row-fields.ts";
import { failByTwo } from "./commands.ts";
import { choicesOf, payoutAt } from "./queries.ts";

const claim = z.object({
  claimId: textId,
});

const failure = z.object({ payoutId: textId });
const cameBack = z.object({ payoutId: textId, lineId: textId });

/** Results of a file, failures of withdrawals and returns, which wait for another person. */
export function payoutApprovals(): ApprovalKind[] {
  return [
    approvalKind({
      name: "payout-results",
      payload: claim,
      lock: (work, { claimId }) => lockClaim(work, claimId),
      facts: (snapshot, { claimId }) => factsOf(snapshot, claimId),
      carryOut: (work, { claimId }, by) => apply(work, claimId, by),
    }),
    approvalKind({
      name: "payout-failure",
      payload: failure,
      lock: async (work, { payoutId }) => {
        await lockPayout(work, payoutId);
      },
      facts: (snapshot, { payoutId }) => factsOfFailure(snapshot, payoutId),
      carryOut: (work, { payoutId }, by) => failByTwo(work, payoutId, by),
    }),
    approvalKind({
      name: "payout-return",
      payload: cameBack,
      lock: async (work, { payoutId }) => {
        await lockPayout(work, payoutId);
      },
      facts: (snapshot, { payoutId, lineId }) => factsOfReturn(snapshot, payoutId, lineId),
      carryOut: bringBack,
    }),
  ];
}

/** The payment that would go back to its account; null once it has a result. */
async function factsOfFailure(
  snapshot: Snapshot,
  payoutId: bigint,
): Promise<readonly Fact[] | null> {
  const payout = await payoutAt(snapshot, payoutId);
  const choices = await choicesOf(snapshot, payoutId);
  if (payout === null || mayFail({ ...payout, ...choices }) !== "by-two") return null;
  return [
    { name: "name", value: payout.full_name },
    { name: "memberNo", value: payout.member_no },
    { name: "amount", value: String(toWireAmount(payout.amount_cents)) },
    { name: "reference", value: payout.reference },
    { name: "mobileNo", value: payout.mobile_number },
  ];
}

/** The effect of a claim now; null if it was applied or would change nothing. */
async function factsOf(snapshot: Snapshot, claimId: bigint): Promise<readonly Fact[] | null> {
  const found = await claimAt(snapshot, claimId);
  if (found === null || found.is_applied) return null;
  const people = [found.uploaded_by];
  const sums = await sumsOfClaim(snapshot, claimId, people);
  const sum = (effect: ClaimEffect) => sums.find(({ would }) => would === effect);
  const does = (["paid", "failed", "differs"] as const).some((effect) => sum(effect));
  if (!does) return null;
  const count = (effect: ClaimEffect) => String(sum(effect)?.rows ?? 0);
  const amount = (effect: ClaimEffect) => String(toWireAmount(sum(effect)?.amount ?? ZERO_CENTS));
  return [
    { name: "payoutFile", value: String(found.file_id) },
    { name: "resultsPaid", value: count("paid") },
    { name: "resultsPaidSum", value: amount("paid") },
    { name: "resultsFailed", value: count("failed") },
    { name: "resultsFailedSum", value: amount("failed") },
    { name: "resultsRepeated", value: count("repeated") },
    ...oddRows(sum("differs"), "resultsDiffer", "resultsDifferRows"),
    ...oddRows(sum("unknown"), "resultsUnknown", "resultsUnknownRows"),
    ...oddRows(sum("own"), "resultsOwn", "resultsOwnRows"),
    { name: "resultsPrint", value: fingerprintOf(sums) },
  ];
}

/** The number of rows of a kind, and the first of them; only the number if it is zero. */
function oddRows(sum: ClaimSum | undefined, counted: FactName, named: FactName): Fact[] {
  const count = { name: counted, value: String(sum?.rows ?? 0) };
  if (sum === undefined) return [count];
  const more = sum.rows > sum.first.length ? ", …" : "";
  return [count, { name: named, value: sum.first.join(", ") + more }];
}

/**
 * Settles exactly the approved rows, in one unit of work. Sets aside rows of payments to the
 * approver, like those of the uploader. Throws `approval-changed` if a row would have another
 * effect than shown.
 */
async function apply(work: UnitOfWork, claimId: bigint, { actor, requestedBy }: ApprovedBy) {
  const rows = await rowsOfClaim(work, claimId, [requestedBy, actorName(actor)]);
  const taken = rows.filter(isTaken);
  const effects = await takeResults(work, taken.map(resultOf), requestedBy);
  const expected = { paid: "paid", failed: "failed", differs: "refused" } as const;
  if (taken.some(({ would }, place) => expected[would] !== effects[place])) {
    throw new Problem("approval-changed");
  }
  await close(work, claimId, rows);
  const count = (effect: ClaimEffect) => rows.filter(({ would }) => would === effect).length;
  work.audit({
    action: "payout-results-taken",
    subject: `payout-claim:${claimId}`,
    detail: {
      paid: count("paid"),
      failed: count("failed"),
      differs: count("differs"),
      own: count("own"),
      uploadedBy: requestedBy,
    },
  });
}

type TakenRow = JudgedRow & { readonly would: "paid" | "failed" | "differs" };

/** Whether a row has an effect; if several are about one payment, only the first has one. */
function isTaken(row: JudgedRow): row is TakenRow {
  return ["paid", "failed", "differs"].includes(row.would) && row.turn === 1;
}

const resultOf = (row: TakenRow) => ({
  attemptId: row.attempt_id ?? "",
  outcome: row.receipt_no === "" ? ("failed" as const) : ("paid" as const),
  receiptNo: row.receipt_no,
  amount: row.amount_cents,
  reason: row.reason,
});

async function close(work: UnitOfWork, claimId: bigint, rows: readonly JudgedRow[]) {
  try {
    await closeClaim(work, claimId, rows);
  } catch (error) {
    if (violatedConstraint(error) !== "payout_results_two_people") throw error;
    throw new Problem("approval-two-people");
  }
}
