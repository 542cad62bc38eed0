import type { Destination, LineReason, LineState } from "#shared/contract/check-off/files.ts";
import { addCents, type Cents, cents, ZERO_CENTS } from "#shared/money.ts";
import type { Payer, RunningLoan } from "#server/loans/lending/running-loans.ts";
import type { NoteReader, NoteReading } from "#server/check-off/payroll/note-words.ts";
import type { FileLine } from "#server/check-off/payroll/file-lines.ts";
import { inSuspense, type Part, toMember } from "#server/check-off/payroll/line-parts.ts";

/** The result for a line; its parts sum to its amount. */
export interface MatchedLine extends FileLine {
  readonly memberId: bigint | null;
  readonly state: LineState;
  readonly reason: LineReason;
  readonly parts: readonly Part[];
}

/** The balance of a loan after the shares of the earlier lines. */
export class OpenLoans {
  readonly #left = new Map<bigint, { balance: Cents; due: Cents }>();

  leftOf({ id, balance, due }: RunningLoan): { balance: Cents; due: Cents } {
    return this.#left.get(id) ?? { balance, due };
  }

  take(loan: RunningLoan, amount: Cents): void {
    const { balance, due } = this.leftOf(loan);
    this.#left.set(loan.id, {
      balance: cents(balance - amount),
      due: due > amount ? cents(due - amount) : ZERO_CENTS,
    });
  }
}

export interface Matching {
  readonly payers: ReadonlyMap<string, Payer>;
  /** Numbers in the notes that are the number of any loan. */
  readonly loanNos: ReadonlySet<string>;
  /** Numbers of members who have left, who are not credited. */
  readonly left?: ReadonlySet<string>;
  readonly takesDeposits: boolean;
  /** Interprets notes by the society's words. */
  readonly words: NoteReader;
  /** The shares of lines decided before. */
  readonly open?: OpenLoans;
  /** Members with decided lines; a member here has more than one line. */
  readonly decidedFor?: ReadonlySet<string>;
}

/** The content of a line's note: the loans it names, and the destinations. */
export interface Note extends NoteReading {
  readonly loanNos: readonly string[];
}

/** A line with its note as it was read. */
export interface NotedLine {
  readonly line: FileLine;
  readonly note: Note;
  /** Whether it is the only line of its member in the file. */
  readonly isSingle: boolean;
}

type Outcome = Pick<MatchedLine, "state" | "reason" | "parts">;

function settled(reason: LineReason, parts: readonly Part[]): Outcome {
  return { state: "matched", reason, parts };
}

export function held(state: LineState, reason: LineReason, { amount }: FileLine): Outcome {
  return { state, reason, parts: [inSuspense(amount)] };
}

/** A line of a member, to be split over the member's loans and accounts. */
export class Payment {
  readonly payer: Payer;
  readonly line: FileLine;
  readonly open: OpenLoans;
  /** The member's loans with a balance. */
  readonly running: readonly RunningLoan[];
  readonly owed: Cents;
  readonly due: Cents;

  constructor(payer: Payer, line: FileLine, open: OpenLoans) {
    this.payer = payer;
    this.line = line;
    this.open = open;
    this.running = payer.loans.filter((loan) => open.leftOf(loan).balance > 0n);
    this.owed = addCents(...this.running.map((loan) => open.leftOf(loan).balance));
    this.due = addCents(...this.running.map((loan) => open.leftOf(loan).due));
  }

  onLoan(loan: RunningLoan): Part {
    return pay(this.payer, loan, this.line.amount, this.open);
  }

  /** The amount due, or the whole balance; null if the amount is neither. */
  onLoans(): Outcome | null {
    const { running, line, owed, due } = this;
    const [only] = running;
    if (line.amount > due && line.amount !== owed) return null;
    if (running.length === 1 && only !== undefined) return settled("one-loan", [this.onLoan(only)]);
    return line.amount === owed
      ? settled("pays-all", this.onEach())
      : settled("oldest-due-first", payOldestFirst(this, line.amount));
  }

  onEach(): Part[] {
    return this.running.map((loan) => {
      return pay(this.payer, loan, this.open.leftOf(loan).balance, this.open);
    });
  }

  /** Why an amount above the amount due is ambiguous. */
  tooMuch(): Outcome {
    if (this.line.amount > this.owed) return held("ambiguous", "more-than-owed", this.line);
    const reason = this.running.length === 1 ? "more-than-due" : "several-loans";
    return held("ambiguous", reason, this.line);
  }
}

