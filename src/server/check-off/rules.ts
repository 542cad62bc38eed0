import type { Destination, LineReason, LineState, Placement } from "#shared/contract/check-off.ts";
import { type MemberNo, parseMemberNo } from "#shared/member-number.ts";
import {
  addCents,
  type Cents,
  cents,
  formatMoney,
  parseTypedAmount,
  ZERO_CENTS,
} from "#shared/money.ts";
import type { ReadingDesk } from "#server/csv-import/reading-desk.ts";
import type { TableColumn, TableFault, TableRow } from "#server/csv-import/read-table.ts";
import type { Payer, RunningLoan } from "#server/lending/running-loans.ts";
import { sha256Hex } from "#server/platform/random.ts";
import { Refusal } from "#server/platform/refusal.ts";

/** The columns of a check-off file, with what payroll systems call them. */
export const fileColumns: readonly TableColumn[] = [
  {
    name: "member_no",
    aliases: ["member", "memNo", "accNo", "membership_no", "payroll_no"],
    needed: true,
  },
  { name: "amount", aliases: ["amt", "deduction", "value"], needed: true },
  { name: "note", aliases: ["loan_no", "loan", "narration", "remarks"], needed: false },
];

/** A line of the file as it was read. */
export interface FileLine {
  readonly row: number;
  readonly memberNo: MemberNo;
  readonly amount: Cents;
  readonly note: string;
}

const LONGEST_NOTE = 100;

/** Reads a row of a file; what is wrong with its cells is added, and there is no line then. */
function readLine({ row, cells }: TableRow, faults: TableFault[]): FileLine[] {
  const [memberCell = "", amountCell = "", note = ""] = cells;
  const memberNo = parseMemberNo(memberCell);
  const amount = parseTypedAmount(amountCell.replace(/^KES\s*/i, ""));
  const isNote = note.length <= LONGEST_NOTE && !/\p{Cc}/u.test(note);
  if (memberNo === null) faults.push({ row, column: "member_no", problem: "row.memberNo" });
  if (amount === null) faults.push({ row, column: "amount", problem: "row.amount" });
  if (!isNote) faults.push({ row, column: "note", problem: "row.note" });
  return memberNo !== null && amount !== null && isNote ? [{ row, memberNo, amount, note }] : [];
}

/** What all lines come to. */
export function sumOf(lines: readonly { readonly amount: Cents }[]): Cents {
  let sum = 0n;
  for (const { amount } of lines) sum += amount;
  return cents(sum);
}

const FAULTS_SHOWN = 200;

/** A file as it was sent. */
export interface SentFile {
  readonly fileName: string;
  readonly declared: Cents;
  readonly content: Uint8Array;
}

/** A file that was read and comes to what was declared. */
export interface ReadFile {
  readonly sha256: string;
  readonly lines: readonly FileLine[];
}

/** Reads a file before any connection is held; refuses one with any fault, and says where. */
export async function readSent(
  sender: string,
  sent: SentFile,
  reading: ReadingDesk,
): Promise<ReadFile> {
  const lines: FileLine[] = [];
  const wrong: TableFault[] = [];
  const file = { content: sent.content, columns: fileColumns };
  const found = await reading.readRows(sender, file, (rows) => {
    for (const row of rows) lines.push(...readLine(row, wrong));
  });
  const faults = [...found, ...wrong];
  if (faults.length > 0) {
    const fields = faults.slice(0, FAULTS_SHOWN).map(({ row, column, problem }) => ({
      field: `row:${row}:${column}`,
      problem,
    }));
    throw new Refusal("file-faults", { values: { count: faults.length }, fields });
  }
  const sum = sumOf(lines);
  if (sum !== sent.declared) {
    const fields = [{ field: "declared", problem: "declared.differs" as const }];
    throw new Refusal("declared-differs", { values: { sum: formatMoney(sum) }, fields });
  }
  return { sha256: sha256Hex(sent.content), lines };
}

/** An amount of a line and where it goes. */
export interface Part {
  readonly destination: Destination;
  readonly loanId: bigint | null;
  /** Whose it becomes; nobody's yet in suspense. */
  readonly memberId: bigint | null;
  readonly amount: Cents;
}

/** What became of a line; its parts sum to its amount. */
export interface MatchedLine extends FileLine {
  readonly memberId: bigint | null;
  readonly state: LineState;
  readonly reason: LineReason;
  readonly parts: readonly Part[];
}

