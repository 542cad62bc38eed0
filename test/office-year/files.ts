import type { Loan, Member } from "./truth.ts";

/** The text somebody typed for a day they did not know. */
export const WRONG_DAY = "31/02/2019";

/** Every eighth member's file has a day that the calendar does not have. */
export function withWrongDay(member: Member): Member {
  return Number(member.memberNo.slice(2)) % 8 === 3 ? { ...member, joined: "" } : member;
}

/** The register as the old system prints it: a title, semicolons, and the letters of Windows. */
export function membersFile(members: readonly Member[]): Uint8Array {
  const joined = ({ joined: day }: Member) => (day === "" ? WRONG_DAY : dayFirst(day));
  const rows = members.map((m) => [m.memberNo, m.name, m.idNo, localMobile(m), joined(m)]);
  const heads = ["M/No", "Names", "Nat. ID", "Phone No", "Date Joined"];
  const table = csv(heads, rows, ";");
  return Buffer.from(`UZIMA SACCO - REGISTER OF MEMBERS;;;;\r\n;;;;\r\n${table}`, "latin1");
}

export function loansFile(members: readonly Member[]): string {
  const rows = loansOf(members).map(([member, loan]) => [
    loan.loanNo,
    member.memberNo,
    "Normal",
    shillings(loan.principal),
    shillings(loan.fee),
    shillings(loan.monthly),
    String(loan.months),
    loan.start,
  ]);
  const heads = ["loan_no", "member_no", "category", "principal", "fee", "monthly_deduction"];
  return csv([...heads, "term_months", "start_date"], rows);
}

/** Three years of entries as a spreadsheet's "Unicode text": tabs, in UTF-16. */
export function entriesFile(members: readonly Member[]): Uint8Array {
  const rows = members.flatMap((member) => [...savingsOf(member), ...loanEntriesOf(member)]);
  const table = csv(["Member No.", "Date", "Kind", "Loan No", "Amount (KES)"], rows, "\t");
  return Buffer.from(`\uFEFF${table}`, "utf16le");
}

function savingsOf(member: Member): string[][] {
  const { memberNo } = member;
  const entry = (date: string, kind: string, amount: bigint) =>
    amount === 0n ? [] : [[memberNo, date, kind, "", shillings(amount)]];
  return [
    ...entry("2024-12-31", "deposits_brought_forward", member.openingDeposits),
    ...entry("2024-12-31", "share_capital_brought_forward", member.openingShares),
    ...member.deposits.flatMap((amount, month) => entry(depositDay(month), "deposit", amount)),
    ...entry("2025-06-16", "share_capital", member.boughtShares),
  ];
}

function loanEntriesOf({ memberNo, loan }: Member): string[][] {
  if (loan === null) return [];
  const entry = (date: string, kind: string, amount: bigint) =>
    amount === 0n ? [] : [[memberNo, date, kind, loan.loanNo, shillings(amount)]];
  return [
    ...entry("2025-12-31", "loan_brought_forward", loan.broughtForward),
    ...loan.repaid.flatMap((amount, month) => entry(depositDay(12 + month), "loan_repaid", amount)),
  ];
}

/** The 28th of a month, counted from January 2025. */
function depositDay(month: number): string {
  return `${2025 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-28`;
}

function loansOf(members: readonly Member[]): [Member, Loan][] {
  return members.flatMap((member) => (member.loan === null ? [] : [[member, member.loan]]));
}

/** As people write it: 0712 000 482. */
function localMobile({ mobile }: Member): string {
  return mobile === "" ? "" : `0${mobile.slice(4, 7)} ${mobile.slice(7, 10)} ${mobile.slice(10)}`;
}

export function dayFirst(day: string): string {
  return day.split("-").toReversed().join("/");
}

/** Cents as 12,345.67. */
export function shillings(cents: bigint): string {
  const whole = String(cents / 100n).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${whole}.${String(cents % 100n).padStart(2, "0")}`;
}

/** 12,345.67 as cents. */
export function cents(text: string): bigint {
  const [whole = "0", part = "00"] = text.replaceAll(",", "").split(".");
  const size = BigInt(whole.replace("-", "") || "0") * 100n + BigInt(part.padEnd(2, "0"));
  return text.startsWith("-") ? -size : size;
}

export function csv(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  separator = ",",
): string {
  const cell = (text: string) =>
    /[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return `${[heads, ...rows].map((row) => row.map(cell).join(separator)).join("\r\n")}\r\n`;
}
