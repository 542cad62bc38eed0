import type { CalendarDate } from "#shared/calendar-date.ts";
import { basisWords, type TaxBasis } from "#shared/tax-in-force.ts";
import { modeWords } from "#shared/split-modes.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { notifyOffice } from "#server/messaging/outbox/notify-office.ts";
import { DatedRows } from "#server/kernel/platform/dated-rows.ts";
import { datedTax } from "#server/payouts/queue/tax-rows.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { rateById, type RateSubject } from "./queries.ts";

interface RateToSet {
  readonly mode: RateSubject;
  readonly effectiveFrom: CalendarDate;
  /** For a mode, its rate; for the basis, the rate on shares, or null for by mode. */
  readonly basisPoints: number | null;
  /** The rate on interest; only for the basis by kind of income. */
  readonly interestBasisPoints?: number | null;
  /** The newest rate its author had seen. */
  readonly follows?: bigint | undefined;
}

const rateRows = new DatedRows(datedTax, ["mode", "basis_points", "interest_basis_points"]);

/**
 * Sets the tax of a mode, or the basis of all tax, from a day on, never for the past. A declared
 * dividend keeps its rates. Throws `rate-changed` if another was set meanwhile.
 */
export async function setRate(work: UnitOfWork, rate: RateToSet, notify: Notify) {
  const { mode, effectiveFrom, basisPoints, interestBasisPoints = null, follows } = rate;
  await rateRows.rejectTooEarly(work, effectiveFrom);
  const values = [mode, basisPoints, interestBasisPoints];
  const written = await rateRows.schedule(work, { effectiveFrom, follows, values });
  if (written === null) throw new Problem("rate-changed");
  work.audit({
    action: "dividend-tax-set",
    subject: `dividend-tax:${mode}`,
    detail: {
      id: String(written.id),
      effectiveFrom,
      ...(basisPoints !== null && { basisPoints }),
      ...(interestBasisPoints !== null && { interestBasisPoints }),
    },
  });
  const told = { mode: saidOf(mode, basisPoints), day: effectiveFrom };
  await notifyOffice(work, "settings-tax", told, notify);
  return written;
}

/** Returns the name of the rate's subject; the basis by mode has no rate of its own. */
function saidOf(mode: RateSubject, basisPoints: number | null): string {
  if (mode !== "all") return modeWords[mode];
  return basisWords[basisPoints === null ? "mode" : "kind"];
}

interface BasisToSet {
  readonly basis: TaxBasis;
  readonly effectiveFrom: CalendarDate;
  readonly shareBasisPoints?: number | undefined;
  readonly interestBasisPoints?: number | undefined;
  readonly follows?: bigint | undefined;
}

/** Sets whether tax goes by mode or by kind of income from a day on, the latter with both rates. */
export async function setBasis(work: UnitOfWork, given: BasisToSet, notify: Notify) {
  const { basis, effectiveFrom, follows } = given;
  const rates = [given.shareBasisPoints, given.interestBasisPoints];
  const fields = (["shareBasisPoints", "interestBasisPoints"] as const)
    .filter((_, at) => (rates[at] === undefined) === (basis === "kind"))
    .map((field) => {
      const problem = basis === "kind" ? ("field.required" as const) : ("field.invalid" as const);
      return { field, problem };
    });
  if (fields.length > 0) throw new Problem("invalid", { fields });
  const [basisPoints = null, interestBasisPoints = null] = rates;
  const rate = { mode: "all", effectiveFrom, basisPoints, interestBasisPoints, follows } as const;
  return setRate(work, rate, notify);
}

/** Withdraws a rate before its first day. Throws `rate-begun` if there is nothing to withdraw. */
export async function cancelRate(work: UnitOfWork, id: bigint, notify: Notify): Promise<void> {
  const isWithdrawn = await rateRows.withdraw(work, id);
  const rate = await rateById(work, id);
  if (rate === null || !isWithdrawn) throw new Problem("rate-begun");
  work.audit({
    action: "dividend-tax-cancelled",
    subject: `dividend-tax:${rate.mode}`,
    detail: {
      id: String(id),
      effectiveFrom: rate.effective_from,
      ...(rate.basis_points !== null && { basisPoints: rate.basis_points }),
      ...(rate.interest_basis_points !== null && {
        interestBasisPoints: rate.interest_basis_points,
      }),
    },
  });
  const told = { mode: saidOf(rate.mode, rate.basis_points), day: rate.effective_from };
  await notifyOffice(work, "settings-tax", told, notify);
}
