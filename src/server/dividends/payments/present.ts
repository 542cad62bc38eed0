import type { DividendList } from "#shared/contract/dividends/payments.ts";
import { type Place, placeWords } from "#shared/dividend-part-places.ts";
import type { Language } from "#shared/language.ts";
import { wordOfCode } from "#shared/messages/statements/exported-codes.ts";
import { exportHeads } from "#shared/messages/statements/exports.ts";
import { type Cents, cents, toWireAmount } from "#shared/money.ts";
import type { CsvCell } from "#server/kernel/documents/csv.ts";
import type { HeldPart } from "#server/payouts/queue/held-parts.ts";
import { factsOfPlan, presentPlan } from "#server/payouts/queue/dividend-plan.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import type { HeldSum, ListRow, ModeRow, PaymentRow, Uptake } from "./queries.ts";

const presentMode = ({ mode, members, parts, amount, tax }: ModeRow) => ({
  mode: placeWords[mode],
  members,
  parts,
  amount: toWireAmount(amount),
  tax: toWireAmount(tax),
  net: toWireAmount(cents(amount - tax)),
});

export function presentUptake({ year, state }: PaymentRow, uptake: Uptake) {
  const { members, elected, silent, silent_amount, remindable, byMode, exceptions } = uptake;
  return {
    year,
    state,
    members,
    elected,
    silent,
    silentAmount: toWireAmount(silent_amount),
    remindable,
    byMode: byMode.map(presentMode),
    plan: presentPlan(uptake.plan),
    digest: digestOfShown(factsOfPlan(uptake.plan)),
    exceptions,
    taxDue: uptake.taxDue.map(({ withheld_on: withheldOn, due_on: dueOn, amount }) => ({
      withheldOn,
      dueOn,
      amount: toWireAmount(amount),
    })),
  };
}

export function presentMoved({ year, state }: PaymentRow, { byMode, exceptions }: Uptake) {
  return { year, state, byMode: byMode.map(presentMode), exceptions };
}

export function presentHeld({ parts, amount }: HeldSum, rows: readonly HeldPart[]) {
  return {
    parts,
    amount: toWireAmount(amount),
    rows: rows.map((part) => ({
      memberNo: part.member_no,
      member: part.full_name,
      part: String(part.leg_no),
      mode: placeWords[part.mode],
      amount: toWireAmount(part.amount_cents),
      reason: part.reason,
      isRequested: part.is_requested,
    })),
  };
}

const net = ({ amount, tax }: ListRow): Cents => cents(amount - tax);

/** A phone as M-Pesa writes it: 254 and nine digits. */
const phone = ({ mobile_number }: ListRow) => mobile_number.replace("+", "");

/** The cells of each list in the order of its headings. */
const cellsOf: Readonly<
  Record<DividendList, (row: ListRow, language: Language) => readonly CsvCell[]>
> = {
  "withholding-tax": (row) => [
    row.member_no,
    row.full_name,
    row.national_id,
    placeWords[row.reference as Place],
    row.amount,
    row.tax,
    row.share_amount,
    row.share_tax,
    cents(row.amount - row.share_amount),
    cents(row.tax - row.share_tax),
    row.paid_on ?? "",
  ],
  "hospital-bills": (row) => [row.reference, net(row), row.member_no, row.full_name],
  exceptions: (row, language) => [
    row.member_no,
    row.full_name,
    phone(row),
    wordOfCode("exceptionReason", row.reference, language),
    row.amount,
    row.paid_on ?? "",
  ],
};

export function presentList(
  list: DividendList,
  rows: readonly ListRow[],
  language: Language,
): (readonly CsvCell[])[] {
  return [exportHeads(language)[list], ...rows.map((row) => cellsOf[list](row, language))];
}
