import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Cents, cents } from "#shared/money.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { storedDate } from "#server/kernel/platform/row-fields.ts";
import { type AccountKey, chartRow, normalSign } from "./chart-of-accounts.ts";

/** An open ledger account and its balance. */
export interface Account {
  readonly id: bigint;
  readonly openedOn: CalendarDate;
  /** In the account's normal direction: what a member owns, or owes on a loan. */
  readonly balance: Cents;
}

/** Opens the accounts that are not open yet, as of today in Nairobi if no day is given. */
export async function openAccounts(
  work: UnitOfWork,
  keys: readonly AccountKey[],
  openedOn?: CalendarDate,
): Promise<void> {
  await work.run(
    `insert into ledger_account
        (code, member_id, reference, normal_side, floor_cents, opened_on)
      select code, member_id, reference, normal_side, floor_cents,
        coalesce($6::date, akiba_today())
      from unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[])
        as k (code, member_id, reference, normal_side, floor_cents)
      on conflict (code, member_id, reference) do nothing`,
    [
      keys.map(({ code }) => code),
      keys.map(({ memberId }) => memberId),
      keys.map(({ reference }) => reference),
      keys.map(({ code }) => normalSign(code)),
      keys.map(({ code }) => chartRow(code).floor),
      openedOn ?? null,
    ],
  );
}

const findOpen = statement({
  name: "ledger-account",
  text: `select id, opened_on, balance_cents * normal_side as balance_cents from ledger_account
    where code = $1 and reference = $3
      and (member_id = $2 or ($2::bigint is null and member_id is null))`,
  row: z.object({ id: z.bigint(), opened_on: storedDate, balance_cents: z.bigint() }),
});

/** Finds an account and its balance; null if it was never opened. */
export async function findAccount(snapshot: Snapshot, key: AccountKey): Promise<Account | null> {
  const found = await snapshot.first(findOpen, [key.code, key.memberId, key.reference]);
  if (found === null) return null;
  const openedOn = found.opened_on;
  return { id: found.id, openedOn, balance: cents(found.balance_cents) };
}
