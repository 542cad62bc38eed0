import { addDays, addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import { type LoanPrice, quoteLoan } from "#shared/instant-loan.ts";
import { cents, shillings, ZERO_CENTS } from "#shared/money.ts";
import { firstOfMonth, monthName, mpesaReceipt, weekdayUpTo } from "./calendar.ts";
import type { HistoryEvent } from "./history.ts";
import { SeededRandom } from "./random.ts";

/** A loan of the demo, its months counted back from today's. */
export interface DemoLoan {
  readonly loanNo: string;
  readonly memberNo: string;
  readonly category: "Instant" | "Development";
  readonly purpose: string;
  /** In shillings. */
  readonly principal: number;
  readonly months: number;
  readonly startedMonthsAgo: number;
  /** Late pays one instalment and no more; overpaid has more deducted than is owed. */
  readonly repaid: "on time" | "late" | "overpaid";
  readonly guarantors: readonly {
    readonly memberNo: string;
    /** In shillings. */
    readonly amount: number;
    readonly level: "Principal" | "Secondary";
  }[];
}

const developmentPrice: LoanPrice = {
  tiers: [{ upTo: null, flatFee: ZERO_CENTS, rateBasisPoints: 1000n }],
};

type Guarantor = DemoLoan["guarantors"][number];

const principal = (memberNo: string, amount: number): Guarantor => {
  return { memberNo, amount, level: "Principal" };
};
const secondary = (memberNo: string, amount: number): Guarantor => {
  return { memberNo, amount, level: "Secondary" };
};

type Terms = Pick<DemoLoan, "principal" | "months" | "startedMonthsAgo"> & Partial<DemoLoan>;

function instant(loanNo: string, memberNo: string, purpose: string, terms: Terms): DemoLoan {
  const rest = { repaid: "on time", guarantors: [] } as const;
  return { ...rest, loanNo, memberNo, category: "Instant", purpose, ...terms };
}

function development(loanNo: string, memberNo: string, purpose: string, terms: Terms): DemoLoan {
  return { ...instant(loanNo, memberNo, purpose, terms), category: "Development" };
}

/** The loans of the demo's members, described in docs/demo.md; MS1012 has none, nor a guarantee. */
export const demoLoans: readonly DemoLoan[] = [
  development("DL0251", "MS1007", "Plot in Kitengela", {
    principal: 300_000,
    months: 36,
    startedMonthsAgo: 20,
    guarantors: [principal("MS1002", 180_000), secondary("MS1004", 80_000)],
  }),
  development("DL0318", "MS1001", "House extension", {
    principal: 150_000,
    months: 24,
    startedMonthsAgo: 9,
    guarantors: [principal("MS1002", 60_000), principal("MS1005", 60_000)],
  }),
  instant("IL1850", "MS1002", "Hospital bill", {
    principal: 20_000,
    months: 3,
    startedMonthsAgo: 8,
  }),
  development("DL0327", "MS1003", "Dairy cow", {
    principal: 90_000,
    months: 18,
    startedMonthsAgo: 7,
    guarantors: [principal("MS1001", 40_000), principal("MS1007", 50_000)],
  }),
  development("DL0335", "MS1008", "Motorcycle", {
    principal: 120_000,
    months: 24,
    startedMonthsAgo: 5,
    guarantors: [principal("MS1005", 75_000), secondary("MS1001", 45_000)],
  }),
  instant("IL1904", "MS1006", "Rent", {
    principal: 6600,
    months: 2,
    startedMonthsAgo: 5,
    repaid: "overpaid",
  }),
  instant("IL1987", "MS1009", "Funeral expenses", {
    principal: 8000,
    months: 4,
    startedMonthsAgo: 4,
    repaid: "late",
    guarantors: [principal("MS1001", 4000)],
  }),
  instant("IL2041", "MS1001", "School fees", {
    principal: 12_000,
    months: 6,
    startedMonthsAgo: 2,
  }),
];

/** The events of a loan, in the order of its months, some of them yet to come. */
export function loanEvents(
  loan: DemoLoan,
  instantPrice: LoanPrice,
  today: CalendarDate,
): HistoryEvent[] {
  const price = loan.category === "Instant" ? instantPrice : developmentPrice;
  const quote = quoteLoan(shillings(loan.principal), loan.months, price);
  const month = addMonths(firstOfMonth(today), -loan.startedMonthsAgo);
  const date = weekdayUpTo(addDays(month, 9));
  // Due with the check-off, which comes on the last weekday up to the 28th.
  const firstDueOn = addDays(addMonths(month, 1), 27);
  const paidOn = addDays(date, 1);
  return [
    { what: "borrows", date, loan, quote, firstDueOn },
    {
      what: "posts",
      date: paidOn,
      kind: "payout-settled",
      memberNo: loan.memberNo,
      narration: `${loan.category} loan ${loan.loanNo}`,
      referenceNo: loan.loanNo,
      receiptNo: mpesaReceipt(paidOn, new SeededRandom(Number(loan.loanNo.slice(2)))),
      amounts: quote.principal,
    },
    ...deductionsOf(loan, quote).map((amount, index): HistoryEvent => {
      const due = addMonths(firstDueOn, index);
      return {
        what: "posts",
        date: weekdayUpTo(due),
        kind: "loan-repaid-by-check-off",
        memberNo: loan.memberNo,
        narration: narrationOf("loanRepaidOfMonth", { month: monthName(due) }),
        referenceNo: `PCO-${due.slice(2, 4)}${due.slice(5, 7)}-${loan.memberNo}`,
        receiptNo: "",
        amounts: cents(amount),
        loanNo: loan.loanNo,
      };
    }),
  ];
}

/** The deductions from the salary, month by month. */
function deductionsOf(
  { repaid }: DemoLoan,
  { instalments, monthlyDeduction }: ReturnType<typeof quoteLoan>,
) {
  if (repaid === "late") return instalments.slice(0, 1);
  return repaid === "overpaid" ? [...instalments, monthlyDeduction] : instalments;
}
