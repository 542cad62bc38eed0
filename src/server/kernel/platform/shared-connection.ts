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
  statements: number;
  /** When the last answer came, or the use began, in milliseconds. */
  answeredAt: number;
  isBroken: boolean;
}

/** How long statements may wait for any answer before others avoid the connection. */
const SILENCE_MS = 100;

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

  /** False while a slow statement or a dead line keeps those before it waiting. */
  get isAnswering(): boolean {
    return this.#loan === null || performance.now() - this.#loan.answeredAt < SILENCE_MS;
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
      if (!isStatementsFault(error)) this.#abandon(loan);
      throw error;
    } finally {
      loan.statements -= 1;
      if (loan.statements === 0) this.#return(loan);
    }
  }

  #borrow(): Loan {
    const client = this.#lender.lend();
    return { client, statements: 0, answeredAt: performance.now(), isBroken: false };
  }

  /** Later statements use a new connection. */
  #abandon(loan: Loan): void {
    loan.isBroken = true;
    if (this.#loan === loan) this.#loan = null;
  }

  #return(loan: Loan): void {
    if (this.#loan === loan) this.#loan = null;
    void loan.client.then(
      (client) => client.release(loan.isBroken),
      // Nothing was lent; each statement was told.
      () => {},
    );
  }
}

/** Whether the database rejected one statement, and goes on to the next on the same connection. */
function isStatementsFault(error: unknown): boolean {
  return error instanceof Error && (error as { severity?: unknown }).severity === "ERROR";
}
