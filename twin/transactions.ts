/** A request of an organisation, and its end. */
export interface Transaction {
  /** The id by which the organisation names its request. */
  readonly originatorId: string;
  /** M-Pesa's own id of the request. */
  readonly conversationId: string;
  /** Its receipt; that of a failed request is on no statement. */
  readonly receipt: string;
  readonly shortCode: string;
  readonly status: "Completed" | "Failed";
  readonly reasonType: string;
  /** In cents. */
  readonly amount: bigint;
  readonly debitParty: string;
  readonly creditParty: string;
  readonly endedAt: Date;
}

/** Keeps the transactions that organisations asked for, found by any of their ids. */
export class Transactions {
  readonly #byId = new Map<string, Transaction>();

  add(transaction: Transaction): void {
    const { originatorId, conversationId, receipt } = transaction;
    for (const id of [originatorId, conversationId, receipt]) this.#byId.set(id, transaction);
  }

  /** Returns a transaction of a short code by its originator's id, M-Pesa's id or its receipt. */
  find(shortCode: string, id: string): Transaction | undefined {
    const found = this.#byId.get(id);
    return found?.shortCode === shortCode ? found : undefined;
  }
}
