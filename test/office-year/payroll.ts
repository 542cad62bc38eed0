import { FIRST_NUMBER, type Loan, type Member } from "./truth.ts";
import { csv, shillings } from "./files.ts";
import { type Holding, sum } from "./recompute.ts";

/** One line of the employer's file, with its true meaning. */
export interface PayrollLine {
  readonly memberNo: string;
  readonly amount: bigint;
  readonly note: string;
  readonly toLoan: bigint;
  readonly toDeposits: bigint;
  readonly toShares: bigint;
  readonly toSuspense: bigint;
}

const none = { toLoan: 0n, toDeposits: 0n, toShares: 0n, toSuspense: 0n };

/** The lines of April 2026 that nobody can place without asking. */
export const TYPING_ERROR = "MX9001";
/** The member whose line brings 2,500.00 more than the loan's balance. */
export const OVERPAYS = 105;
export const OVER = 250_000n;
/** The amount of each unknown number. */
const UNKNOWN = 70_000n;

/**
 * Returns the lines of April, with shortfalls, unknown numbers, one-total lines and an overpayment.
 */
export function aprilLines(
  members: readonly Member[],
  held: ReadonlyMap<string, Holding>,
): PayrollLine[] {
  const known = members.flatMap((member, index) =>
    linesOf(member, index, held.get(member.memberNo)?.owed ?? 0n),
  );
  const unknown = [1, 2, 3, 4, 5].map((n) => {
    return {
      ...none,
      memberNo: `MX900${n}`,
      amount: UNKNOWN,
      note: "Savings",
      toSuspense: UNKNOWN,
    };
  });
  return [...known, ...unknown];
}

function linesOf(member: Member, index: number, owed: bigint): PayrollLine[] {
  const { memberNo, loan } = member;
  const saves = member.deposits.find((amount) => amount > 0n) ?? 0n;
  const savings = { ...none, memberNo, amount: saves, note: "Savings", toDeposits: saves };
  if (loan === null || owed === 0n)
    return [...savingsLines(savings, index), ...sharesOf(memberNo, index)];
  if (index === OVERPAYS) {
    const amount = owed + OVER;
    return [{ ...none, memberNo, amount, note: "Loan", toSuspense: amount }, savings];
  }
  if (index % 5 === 0) {
    const asked = index % 40 === 0 ? ((loan.monthly * 6n) / 1000n) * 100n : loan.monthly;
    const amount = asked < owed ? asked : owed;
    return [{ ...none, memberNo, amount, note: "Loan", toLoan: amount }, savings];
  }
  const amount = loan.monthly + saves;
  const due = dueByApril(loan, owed);
  // A member who paid ahead owes nothing yet, so that nobody knows what the one total is for.
  if (due === 0n) return [{ ...none, memberNo, amount, note: "", toSuspense: amount }];
  const toLoan = amount < due ? amount : due;
  return [{ ...none, memberNo, amount, note: "", toLoan, toDeposits: amount - toLoan }];
}

/** A seventh of those without a loan have a line that nobody can understand without asking. */
function savingsLines(savings: PayrollLine, index: number): PayrollLine[] {
  const { amount } = savings;
  if (index % 30 === 14) return [{ ...savings, note: "", toDeposits: 0n, toSuspense: amount }];
  if (index % 60 === 23)
    return [{ ...savings, note: "Imprest", toDeposits: 0n, toSuspense: amount }];
  return [savings];
}

function sharesOf(memberNo: string, index: number): PayrollLine[] {
  if (index % 30 !== 7 && index % 30 !== 12) return [];
  return [{ ...none, memberNo, amount: 50_000n, note: "Hisa", toShares: 50_000n }];
}

/** The amount due by the end of April 2026 and not repaid, with arrears. */
export function dueByApril(loan: Loan, owed: bigint): bigint {
  const total = loan.principal + loan.fee;
  const startMonth = Number(loan.start.slice(5, 7));
  // The first instalment is due a month after the start, so by April 2026 these have come.
  const come = Math.min(loan.months, 16 - startMonth);
  const asked = come === loan.months ? total : BigInt(come) * loan.monthly;
  const due = asked - (total - owed);
  return due > 0n ? due : 0n;
}

/** The file as the payroll prints it: a title, somebody on unpaid leave, and the total. */
export function payrollFile(lines: readonly PayrollLine[]): string {
  const rows = lines.map(({ memberNo, amount, note }) => [memberNo, shillings(amount), note]);
  const foot = [
    ["MS2300", "0.00", "Savings"],
    ["TOTAL", shillings(sum(lines.map(({ amount }) => amount))), ""],
  ];
  const table = csv(["M/No", "Amount (KES)", "Remarks"], [...rows, ...foot]);
  return `UZIMA HOSPITAL PAYROLL - APRIL 2026,,\r\n${table}`;
}

/** The row of the first line, below the title and the headings. */
const FIRST_ROW = 3;

export interface Decision {
  /** The row of the file. */
  readonly row: number;
  readonly body: unknown;
  readonly memberNo: string;
  readonly toLoan: bigint;
  readonly toDeposits: bigint;
}

/** The clerk's findings: the member meant, and the purpose of the overpayment. */
export function decisions(
  lines: readonly PayrollLine[],
  held: ReadonlyMap<string, Holding>,
): Decision[] {
  const rowOf = (memberNo: string) =>
    lines.findIndex((line) => line.memberNo === memberNo) + FIRST_ROW;
  const meant = "MS2003";
  const over = `MS${FIRST_NUMBER + OVERPAYS}`;
  const toLoan = held.get(over)?.owed ?? 0n;
  const parts = [
    { to: "loan", loanNo: `DL${7001 + OVERPAYS}`, amount: Number(toLoan) / 100 },
    { to: "deposits", amount: Number(OVER) / 100 },
  ];
  return [
    {
      row: rowOf(TYPING_ERROR),
      body: { to: "deposits", memberNo: meant },
      memberNo: meant,
      toLoan: 0n,
      toDeposits: UNKNOWN,
    },
    { row: rowOf(over), body: { parts }, memberNo: over, toLoan, toDeposits: OVER },
  ];
}
