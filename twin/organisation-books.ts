import { ReceiptNumbers } from "./receipt-numbers.ts";

/** One line of the statement of a short code; amounts are cents and one of the two is zero. */
export interface StatementLine {
  readonly receipt: string;
  readonly completedAt: Date;
  readonly details: string;
  readonly status: "Completed";
  readonly paidIn: bigint;
  readonly withdrawn: bigint;
  /** The balance of the short code after this line. */
  readonly balance: bigint;
  readonly reasonType: string;
  readonly otherParty: string;
  /** The receipt of the transaction that this one reverses, or "". */
  readonly linkedReceipt: string;
  readonly accountReference: string;
}

/** The part of a line that its writer chooses; the books add the receipt, time and balance. */
export type Entry = Pick<StatementLine, "details" | "reasonType"> &
  Partial<
    Pick<StatementLine, "paidIn" | "withdrawn" | "otherParty" | "linkedReceipt"> &
      Pick<StatementLine, "accountReference" | "receipt">
  >;

/** Keeps one append-only statement for each short code. */
export class OrganisationBooks {
  readonly #statements = new Map<string, StatementLine[]>();
  readonly #byReceipt = new Map<string, StatementLine>();
  readonly #reversed = new Set<string>();
  readonly #receipts = new ReceiptNumbers();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Opens the statement of a short code; a starting balance is its first line. */
  open(shortCode: string, balance: bigint): void {
    this.#statements.set(shortCode, []);
    if (balance === 0n) return;
    const details = "Funds deposited before the start of this statement";
    this.append(shortCode, { details, reasonType: "Organization Deposit", paidIn: balance });
  }

  /** Returns an unused receipt number. */
  nextReceipt(): string {
    return this.#receipts.next(this.#now());
  }

  /** Adds a line and returns it. */
  append(shortCode: string, entry: Entry): StatementLine {
    const lines = this.#statements.get(shortCode);
    if (lines === undefined) throw new Error(`no statement for short code ${shortCode}`);
    const { paidIn = 0n, withdrawn = 0n } = entry;
    const balance = this.balance(shortCode) + paidIn - withdrawn;
    const line: StatementLine = {
      receipt: entry.receipt ?? this.nextReceipt(),
      completedAt: this.#now(),
      details: entry.details,
      status: "Completed",
      paidIn,
      withdrawn,
      balance,
      reasonType: entry.reasonType,
      otherParty: entry.otherParty ?? "",
      linkedReceipt: entry.linkedReceipt ?? "",
      accountReference: entry.accountReference ?? "",
    };
    lines.push(line);
    this.#byReceipt.set(keyOf(shortCode, line.receipt), line);
    if (line.linkedReceipt !== "") this.#reversed.add(keyOf(shortCode, line.linkedReceipt));
    return line;
  }

  /** Returns the line of a receipt. */
  find(shortCode: string, receipt: string): StatementLine | undefined {
    return this.#byReceipt.get(keyOf(shortCode, receipt));
  }

  /** Whether the transaction of a receipt was reversed by a later one. */
  isReversed(shortCode: string, receipt: string): boolean {
    return this.#reversed.has(keyOf(shortCode, receipt));
  }

  /** Returns the balance of a short code in cents. */
  balance(shortCode: string): bigint {
    return this.#statements.get(shortCode)?.at(-1)?.balance ?? 0n;
  }

  /** Returns the lines of a short code, oldest first; null for an unknown short code. */
  statement(shortCode: string): readonly StatementLine[] | null {
    return this.#statements.get(shortCode) ?? null;
  }
}

const keyOf = (shortCode: string, receipt: string): string => `${shortCode} ${receipt}`;
