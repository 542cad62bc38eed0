import { toWireAmount } from "#shared/money.ts";
import { blockOf, type Holder, presentAccounts } from "#server/withdrawals/accounts/holder.ts";
import type { destinationsOf, TransferRow } from "./queries.ts";

export const presentTransfer = (row: TransferRow) => ({
  reference: row.reference,
  accountNo: row.account_no,
  to: row.destination,
  ...(row.loan_no !== null && { loanNo: row.loan_no }),
  amount: toWireAmount(row.amount_cents),
  date: row.made_on,
  time: row.made_time,
});

interface Read {
  readonly holder: Holder;
  readonly destinations: Awaited<ReturnType<typeof destinationsOf>>;
  readonly rows: readonly TransferRow[];
}

export function presentTransfers({ holder, destinations, rows }: Read) {
  const { deposits, shares, loans } = destinations;
  return {
    blocked: blockOf(holder),
    accounts: presentAccounts(holder),
    deposits: toWireAmount(deposits),
    shareCapital: toWireAmount(shares),
    loans: loans.map(({ loan_no: loanNo, owed }) => ({ loanNo, owed: toWireAmount(owed) })),
    rows: rows.map(presentTransfer),
  } as const;
}