export function destine(payment: Payment, noted: NotedLine, matching: Matching): Outcome {
  const { line, note } = noted;
  const [only, ...more] = note.destinations;
  if (isContradictory(note)) return held("ambiguous", "note-contradicts", line);
  if (note.loanNos[0] !== undefined) return destineNamedLoan(payment, note.loanNos[0]);
  if (only === undefined || more.length > 0) return destineUnnamed(payment, noted, matching);
  return only === "loan" ? destineLoan(payment) : destineWord(payment, only, matching);
}

/** Whether a note names two destinations other than loan and deposits together, or two loans. */
function isContradictory({ loanNos, destinations }: Note): boolean {
  if (loanNos.length > 1) return true;
  if (loanNos.length === 1) return [...destinations].some((to) => to !== "loan");
  return destinations.size > 1 && !isCombined(destinations);
}

/** Whether a note gives one total for the loan and for savings. */
function isCombined(destinations: ReadonlySet<Destination>): boolean {
  return destinations.size === 2 && destinations.has("loan") && destinations.has("deposits");
}

/** A note that names deposits, share capital, a fee or suspense. */
function destineWord(
  { payer, line }: Payment,
  to: Exclude<Destination, "loan">,
  { takesDeposits }: Matching,
): Outcome {
  if (to === "suspense") return held("ambiguous", "word-held", line);
  if (to === "deposits" && !takesDeposits) return held("unmatched", "no-deposits", line);
  const reasons = { deposits: "deposits-named", "share-capital": "share-capital-named" } as const;
  const reason = to === "deposits" || to === "share-capital" ? reasons[to] : "fee-named";
  return settled(reason, [toMember(to, payer.memberId, line.amount)]);
}

function destineNamedLoan(payment: Payment, loanNo: string): Outcome {
  const { line, running, open } = payment;
  const named = running.find((loan) => loan.loanNo === loanNo);
  if (named === undefined) return held("unmatched", "loan-not-running", line);
  if (line.amount > open.leftOf(named).balance) return held("ambiguous", "more-than-owed", line);
  return settled("loan-named", [payment.onLoan(named)]);
}

/** A note that names a loan without saying which: a single loan takes all, up to its balance. */
function destineLoan(payment: Payment): Outcome {
  const { line, running, owed } = payment;
  const [only] = running;
  if (only === undefined) return held("ambiguous", "no-loan-for-note", line);
  if (running.length === 1 && line.amount <= owed) {
    return settled("one-loan", [payment.onLoan(only)]);
  }
  return payment.onLoans() ?? payment.tooMuch();
}

/** An empty note, one with unknown words, or one that names loan and savings together. */
function destineUnnamed(
  payment: Payment,
  { line, note, isSingle }: NotedLine,
  { takesDeposits }: Matching,
): Outcome {
  const { running, due, owed } = payment;
  if (running.length === 0) {
    const isForLoan = note.destinations.has("loan");
    return isForLoan
      ? held("ambiguous", "no-loan-for-note", line)
      : held("unmatched", "no-loan", line);
  }
  const isUnknown = note.hasUnknown && note.destinations.size === 0;
  if (isUnknown && line.amount !== due && line.amount !== owed) {
    return held("ambiguous", "note-unknown", line);
  }
  const paid = payment.onLoans();
  if (paid !== null) return paid;
  if (!takesDeposits) {
    return note.destinations.size > 0
      ? held("unmatched", "no-deposits", line)
      : destineLoan(payment);
  }
  return isSingle && due > 0n ? splitByExpected(payment) : payment.tooMuch();
}

/** One total for loans and savings: the amounts due on loans, and the rest to deposits. */
function splitByExpected(payment: Payment): Outcome {
  const { payer, line, due } = payment;
  const rest = toMember("deposits", payer.memberId, cents(line.amount - due));
  return settled("split-by-expected", [...payOldestFirst(payment, due), rest]);
}

function payOldestFirst({ payer, running, open }: Payment, amount: Cents): Part[] {
  let rest = amount;
  const inOrder = running.toSorted(
    (one, other) => compare(one.oldestDueOn, other.oldestDueOn) || compare(one.id, other.id),
  );
  return inOrder.flatMap((loan) => {
    const { due } = open.leftOf(loan);
    const share = due < rest ? due : rest;
    if (share === 0n) return [];
    rest = cents(rest - share);
    return [pay(payer, loan, share, open)];
  });
}

function compare<T extends string | bigint>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function pay(payer: Payer, loan: RunningLoan, amount: Cents, open: OpenLoans): Part {
  open.take(loan, amount);
  return { destination: "loan", loanId: loan.id, memberId: payer.memberId, amount };
}
