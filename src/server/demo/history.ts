import { addDays, addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import type { LoanPrice, LoanQuote } from "#shared/instant-loan.ts";
import { addCents, type Cents, cents, shillings, ZERO_CENTS } from "#shared/money.ts";
import { TAX_REMITTANCE_DAYS } from "#shared/dividend-tax.ts";
import { yearOf } from "#shared/public-holidays.ts";
import { workingCalendar } from "#shared/working-days.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import type { AccountCode } from "#server/ledger/journal/chart-of-accounts.ts";
import type { EntryKind } from "#server/ledger/journal/permitted-kinds.ts";
import {
  annualMeeting,
  firstOfMonth,
  monthName,
  monthOf,
  monthsFrom,
  mpesaReceipt,
  weekdayUpTo,
} from "./calendar.ts";
import type { DemoMember } from "./cast.ts";
import { type Contribution, dividendFor, splitDividend } from "./dividends.ts";
import { type DemoLoan, demoLoans, loanEvents } from "./loans.ts";
import { SeededRandom } from "./random.ts";
import { demoRates } from "./society.ts";

/** An event on a day of the demo's past. */
export type HistoryEvent =
  | { readonly what: "joins"; readonly date: CalendarDate; readonly member: DemoMember }
  | PlannedEntry
  | {
      readonly what: "borrows";
      readonly date: CalendarDate;
      readonly loan: DemoLoan;
      readonly quote: LoanQuote;
      readonly firstDueOn: CalendarDate;
    }
  | {
      readonly what: "reverses";
      readonly date: CalendarDate;
      readonly referenceNo: string;
    };

/** An entry before there are accounts: the amount for each account. */
export interface PlannedEntry {
  readonly what: "posts";
  readonly date: CalendarDate;
  readonly kind: EntryKind;
  /** Null for an entry of the society's own. */
  readonly memberNo: string | null;
  readonly narration: string;
  readonly referenceNo: string;
  readonly receiptNo: string;
  /** Of every account, or of each by its code. */
  readonly amounts: Cents | Readonly<Partial<Record<AccountCode, Cents>>>;
  /** The loan it repays; absent for other entries. */
  readonly loanNo?: string;
  /** The year of a declared dividend; absent for other entries. */
  readonly dividendYear?: number;
}

type Posting = Pick<PlannedEntry, "date" | "kind" | "narration" | "amounts"> &
  Partial<PlannedEntry>;

/** Nobody is paid, and no window closes, before this many days after the annual meeting. */
const DAYS_TO_PAYOUT = 40;

/**
 * The events at the demo's society up to a day, in order: the same for the same day and cast, and
 * shifted with the day, so that a demo always has a recent past.
 */
export function demoHistory(
  members: readonly DemoMember[],
  instantPrice: LoanPrice,
  today: CalendarDate,
): HistoryEvent[] {
  const history = new History(today);
  for (const [index, member] of members.entries()) {
    new MemberHistory(history, member, new SeededRandom(index + 1)).play();
  }
  for (const loan of demoLoans) {
    for (const event of loanEvents(loan, instantPrice, today)) history.add(event);
  }
  return history.inOrder();
}

class History {
  readonly today: CalendarDate;
  readonly #events: HistoryEvent[] = [];

  constructor(today: CalendarDate) {
    this.today = today;
  }

  /** Keeps the events up to today, without future ones. */
  add(event: HistoryEvent): boolean {
    if (event.date > this.today) return false;
    this.#events.push(event);
    return true;
  }

  /** The members' events with the society's own, which sum them up, by day. */
  inOrder(): HistoryEvent[] {
    const posted = this.#events.filter((event) => event.what === "posts");
    for (const event of societyEntries(posted)) this.add(event);
    return this.#events.toSorted((one, other) =>
      one.date < other.date ? -1 : +(one.date > other.date),
    );
  }

  /** The yearly returns, by the number of declared years in between. */
  ratesOf(year: number) {
    return demoRates[this.latestDeclaredYear - year];
  }

  get latestDeclaredYear(): number {
    const year = yearOf(this.today);
    return annualMeeting(year) <= this.today ? year - 1 : year - 2;
  }
}

/** Generates one member's history month by month. */
class MemberHistory {
  readonly #history: History;
  readonly #member: DemoMember;
  readonly #random: SeededRandom;
  readonly #joined: CalendarDate;
  readonly #deposits: Contribution[] = [];
  readonly #shares: Contribution[] = [];
  #withdrawable = ZERO_CENTS;

  constructor(history: History, member: DemoMember, random: SeededRandom) {
    this.#history = history;
    this.#member = member;
    this.#random = random;
    const month = addMonths(firstOfMonth(history.today), -member.joinedMonthsAgo);
    this.#joined = weekdayUpTo(addDays(month, 2 + random.below(12)));
  }