/** What is left to be paid of a loan once the lines before have had their share. */
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

interface Matching {
  readonly payers: ReadonlyMap<string, Payer>;
  /** Numbers among the notes that name a loan of anybody. */
  readonly loanNos: ReadonlySet<string>;
  readonly takesDeposits: boolean;
  /** What decided lines have had before. */
  readonly open?: OpenLoans;
}

/**
 * Finds where each line goes. Lines whose note names a loan or deposits come first, then the others
 * in the order of the file; whatever no rule places goes to suspense, so that no cent is left out.
 */
export function matchLines(lines: readonly FileLine[], matching: Matching): MatchedLine[] {
  const open = matching.open ?? new OpenLoans();
  const isNamed = ({ note }: FileLine) => wordOf(note) !== "other" || loanOf(note, matching);
  const named = lines.filter(isNamed);
  const others = lines.filter((line) => !isNamed(line));
  return [...named, ...others]
    .map((line) => match(line, matching, open))
    .toSorted((one, other) => one.row - other.row);
}

const depositWords = /^(deposits?|savings?|amana|akiba)$/i;

function wordOf(note: string): "deposits" | "other" {
  return depositWords.test(note) ? "deposits" : "other";
}

function loanOf(note: string, { loanNos }: Matching): boolean {
  return loanNos.has(note.toUpperCase());
}

function match(line: FileLine, matching: Matching, open: OpenLoans): MatchedLine {
  const payer = matching.payers.get(line.memberNo);
  const memberId = payer?.memberId ?? null;
  const settled = (reason: LineReason, parts: readonly Part[]): MatchedLine => {
    return { ...line, memberId, state: "matched", reason, parts };
  };
  const held = (state: LineState, reason: LineReason): MatchedLine => {
    return { ...line, memberId, state, reason, parts: [inSuspense(line.amount)] };
  };
  if (payer === undefined) return held("unmatched", "no-member");
  if (wordOf(line.note) === "deposits") {
    return matching.takesDeposits
      ? settled("deposits-named", [toMember("deposits", payer.memberId, line.amount)])
      : held("unmatched", "no-deposits");
  }
  const running = payer.loans.filter((loan) => open.leftOf(loan).balance > 0n);
  if (loanOf(line.note, matching)) {
    const named = running.find(({ loanNo }) => loanNo === line.note.toUpperCase());
    if (named === undefined) return held("unmatched", "loan-not-running");
    if (line.amount > open.leftOf(named).balance) return held("ambiguous", "more-than-owed");
    return settled("loan-named", [pay(payer, named, line.amount, open)]);
  }
  if (running.length === 0) return held("unmatched", "no-loan");
  const owed = addCents(...running.map((loan) => open.leftOf(loan).balance));
  if (line.amount > owed) return held("ambiguous", "more-than-owed");
  const [only] = running;
  if (running.length === 1 && only !== undefined) {
    return settled("one-loan", [pay(payer, only, line.amount, open)]);
  }
  if (line.amount === owed) {
    const all = running.map((loan) => pay(payer, loan, open.leftOf(loan).balance, open));
    return settled("pays-all", all);
  }
  const due = addCents(...running.map((loan) => open.leftOf(loan).due));
  if (line.amount > due) return held("ambiguous", "several-loans");
  return settled("oldest-due-first", payOldestFirst(payer, running, line.amount, open));
}

function payOldestFirst(
  payer: Payer,
  running: readonly RunningLoan[],
  amount: Cents,
  open: OpenLoans,
): Part[] {
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

/** An amount that nobody owns yet. */
export function inSuspense(amount: Cents): Part {
  return { destination: "suspense", loanId: null, memberId: null, amount };
}

/** Returns an amount that goes to what a member has or pays, other than a loan. */
export function toMember(to: Exclude<Placement, "loan">, memberId: bigint, amount: Cents): Part {
  return { destination: to, loanId: null, memberId, amount };
}

/** The parts of a line that a clerk put on a loan: what is more than is owed waits in suspense. */
export function toLoan(
  loan: { readonly id: bigint; readonly memberId: bigint; readonly balance: Cents },
  amount: Cents,
): Part[] {
  const share = amount < loan.balance ? amount : loan.balance;
  const rest = cents(amount - share);
  const paid = { destination: "loan", loanId: loan.id, memberId: loan.memberId } as const;
  return [{ ...paid, amount: share }, ...(rest > 0n ? [inSuspense(rest)] : [])];
}
