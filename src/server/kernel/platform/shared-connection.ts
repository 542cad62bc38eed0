import type pg from "pg";

/** Lends the connection, and judges whether a lent one may still be used. */
interface Lender {
  readonly lend: () => Promise<pg.PoolClient>;
  /** Throws if the connection leads to a server that must no longer be used. */
  readonly rejectStale: (client: pg.PoolClient) => void;
}

/** One use of the connection: from the first statement that shares it to the last. */
interface Loan {
  readonly client: Promise<pg.PoolClient>;
  /** How many wait for their answer. */
  statements: number;
  /** When the last rows came, or the use began, in milliseconds. */
  answeredAt: number;
  hasFailed: boolean;
}

/** How long statements may wait for any rows before others avoid the connection. */
const SILENCE_MS = 100;
/** How many may wait; they would fail together if the connection broke. */
const MOST_STATEMENTS = 64;

/**
 * A connection that quick statements share at the same moment. Each is sent without waiting for the
 * answers of those before it, and the database answers them in turn; one waits for as long as those
 * before it take. It must be opened with the driver's `pipeline`.
 */
export class SharedConnection {
  readonly #lender: Lender;
  #loan: Loan | null = null;

  constructor(lender: Lender) {
    this.#lender = lender;
  }

  /** False while a slow statement, a dead line or their number would keep another one waiting. */
  get isFree(): boolean {
    if (this.#loan === null) return true;
    const { statements, answeredAt } = this.#loan;
    return statements < MOST_STATEMENTS && performance.now() - answeredAt < SILENCE_MS;
  }

  /** Runs a statement, which must be its own transaction. */
  async query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const loan = (this.#loan ??= this.#borrow());
    loan.statements += 1;
    try {
      const client = await loan.client;
      const result = await client.query(query);
      this.#lender.rejectStale(client);
      loan.answeredAt = performance.now();
      return result;
    } catch (error) {
      this.#leave(loan);
      throw error;
    } finally {
      loan.statements -= 1;
      if (loan.statements === 0) this.#return(loan);
    }
  }

  #borrow(): Loan {
    const client = this.#lender.lend();
    return { client, statements: 0, answeredAt: performance.now(), hasFailed: false };
  }

  /**
   * Later statements use a new connection: this one may be broken, or have prepared a statement
   * that the database no longer accepts.
   */
  #leave(loan: Loan): void {
    loan.hasFailed = true;
    if (this.#loan === loan) this.#loan = null;
  }

  #return(loan: Loan): void {
    if (this.#loan === loan) this.#loan = null;
    void loan.client.then(
      (client) => client.release(loan.hasFailed),
      // Nothing was lent; each statement was told.
      () => {},
    );
  }
}
