import { entitlementOf } from "#shared/dividend-entitlement.ts";
import { inModeOrder, modeWords, splitModes } from "#shared/split-modes.ts";
import { taxOn } from "#shared/dividend-tax.ts";
import { addCents, cents, toWireAmount } from "#shared/money.ts";
import { presentPlan } from "#server/payouts/queue/dividend-plan.ts";
import { pointsOf, presentKinds, taxOf } from "#server/payouts/queue/tax-rows.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import type { DividendRow, Preview, SomeoneRow, SumRow } from "./queries.ts";
import { factsOf } from "./declared-terms.ts";

/** Converts declared rates to the names of the wire: by mode, or by kind of income. */
function presentTax(rows: DividendRow["tax"]) {
  const taxByKind = presentKinds(rows);
  if (taxByKind !== null) return { tax: [], taxByKind };
  const said = ({ mode, basisPoints }: DividendRow["tax"][number]) => ({
    mode: modeWords[mode],
    basisPoints,
  });
  return { tax: inModeOrder(rows).map(said) };
}

export function presentDividend(dividend: DividendRow) {
  return {
    year: dividend.year,
    state: dividend.state,
    shareRateBasisPoints: dividend.share_rate_bp,
    depositRateBasisPoints: dividend.deposit_rate_bp,
    weighting: dividend.weighting,
    booksClosedOn: dividend.books_closed_on,
    agmReference: dividend.agm_reference,
    holdArrears: dividend.holds_arrears,
    opensOn: dividend.opens_on,
    closesOn: dividend.closes_on,
    closesAt: dividend.closes_at_time,
    windowIsOpen: dividend.window_is_open,
    defaultMode: modeWords[dividend.default_mode],
    otherwise: dividend.otherwise,
    ...presentTax(dividend.tax),
    members: dividend.members,
    gross: toWireAmount(dividend.gross_cents),
    preparedBy: dividend.prepared_by,
    approvedBy: dividend.approved_by ?? "",
  };
}

const presentPerson = ({ member_no, full_name }: SomeoneRow) => ({
  memberNo: member_no,
  member: full_name,
});

export function presentPreview(dividend: DividendRow, preview: Preview) {
  const { totals, before, largest, changed, unpayable } = preview;
  return {
    ...presentDividend(dividend),
    onShareCapital: toWireAmount(totals.on_share_capital),
    onDeposits: toWireAmount(totals.on_deposits),
    held: toWireAmount(totals.held),
    plan: presentPlan(preview.plan),
    digest: digestOfShown(factsOf(dividend, preview)),
    lastYear: {
      members: before.last_year_members,
      gross: toWireAmount(before.last_year),
      noneNow: before.none_now,
    },
    sameYear: { members: before.same_year_members, gross: toWireAmount(before.same_year) },
    largest: largest.map((person) => ({
      ...presentPerson(person),
      onShareCapital: toWireAmount(person.on_share_capital_cents),
      onDeposits: toWireAmount(person.on_deposits_cents),
      gross: toWireAmount(person.gross_cents),
      lastYear: toWireAmount(person.last_year_cents),
    })),
    changed: changed.map((person) => ({
      ...presentPerson(person),
      gross: toWireAmount(person.gross_cents),
      lastYear: toWireAmount(person.last_year_cents),
      by: toWireAmount(cents(person.gross_cents - person.last_year_cents)),
    })),
    problems: {
      noMobile: totals.no_mobile,
      unconfirmedMobile: totals.unconfirmed_mobile,
      inArrears: totals.in_arrears,
      members: unpayable.map((person) => ({
        ...presentPerson(person),
        hasMobile: person.has_mobile,
        gross: toWireAmount(person.gross_cents),
      })),
    },
  };
}

/** A member's sum, with rows calculated from the posted figures. */
export function presentSum(row: SumRow) {
  const deposits = [row.opening_cents, ...row.month_cents];
  const held = addCents(...row.held.map((loan) => cents(BigInt(loan.cents))));
  const toSplit = cents(row.gross_cents - held);
  const byMode = taxOf(row.tax, {
    onShareCapital: row.on_share_capital_cents,
    onDeposits: row.on_deposits_cents,
  });
  const taxByKind = presentKinds(row.tax);
  const { rows } = entitlementOf(
    { shareCapital: row.share_capital_cents, deposits },
    { shareCapital: BigInt(row.share_rate_bp), deposits: BigInt(row.deposit_rate_bp) },
    row.weights,
  );
  return {
    year: row.year,
    state: row.state,
    agmReference: row.agm_reference,
    shareCapital: toWireAmount(row.share_capital_cents),
    shareRateBasisPoints: row.share_rate_bp,
    onShareCapital: toWireAmount(row.on_share_capital_cents),
    depositRateBasisPoints: row.deposit_rate_bp,
    onDeposits: toWireAmount(row.on_deposits_cents),
    weighting: row.weighting,
    rows: rows.map(({ month, amount, weight, interest }) => ({
      month,
      amount: toWireAmount(amount),
      weight,
      interest: toWireAmount(interest),
    })),
    gross: toWireAmount(row.gross_cents),
    ...(taxByKind && { taxByKind }),
    held: row.held.map((loan) => ({
      loanNo: loan.loanNo,
      amount: toWireAmount(cents(BigInt(loan.cents))),
    })),
    toSplit: toWireAmount(toSplit),
    byMode: splitModes.map((mode) => {
      const tax = taxOn(toSplit, byMode[mode]);
      return {
        mode: modeWords[mode],
        taxBasisPoints: pointsOf(byMode, mode),
        tax: toWireAmount(tax),
        net: toWireAmount(cents(toSplit - tax)),
      };
    }),
  };
}
