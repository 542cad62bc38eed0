import * as z from "zod/mini";
import { type LoanPrice, type LoanQuote, quoteLoan } from "#shared/instant-loan.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { formatMoney, shillings } from "#shared/money.ts";
import { answer } from "#server/loans/guarantees/commands.ts";
import { loanPayouts } from "#server/payouts/queue/loan-payouts.ts";
import { apply, approve, decline, disburse } from "#server/loans/instant-loans/commands.ts";
import { amend } from "#server/loans/amendments/commands.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

/** An application of the demo, counted back from today, with the loans officer's decision. */
export interface DemoApplication {
  readonly memberNo: string;
  /** In shillings. */
  readonly principal: number;
  readonly months: number;
  readonly appliedDaysAgo: number;
  /** A disbursed one waits for the office to pay it, as its member has no confirmed number. */
  readonly outcome: "waits" | "approved" | "declined" | "disbursed";
  /** The proposed guarantors; none if the member's own deposits cover it. */
  /** The larger amount that the clerk proposed, in shillings; the member has not answered. */
  readonly proposed?: number;
  readonly guarantors: readonly {
    readonly memberNo: string;
    /** In shillings. */
    readonly amount: number;
    readonly has: "accepted" | "not answered";
  }[];
}

/**
 * The oldest first, as in docs/demo.md; the notifications of all of them are too old to be sent.
 */
export const demoApplications: readonly DemoApplication[] = [
  alone({ memberNo: "MS1003", principal: 60_000, months: 6, appliedDaysAgo: 9 }, "declined"),
  alone({ memberNo: "MS1010", principal: 8000, months: 4, appliedDaysAgo: 7 }, "disbursed"),
  alone({ memberNo: "MS1007", principal: 40_000, months: 4, appliedDaysAgo: 6 }, "approved"),
  alone({ memberNo: "MS1002", principal: 9000, months: 3, appliedDaysAgo: 5 }, "approved"),
  alone({ memberNo: "MS1004", principal: 12_000, months: 3, appliedDaysAgo: 4 }, "waits"),
  {
    ...alone({ memberNo: "MS1009", principal: 92_730, months: 6, appliedDaysAgo: 3 }, "waits"),
    guarantors: [
      { memberNo: "MS1005", amount: 12_000, has: "accepted" },
      { memberNo: "MS1001", amount: 8000, has: "not answered" },
    ],
  },
  {
    ...alone({ memberNo: "MS1008", principal: 30_000, months: 4, appliedDaysAgo: 3 }, "waits"),
    proposed: 35_000,
  },
];

type Alone = Omit<DemoApplication, "outcome" | "guarantors" | "proposed">;

function alone(asked: Alone, outcome: DemoApplication["outcome"]): DemoApplication {
  return { ...asked, outcome, guarantors: [] };
}

const CLERK = "staff:ST9001";
const OFFICER = "staff:ST9002";
const ADMINISTRATOR = "staff:ST9003";
const REASON = "Two instalments of the development loan have to be paid first.";
const asleep = () => {};

/** Sends an application as its member would, and decides it as the loans officer, by commands. */
export async function playApplication(
  work: UnitOfWork,
  planned: DemoApplication,
  price: LoanPrice,
): Promise<void> {
  const quote = quoteLoan(shillings(planned.principal), planned.months, price);
  const memberNo = planned.memberNo as MemberNo;
  const by = `member:${memberNo}`;
  const given = {
    memberNo,
    by,
    period: planned.months,
    guarantors: planned.guarantors.map((named) => ({
      memberNo: named.memberNo as MemberNo,
      amount: shillings(named.amount),
    })),
    language: "en",
    ...figuresOf(quote),
  } as const;
  const loan = await apply(work, given, limitDefaults, asleep);
  if (loan instanceof Problem) throw new Error(`${memberNo} cannot apply: ${loan.code}`);
  for (const { memberNo: guarantorNo, has } of planned.guarantors) {
    if (has === "accepted") await accept(work, loan.id, guarantorNo as MemberNo);
  }
  if (planned.proposed !== undefined) {
    const change = {
      id: loan.id,
      amount: shillings(planned.proposed),
      by: CLERK,
      language: "en",
    } as const;
    await amend(work, change, asleep);
  }
  const move = { loanNo: loan.loan_no, by: OFFICER };
  const isApproved = planned.outcome === "approved" || planned.outcome === "disbursed";
  if (isApproved) await approve(work, move, asleep);
  if (planned.outcome === "disbursed") {
    const paid = { ...move, by: ADMINISTRATOR };
    await disburse(work, paid, { notify: asleep, payouts: loanPayouts });
  }
  if (planned.outcome === "declined") await decline(work, { ...move, reason: REASON }, asleep);
}

const findAsked = statement({
  text: `select g.id from guarantee g join member m on m.id = g.guarantor_id
    where g.loan_id = $1 and m.member_no = $2`,
  row: z.object({ id: z.bigint() }),
});

async function accept(work: UnitOfWork, loanId: bigint, memberNo: MemberNo): Promise<void> {
  const asked = await work.first(findAsked, [loanId, memberNo]);
  if (asked === null) throw new Error(`${memberNo} was not asked`);
  await answer(work, { id: asked.id, memberNo }, "accepted", asleep);
}

function figuresOf({ principal, total, monthlyDeduction }: LoanQuote) {
  const plain = (amount: typeof total) => formatMoney(amount).replaceAll(",", "");
  return { amount: principal, total: plain(total), repayment: plain(monthlyDeduction) };
}
