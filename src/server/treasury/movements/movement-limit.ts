import * as z from "zod/mini";
import { type Cents, cents } from "#shared/money.ts";
import { type TreasuryKind, treasuryRule } from "#shared/treasury-kinds.ts";
import { takesAdded } from "#server/ledger/journal/added-accounts.ts";
import {
  type AccountKey,
  normalSign,
  type SocietyAccountCode,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { type EntryKind, permittedSides } from "#server/ledger/journal/permitted-kinds.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";

/** A kind of movement is the kind of entry that it is posted as. */
const sidesOf = (kind: TreasuryKind) =>
  permittedSides.filter((side) => side.kind === (kind satisfies EntryKind));

/** Returns the account that a movement of a kind debits, and the one that it credits. */
export function accountsOf(kind: TreasuryKind) {
  const [debited, credited] = [1, -1].map((sign) => sidesOf(kind).find((one) => one.sign === sign));
  if (debited === undefined || credited === undefined) throw new Error(`${kind} has one side`);
  return { debited: debited.code, credited: credited.code };
}

/** A movement as far as its accounts go. */
export interface Accounted {
  readonly kind: TreasuryKind;
  /** The code of the added account; empty without one. */
  readonly account: string;
}

/** Returns the account that a movement debits, and the one that it credits. */
export function accountKeysOf({ kind, account }: Accounted) {
  // The accounts of these kinds are all the society's.
  const keyOf = (code: string): AccountKey =>
    societyAccount(code as SocietyAccountCode, takesAdded(code) ? account : "");
  const { debited, credited } = accountsOf(kind);
  return { debited: keyOf(debited), credited: keyOf(credited) };
}

/**
 * Returns the account whose balance limits a movement; null without a limit. A debit reduces an
 * amount owed, a credit one that is due or held.
 */
function limitingAccount(kind: TreasuryKind) {
  const { atMost } = treasuryRule(kind);
  if (atMost === undefined) return null;
  const { debited, credited } = accountsOf(kind);
  return atMost === "owed" ? debited : credited;
}

const findBalance = statement({
  name: "treasury-standing",
  text: `select balance_cents from ledger_account
    where code = $1 and member_id is null and reference = ''`,
  row: z.object({ balance_cents: z.bigint() }),
});

/** Returns the amount owed, due or held before a movement of a kind; null without a limit. */
export async function standingOf(snapshot: Snapshot, kind: TreasuryKind): Promise<Cents | null> {
  const code = limitingAccount(kind);
  if (code === null) return null;
  const found = await snapshot.first(findBalance, [code]);
  return cents((found?.balance_cents ?? 0n) * BigInt(normalSign(code)));
}

/** A movement as far as its limit goes. */
export interface Limited {
  readonly kind: TreasuryKind;
  readonly amount: Cents;
  /** Whether the person who enters it confirms that more than the amount due was received. */
  readonly overConfirmed?: boolean | undefined;
}

/**
 * Returns the limit that a movement exceeds; null if it is within its limit. Only an excess over
 * the amount due can be confirmed: more than the amount owed or held cannot be paid.
 */
export async function mostExceeded(
  snapshot: Snapshot,
  { kind, amount, overConfirmed = false }: Limited,
): Promise<Cents | null> {
  if (overConfirmed && treasuryRule(kind).atMost === "due") return null;
  const most = await standingOf(snapshot, kind);
  return most !== null && amount > most ? most : null;
}

/** Locks both accounts of a movement, in the order in which a posting does. */
export async function lockAccountsOf(work: UnitOfWork, movement: Accounted): Promise<void> {
  const keys = Object.values(accountKeysOf(movement));
  await work.run("select from ledger_lock($1::text[], array[null, null]::bigint[], $2::text[])", [
    keys.map(({ code }) => code),
    keys.map(({ reference }) => reference),
  ]);
}
