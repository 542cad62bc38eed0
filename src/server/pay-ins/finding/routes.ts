import type * as z from "zod/mini";
import * as contract from "#shared/contract/pay-ins/finder.ts";
import { ownNumber } from "#server/kernel/http/actor.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { ZERO_CENTS } from "#shared/money.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { takeShared } from "#server/kernel/platform/shared-limit.ts";
import { presentFound, stateOf } from "./present.ts";
import * as queries from "./queries.ts";

const HOUR_SECONDS = 3600;

/**
 * A member's search for their own payments. It is a write because searches are counted, which
 * limits guessing, and so that no code is in an address.
 */
export function finderRoutes(limits: Limits): Mounted[] {
  const perHour = { name: "receipt-searches", most: limits.receiptSearchesPerHour };
  return [
    mountWrite(contract.find, {
      handle: async (work, { actor, body }) => {
        const memberNo = ownNumber(actor);
        const wanted = wantedIn(body);
        const isFree = await takeShared(
          work,
          { ...perHour, windowSeconds: HOUR_SECONDS },
          memberNo,
        );
        if (!isFree) return new Problem("receipts-hour", { retryAfter: HOUR_SECONDS });
        const asking = await queries.seeker(work, memberNo);
        if (asking === null) throw new Problem("not-yours");
        const found = await findPayments(work, { id: asking.id, memberNo }, wanted);
        return { found, statementsTo: asking.covers_to ?? "" };
      },
    }),
  ];
}

function wantedIn({ receipt, amount, day }: z.infer<typeof contract.find.body>): queries.Wanted {
  if (receipt !== undefined) return { receipt, amount: null, day: null };
  if (amount === undefined) throw fieldProblem("amount", "field.required");
  if (day === undefined) throw fieldProblem("day", "field.required");
  return { receipt: "", amount, day };
}

/**
 * Returns the member's own matching payments. Other people's payments are left out like payments
 * that do not exist, so an answer never says whether a code was used.
 */
async function findPayments(
  snapshot: Snapshot,
  seeker: { readonly id: bigint; readonly memberNo: MemberNo },
  wanted: queries.Wanted,
) {
  const { memberNo } = seeker;
  const found = [];
  for (const one of await queries.candidates(snapshot, memberNo, wanted)) {
    const state = stateOf(one);
    if (
      state !== null &&
      (one.was_here || (await queries.isOwn(snapshot, seeker.id, one, wanted)))
    ) {
      found.push(presentFound(one, state, one.parts));
    }
  }
  const recorded = await queries.recorded(snapshot, memberNo, wanted);
  const paidOut = await queries.paidOut(snapshot, memberNo, wanted);
  const awaited = await queries.awaited(snapshot, memberNo, wanted);
  return [
    ...found,
    ...recorded.map((one) => {
      const { destination: to, amount_cents: amount, loan_no: loanNo } = one;
      return presentFound(one, "credited", [{ to, amount, loanNo, refunded: ZERO_CENTS }]);
    }),
    ...paidOut.map((one) => presentFound(one, "paid-out", [])),
    ...awaited.map((one) => presentFound({ receipt_no: "", ...one }, "awaited", [])),
  ];
}
