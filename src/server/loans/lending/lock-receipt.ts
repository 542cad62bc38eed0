import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/**
 * Keeps a receipt or bank reference from being recorded elsewhere at once. It comes before the
 * locks of loans and accounts, so that two people who record it wait for each other here.
 */
export async function lockReceipt(work: UnitOfWork, receipt: string): Promise<void> {
  await work.run("select akiba_lock_receipt($1), akiba_lock_bank_reference($1)", [receipt]);
}
