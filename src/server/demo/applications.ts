import { type LoanQuote, quoteLoan, specifiedPrice } from "#shared/instant-loan.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { formatMoney, shillings } from "#shared/money.ts";
import { apply, approve, decline } from "#server/instant-loans/commands.ts";
import type { UnitOfWork } from "#server/platform/database.ts";
import { limitDefaults } from "#server/platform/limits.ts";
import { Refusal } from "#server/platform/refusal.ts";

/** An application of the demo, counted back from today, and what the checker made of it. */
export interface DemoApplication {
  readonly memberNo: string;
  /** In shillings. */
  readonly principal: number;
  readonly months: number;
  readonly appliedDaysAgo: number;
  readonly outcome: "waits" | "approved" | "declined";
}

/** The oldest first, as in docs/demo.md; the news of all of them is too old to be sent. */
export const demoApplications: readonly DemoApplication[] = [
  { memberNo: "MS1003", principal: 95_000, months: 6, appliedDaysAgo: 9, outcome: "declined" },
  { memberNo: "MS1007", principal: 40_000, months: 4, appliedDaysAgo: 6, outcome: "approved" },
  { memberNo: "MS1004", principal: 12_000, months: 3, appliedDaysAgo: 4, outcome: "waits" },
];

const CHECKER = "staff:ST9002";
const REASON = "Two instalments of the development loan have to be paid first.";
const asleep = () => {};

/** Sends an application as its member would, and has the checker decide it; all by the commands. */
export async function playApplication(work: UnitOfWork, planned: DemoApplication): Promise<void> {
  const quote = quoteLoan(shillings(planned.principal), planned.months, specifiedPrice);
  const memberNo = planned.memberNo as MemberNo;
  const by = `member:${memberNo}`;
  const given = {
    memberNo,
    by,
    period: planned.months,
    language: "en",
    ...figuresOf(quote),
  } as const;
  const loan = await apply(work, given, limitDefaults, asleep);
  if (loan instanceof Refusal) throw new Error(`${memberNo} cannot apply: ${loan.code}`);
  const move = { loanNo: loan.loan_no, by: CHECKER };
  if (planned.outcome === "approved") await approve(work, move, asleep);
  if (planned.outcome === "declined") await decline(work, { ...move, reason: REASON }, asleep);
}

function figuresOf({ principal, total, monthlyDeduction }: LoanQuote) {
  const plain = (amount: typeof total) => formatMoney(amount).replaceAll(",", "");
  return { amount: principal, total: plain(total), repayment: plain(monthlyDeduction) };
}
