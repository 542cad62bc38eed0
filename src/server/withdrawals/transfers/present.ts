import { toWireAmount } from "#shared/money.ts";
import { blockOf, type Holder, presentAccounts } from "#server/withdrawals/accounts/holder.ts";
import type { StandingRow } from "#server/withdrawals/moves/order-rows.ts";
import type { destinationsOf, TransferRow } from "#server/withdrawals/moves/transfer-rows.ts";

export const presentTransfer = (row: TransferRow) => ({
  reference: row.reference,
  accountNo: row.account_no,
  to: row.destination,
  ...(row.loan_no !== null && { loanNo: row.loan_no }),
  amount: toWireAmount(row.amount_cents),
  date: row.made_on,
  time: row.made_time,
});

/** An order to move money each month, on the wire. */
export const presentStanding = (row: StandingRow) => ({
  id: String(row.id),
  accountNo: row.account_no,
  to: row.destination,
  ...(row.loan_no !== null && { loanNo: row.loan_no }),
  amount: toWireAmount(row.amount_cents),
  day: row.day_of_month,
  nextOn: row.next_on,
  ...(row.last_on !== null &&
    row.last_outcome !== null && { last: { on: row.last_on, outcome: row.last_outcome } }),
});

interface Read {
  readonly holder: Holder;
  readonly destinations: Awaited<ReturnType<typeof destinationsOf>>;
  readonly standing: readonly StandingRow[];
  readonly rows: readonly TransferRow[];
}

export function presentTransfers({ holder, destinations, standing, rows }: Read) {
  const { deposits, shares, loans } = destinations;
  return {
    blocked: blockOf(holder),
    accounts: presentAccounts(holder),
    deposits: toWireAmount(deposits),
    shareCapital: toWireAmount(shares),
    loans: loans.map(({ loan_no: loanNo, owed }) => ({ loanNo, owed: toWireAmount(owed) })),
    standing: standing.map(presentStanding),
    rows: rows.map(presentTransfer),
  } as const;
}