  play(): void {
    const { today } = this.#history;
    this.#history.add({ what: "joins", date: this.#joined, member: this.#member });
    this.#payIn("opening-savings", this.#joined, shillings(this.#member.deposit), {
      narration: narrationOf("openingSavings"),
      referenceNo: `OPN-${this.#member.memberNo}`,
    });
    for (const [index, month] of monthsFrom(addMonths(this.#joined, 1), today).entries()) {
      if (monthOf(month) === 3) this.#declare(yearOf(month) - 1);
      this.#checkOff(month, index);
      this.#topUp(month);
      if (this.#member.hasWithdrawable) this.#useWithdrawable(month, index);
      if (monthOf(month) === 5) this.#payDividend(yearOf(month) - 1);
    }
  }

  #post(posting: Posting): boolean {
    const { memberNo } = this.#member;
    return this.#history.add({
      what: "posts",
      memberNo,
      referenceNo: "",
      receiptNo: "",
      ...posting,
    });
  }

  /** Posts a contribution and remembers it, because dividends are calculated from it. */
  #payIn(
    kind: EntryKind,
    date: CalendarDate,
    amount: Cents,
    words: Pick<PlannedEntry, "narration"> & Partial<PlannedEntry>,
  ): void {
    const to = kind.includes("share-capital") ? this.#shares : this.#deposits;
    if (this.#post({ kind, date, amounts: amount, ...words })) to.push({ date, amount });
  }

  #checkOff(month: CalendarDate, index: number): void {
    const { memberNo, deposit, raise, shares, sharesWanted } = this.#member;
    const date = weekdayUpTo(addDays(month, 27));
    const run = `PCO-${month.slice(2, 4)}${month.slice(5, 7)}-${memberNo}`;
    const amount = shillings(deposit + raise * Math.floor(index / 24));
    const words = {
      narration: narrationOf("checkOff", { month: monthName(month) }),
      referenceNo: run,
    };
    this.#payIn("deposit-by-check-off", date, amount, words);
    const held = addCents(...this.#shares.map((paid) => paid.amount));
    if (held < shillings(sharesWanted)) {
      this.#payIn("share-capital-by-check-off", date, shillings(shares), words);
    }
    if (memberNo === "MS1001" && month === this.#monthEnteredTwice()) {
      const twice = { ...words, referenceNo: `${run}B` };
      this.#post({ kind: "deposit-by-check-off", date, amounts: amount, ...twice });
      const day = addDays(date, 1);
      this.#history.add({ what: "reverses", date: day, referenceNo: `${run}B` });
    }
  }

  /** A whole month ago or more, so that both the mistake and its correction have happened. */
  #monthEnteredTwice(): CalendarDate {
    return addMonths(firstOfMonth(this.#history.today), -3);
  }

  #topUp(month: CalendarDate): void {
    if (this.#random.below(12) >= this.#member.topUpsAYear) return;
    const date = addDays(month, 1 + this.#random.below(24));
    const amount = cents(BigInt(500 + 250 * this.#random.below(15)) * 100n);
    // Now and then somebody sends an odd amount, which a statement must show to the cent.
    const odd = this.#random.below(4) === 0 ? cents(50n) : ZERO_CENTS;
    const receiptNo = mpesaReceipt(date, this.#random);
    const words = { narration: narrationOf("depositedByMpesa"), receiptNo, referenceNo: receiptNo };
    this.#payIn("deposit-by-mpesa", date, addCents(amount, odd), words);
  }

  #useWithdrawable(month: CalendarDate, index: number): void {
    if (index % 2 === 0) {
      const date = addDays(month, 4 + this.#random.below(5));
      const amount = shillings(500 + 500 * this.#random.below(6));
      const receiptNo = mpesaReceipt(date, this.#random);
      const words = {
        narration: narrationOf("depositedByMpesa"),
        receiptNo,
        referenceNo: receiptNo,
      };
      const posted = this.#post({ kind: "withdrawable-deposit", date, amounts: amount, ...words });
      if (posted) this.#withdrawable = addCents(this.#withdrawable, amount);
    } else if (this.#random.below(3) === 0 && this.#withdrawable > shillings(2000)) {
      const date = addDays(month, 14 + this.#random.below(5));
      const amount = shillings(1000 + 500 * this.#random.below(2));
      const narration = narrationOf("withdrawalToMpesa");
      const posted = this.#post({
        kind: "withdrawable-withdrawal",
        date,
        amounts: amount,
        narration,
      });
      if (posted) this.#withdrawable = cents(this.#withdrawable - amount);
      this.#settle(date, amount, narration);
    }
  }

  #settle(date: CalendarDate, amount: Cents, narration: string): void {
    const day = addDays(date, 1);
    const receiptNo = mpesaReceipt(day, this.#random);
    this.#post({ kind: "payout-settled", date: day, amounts: amount, narration, receiptNo });
  }

  #declare(year: number): void {
    const { onShareCapital, onDeposits, gross } = this.#dividendOf(year);
    if (gross === 0n) return;
    const parts = {
      "dividend-payable": gross,
      ...(onShareCapital > 0n ? { "dividend-appropriation": onShareCapital } : {}),
      ...(onDeposits > 0n ? { "interest-on-deposits": onDeposits } : {}),
    };
    this.#post({
      kind: "dividend-declared",
      date: annualMeeting(year + 1),
      narration: declared(year),
      referenceNo: `AGM-${year + 1}`,
      amounts: parts,
      dividendYear: year,
    });
  }

  #dividendOf(year: number) {
    const rates = this.#history.ratesOf(year) ?? { shareCapital: 10, deposits: 8 };
    const paidIn = { shares: this.#shares, deposits: this.#deposits };
    const dividend = dividendFor(year, rates, paidIn);
    return { ...dividend, gross: addCents(dividend.onShareCapital, dividend.onDeposits) };
  }

  #payDividend(year: number): void {
    if (this.#member.dividendOpen && year === this.#history.latestDeclaredYear) return;
    const { gross } = this.#dividendOf(year);
    if (gross === 0n) return;
    const split = splitDividend(gross, this.#member.dividendTo);
    const date = weekdayUpTo(addDays(annualMeeting(year + 1), DAYS_TO_PAYOUT));
    const referenceNo = `DIV-${year}-${this.#member.memberNo}`;
    if (split.mobile > 0n) {
      const narration = narrationOf("toMpesa", { narration: declared(year) });
      const tax = narrationOf("withholdingTax", { year: String(year) });
      const amounts = split.mobile;
      this.#post({
        kind: "withholding-tax",
        date,
        narration: tax,
        amounts: split.tax,
        referenceNo,
      });
      this.#post({ kind: "dividend-to-mobile", date, narration, amounts, referenceNo });
      this.#settle(date, amounts, narration);
    }
    if (split.shares > 0n) {
      const narration = narrationOf("toShares", { narration: declared(year) });
      this.#payIn("dividend-to-share-capital", date, split.shares, { narration, referenceNo });
    }
    if (split.deposits > 0n) {
      const narration = narrationOf("toDeposits", { narration: declared(year) });
      this.#payIn("dividend-to-deposits", date, split.deposits, { narration, referenceNo });
    }
  }
}

const declared = (year: number): string => narrationOf("dividend", { year: String(year) });

/** The public holidays between a payout in May and its remittance. */
const workingDays = workingCalendar({
  yearly: [5, 6].map((month) => ({ month, day: 1, fromYear: 1964, untilYear: null })),
  gazetted: [],
});

/** The society's own entries for all members together: check-off received, M-Pesa money, tax. */
function societyEntries(posted: readonly PlannedEntry[]): PlannedEntry[] {
  const own = (
    entry: PlannedEntry,
    date: CalendarDate,
    words: Pick<PlannedEntry, "kind" | "narration">,
  ) => ({ ...entry, ...words, date, memberNo: null, receiptNo: "" });
  const planned = posted.flatMap((entry): PlannedEntry[] => {
    const { date } = entry;
    if (entry.kind.endsWith("-by-check-off") && !entry.referenceNo.endsWith("B")) {
      const narration = `Check-off received, ${monthName(date)}`;
      const received = addDays(addMonths(firstOfMonth(date), 1), 4);
      return [own(entry, received, { kind: "check-off-received", narration })];
    }
    if (entry.kind.endsWith("-by-mpesa") || entry.kind === "withdrawable-deposit") {
      const narration = `M-Pesa takings, ${monthName(date)}`;
      const banked = addDays(addMonths(firstOfMonth(date), 1), 1);
      return [own(entry, banked, { kind: "mobile-money-banked", narration })];
    }
    if (entry.kind === "payout-settled") {
      const narration = "Float for payouts to members";
      return [own(entry, date, { kind: "mobile-money-funded", narration })];
    }
    if (entry.kind === "withholding-tax") {
      const narration = `Withholding tax for ${monthName(date)}`;
      const remitted = workingDays.add(date, TAX_REMITTANCE_DAYS);
      return [own(entry, remitted, { kind: "withholding-tax-remitted", narration })];
    }
    return [];
  });
  return summed(planned);
}

/** One entry for all of a kind on a day. */
function summed(entries: readonly PlannedEntry[]): PlannedEntry[] {
  const sums = new Map<string, PlannedEntry>();
  for (const entry of entries) {
    const name = `${entry.kind} ${entry.date}`;
    const sum = addCents(amountOf(sums.get(name)), amountOf(entry));
    const { loanNo: _, ...own } = entry;
    sums.set(name, { ...own, referenceNo: "", amounts: sum });
  }
  return [...sums.values()];
}

function amountOf(entry: PlannedEntry | undefined): Cents {
  return typeof entry?.amounts === "bigint" ? entry.amounts : ZERO_CENTS;
}
