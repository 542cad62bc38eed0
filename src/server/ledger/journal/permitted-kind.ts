import type { AccountCode } from "./chart-of-accounts.ts";

/** A kind of entry: the accounts that it moves. */
export interface PermittedKind {
  /** A short description of what the entry records. */
  readonly name: string;
  /** The accounts it debits, each once. */
  readonly debit: readonly AccountCode[];
  /** The accounts it credits, each once. */
  readonly credit: readonly AccountCode[];
  /** The accounts among them that an entry may omit. */
  readonly optional?: readonly AccountCode[];
}
