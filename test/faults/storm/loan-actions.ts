import type { Asked, Storm } from "./storm.ts";

const loan = (loanNo: string, step: string) => `/api/v1/instant-loans/${loanNo}/${step}`;

/** 6,600 over one month comes to 6,897. */
export const TOTAL = 6897;

/** Applies for an instant loan over one month. */
export function apply(memNo: string, amount = 6600, more: object = {}): Asked {
  const total = (amount * 1045) / 1000;
  const figures = { amount, period: 1, total, repayment: Math.round(total) };
  const body = { memNo, category: "Instant", ...figures, ...more };
  return { who: memNo, path: "/api/v1/instant/register", body };
}

export function approve(loanNo: string, who = "OFFICER-1"): Asked {
  return { who, path: loan(loanNo, "approval"), body: {}, decides: loanNo };
}

export function decline(loanNo: string, who = "OFFICER-2"): Asked {
  const body = { reason: "Not this month" };
  return { who, path: loan(loanNo, "decline"), body, decides: loanNo };
}

export function withdraw(loanNo: string, who: string): Asked {
  return { who, path: loan(loanNo, "withdrawal"), body: {} };
}

export function amend(id: string, amount: number): Asked {
  const path = `/api/v1/loandetails/${id}`;
  return { who: "CLERK-1", method: "PATCH", path, body: { item: { amount } } };
}

export function disburse(loanNo: string, who = "TREASURER-1"): Asked {
  return { who, path: loan(loanNo, "disbursement"), body: {}, decides: loanNo };
}

export function repay(loanNo: string, amount: number, receipt: string, who = "CLERK-1"): Asked {
  return { who, path: loan(loanNo, "repayments"), body: { amount, receipt } };
}

export function takeBack(loanNo: string, receipt: string, who = "CLERK-2"): Asked {
  return { who, path: loan(loanNo, "reversals"), body: { receipt, reason: "Another's" } };
}

export function blacklist(memberNo: string): Asked {
  const path = "/api/v1/instant-loans/blacklist";
  return { who: "ADMIN-1", path, body: { memberNo, reason: "Two loans unpaid" } };
}

/** A member with an application that waits for a decision. */
export async function applied(storm: Storm): Promise<{ memberNo: string; loanNo: string }> {
  const memberNo = await storm.member();
  const { loanNo } = await storm.done<{ loanNo: string }>(apply(memberNo));
  return { memberNo, loanNo };
}

/** A member with an approved loan. */
export async function approved(storm: Storm): Promise<{ memberNo: string; loanNo: string }> {
  const made = await applied(storm);
  await storm.done(approve(made.loanNo));
  return made;
}

/** A member with a running loan of 6,897. */
export async function disbursed(storm: Storm): Promise<{ memberNo: string; loanNo: string }> {
  const made = await approved(storm);
  await storm.done(disburse(made.loanNo));
  return made;
}

/** A member with such a loan, whose money the office has paid. */
export async function received(storm: Storm): Promise<{ memberNo: string; loanNo: string }> {
  const made = await approved(storm);
  await storm.done({ ...disburse(made.loanNo), body: { channel: "office" } });
  const [payout] = await storm.rows<{ id: string }>(
    "select p.id from payout p join loan l on l.id = p.loan_id where l.loan_no = $1",
    [made.loanNo],
  );
  const path = `/api/v1/payouts/${payout?.id}`;
  const body = { outcome: "paid", receipt: `CHQ-${storm.draw()}`, way: "cheque" };
  await storm.done({ who: "ADMIN-1", path: `${path}/result`, body });
  const agreed = { who: "TREASURER-2", path: `${path}/confirmation`, body: { agrees: true } };
  await storm.done(agreed);
  return made;
}

/** Returns the state of a loan. */
export async function stateOf(storm: Storm, loanNo: string): Promise<string> {
  const [row] = await storm.rows<{ state: string }>("select state from loan where loan_no = $1", [
    loanNo,
  ]);
  return row?.state ?? "none";
}

/** Returns how many loans a member has. */
export function loansOf(storm: Storm, memberNo: string): Promise<number> {
  const sql = "select from loan l join member m on m.id = l.member_id where m.member_no = $1";
  return storm.count(sql, [memberNo]);
}

/** Returns the balance of a loan, in shillings. */
export async function owedOn(storm: Storm, loanNo: string): Promise<number> {
  const [row] = await storm.rows<{ cents: string }>(
    `select balance_cents as cents from ledger_account
      where code = 'loan-receivable' and reference = $1`,
    [loanNo],
  );
  return Number(row?.cents ?? 0) / 100;
}
