import type { DividendList } from "#shared/contract/dividend-payments.ts";
import { type Place, placeWords } from "#shared/dividend-hold.ts";
import { type Cents, cents, toWireAmount } from "#shared/money.ts";
import type { CsvCell } from "#server/documents/csv.ts";
import type { HeldPart } from "#server/payouts/held-parts.ts";
import { factsOfPlan, presentPlan } from "#server/payouts/plan.ts";
import { digestOfShown } from "#server/platform/shown.ts";
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

/** The columns of each list and what stands in them. */
const columns: Readonly<
  Record<DividendList, readonly (readonly [string, (row: ListRow) => CsvCell])[]>
> = {
  "withholding-tax": [
    ["Member No", (row) => row.member_no],
    ["Name", (row) => row.full_name],
    ["ID No", (row) => row.national_id],
    ["Mode", (row) => placeWords[row.reference as Place]],
    ["Gross", (row) => row.amount],
    ["Tax withheld", (row) => row.tax],
    ["Dividend on shares", (row) => row.share_amount],
    ["Tax on it", (row) => row.share_tax],
    ["Interest on deposits", (row) => cents(row.amount - row.share_amount)],
    ["Tax on interest", (row) => cents(row.tax - row.share_tax)],
    ["Posted on", (row) => row.paid_on ?? ""],
  ],
  "hospital-bills": [
    ["Bill", (row) => row.reference],
    ["Amount", net],
    ["Member No", (row) => row.member_no],
    ["Name", (row) => row.full_name],
  ],
  exceptions: [
    ["Member No", (row) => row.member_no],
    ["Name", (row) => row.full_name],
    ["Phone", phone],
    ["Reason", (row) => row.reference],
    ["Amount", (row) => row.amount],
    ["Noticed on", (row) => row.paid_on ?? ""],
  ],
};

export function presentList(list: DividendList, rows: readonly ListRow[]): CsvCell[][] {
  const wanted = columns[list];
  return [wanted.map(([head]) => head), ...rows.map((row) => wanted.map(([, cell]) => cell(row)))];
}
