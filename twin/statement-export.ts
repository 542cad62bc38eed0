import { toStatementTime } from "./nairobi-time.ts";
import type { StatementLine } from "./organisation-books.ts";
import { toDecimal } from "./shillings.ts";

/** The columns of the export of M-Pesa's organisation portal, and what each holds. */
const columns: readonly (readonly [string, (line: StatementLine) => string])[] = [
  ["Receipt No.", ({ receipt }) => receipt],
  ["Completion Time", ({ completedAt }) => toStatementTime(completedAt)],
  ["Initiation Time", ({ completedAt }) => toStatementTime(completedAt)],
  ["Details", ({ details }) => details],
  ["Transaction Status", ({ status }) => status],
  ["Paid In", ({ paidIn }) => (paidIn === 0n ? "" : toDecimal(paidIn))],
  ["Withdrawn", ({ withdrawn }) => (withdrawn === 0n ? "" : toDecimal(withdrawn))],
  ["Balance", ({ balance }) => toDecimal(balance)],
  ["Balance Confirmed", () => "true"],
  ["Reason Type", ({ reasonType }) => reasonType],
  ["Other Party Info", ({ otherParty }) => otherParty],
  ["Linked Transaction ID", ({ linkedReceipt }) => linkedReceipt],
  ["A/C No.", ({ accountReference }) => accountReference],
];

/** Returns a statement as CSV (RFC 4180) with a header row, oldest line first. */
export function statementCsv(lines: readonly StatementLine[]): string {
  const rows = [
    columns.map(([title]) => title),
    ...lines.map((line) => columns.map(([, valueOf]) => valueOf(line))),
  ];
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Returns a statement for JSON; amounts are whole cents as strings of digits. */
export function statementJson(lines: readonly StatementLine[]) {
  return lines.map((line) => ({
    ...line,
    completedAt: line.completedAt.toISOString(),
    paidIn: String(line.paidIn),
    withdrawn: String(line.withdrawn),
    balance: String(line.balance),
  }));
}
