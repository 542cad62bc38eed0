import * as z from "zod/mini";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";

const findState = statement({
  name: "reconciled-account",
  text: `select starts_on, opening_cents, covers_to from reconciled_account where account = $1`,
  row: z.object({
    starts_on: z.nullable(storedDate),
    opening_cents: z.nullable(bigCents),
    covers_to: z.nullable(storedDate),
  }),
});

/** How far the statements of an account reach; null before the first one. */
export async function accountState(snapshot: Snapshot, account: ReconciledAccount) {
  const row = await snapshot.first(findState, [account]);
  if (row === null) throw new Error(`account ${account} is not reconciled`);
  const { starts_on: startsOn, opening_cents: opening, covers_to: coversTo } = row;
  if (startsOn === null || opening === null || coversTo === null) return null;
  return { startsOn, opening, coversTo };
}

/** Locks an account, so that its statements and matches change one after another. */
export async function lockReconciled(work: UnitOfWork, account: ReconciledAccount): Promise<void> {
  await work.run("select from reconciled_account where account = $1 for update", [account]);
}
