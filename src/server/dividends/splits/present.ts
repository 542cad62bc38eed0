import { placeWords } from "#shared/dividend-part-places.ts";
import { modeWords, splitModes } from "#shared/split-modes.ts";
import type { Split } from "#shared/dividend-split.ts";
import { maskedMobile } from "#shared/masked.ts";
import { cents, toWireAmount } from "#shared/money.ts";
import type { HeldPart } from "#server/payouts/queue/held-parts.ts";
import { pointsOf, presentKinds, taxOf } from "#server/payouts/queue/tax-rows.ts";
import type { Election, PaymentToPhone, ShareRow } from "./queries.ts";
import { incomesOf, calculateStored } from "./split-terms.ts";

function presentElection({ version, submittedOn, submittedTime }: Election, { legs }: Split) {
  return {
    version,
    submittedOn,
    submittedTime,
    rows: legs.map(({ mode, amount, tax, net, loanNo, bill }) => ({
      mode: modeWords[mode],
      amount: toWireAmount(amount),
      tax: toWireAmount(tax),
      net: toWireAmount(net),
      loanNo,
      bill,
    })),
  };
}

/** Returns the rate of each mode; by kind of income, also its components. */
function presentTax(share: ShareRow) {
  const { onShareCapital, onDeposits } = incomesOf(share);
  const tax = taxOf(share.tax, { onShareCapital, onDeposits });
  const kinds = presentKinds(share.tax);
  const incomes = {
    onShareCapital: toWireAmount(onShareCapital),
    onDeposits: toWireAmount(onDeposits),
  };
  return {
    modes: splitModes.map((mode) => ({
      mode: modeWords[mode],
      taxBasisPoints: pointsOf(tax, mode),
    })),
    ...(kinds && { taxByKind: { ...kinds, ...incomes } }),
  };
}

export function presentSplit(share: ShareRow, election: Election) {
  return {
    year: share.year,
    state: share.state,
    gross: toWireAmount(share.gross_cents),
    held: toWireAmount(share.held_cents),
    toSplit: toWireAmount(cents(share.gross_cents - share.held_cents)),
    opensOn: share.opens_on,
    closesOn: share.closes_on,
    closesAt: share.closes_at_time,
    isOpen: share.is_open,
    defaultMode: modeWords[share.default_mode],
    ...presentTax(share),
    mobile: {
      number: share.mobile_number,
      isConfirmed: share.mobile_is_confirmed,
      maximum: toWireAmount(share.mobile_maximum_cents),
      byBank: share.by_bank,
    },
    loans: share.loans.map(({ loanNo, purpose, balance }) => ({
      loanNo,
      purpose,
      balance: toWireAmount(balance),
    })),
    ...presentElection(election, calculateStored(election.rows, share)),
  };
}

export const presentPayment = (payment: PaymentToPhone) => ({
  year: payment.year,
  amount: toWireAmount(payment.amount_cents),
  mobileNo: maskedMobile(payment.mobile_number),
  state: payment.state,
  receipt: payment.receipt_no,
  changedOn: payment.changed_on,
});

export const presentHeldPart = ({ year, leg_no: part, mode, amount_cents, reason }: HeldPart) => ({
  year,
  part: String(part),
  mode: placeWords[mode],
  amount: toWireAmount(amount_cents),
  reason,
});

/** The receipt of a choice. */
export function presentElected(share: ShareRow, election: Election) {
  const split = calculateStored(election.rows, share);
  return {
    year: share.year,
    toSplit: toWireAmount(split.total),
    tax: toWireAmount(split.tax),
    net: toWireAmount(split.net),
    ...presentElection(election, split),
  };
}
