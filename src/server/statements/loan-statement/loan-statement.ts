import { documentLoanName } from "#shared/messages/statements/loan-names.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { fill, type Language } from "#shared/language.ts";
import { type DocumentWords, documentWords } from "#shared/messages/kernel/documents.ts";
import { plainDay } from "#shared/written-days.ts";
import {
  addCents,
  type Cents,
  cents,
  formatMoney,
  negateCents,
  ZERO_CENTS,
} from "#shared/money.ts";
import { referenceOf } from "#shared/statement-columns.ts";
import type { Issue } from "#server/kernel/documents/issue.ts";
import type {
  Cell,
  FurtherTable,
  Row,
  StatementTable,
} from "#server/kernel/documents/statement-document.ts";
import type { AccountMovements, Movement } from "#server/ledger/journal/movements.ts";
import {
  type CoveredInstalment,
  coverInstalments,
  duesOf,
  repaidOf,
} from "#server/loans/lending/overdue-instalments.ts";
import type { Lending, LentPart, LoanPage } from "./loan-rows.ts";

/** A loan that was paid out, as the books have it. */
interface LentLoan {
  readonly loan: LoanPage;
  readonly moved: AccountMovements;
  readonly lending: Lending;
}

type LoanWords = DocumentWords["loan"];

/**
 * Whether money was lent: neither an application nor a loan that was returned has a statement. The
 * page decides by `isPaidOut` whether to offer one.
 */
export function wasLent({ state }: Pick<LoanPage, "state">): boolean {
  return state === "disbursed" || state === "settled";
}

/** The parts of a document that the statement of one loan fills. */
export function loanStatement(
  language: Language,
  found: LentLoan,
): Pick<Issue, "table" | "facts" | "further" | "loanNo" | "from" | "to" | "ofPeriod" | "search"> {
  const { loan, moved } = found;
  const instalments = coverInstalments(loan.instalments, repaidOf(loan.state, loan), moved.to);
  const open = instalments.filter(({ state }) => state !== "paid");
  return {
    loanNo: loan.loan_no,
    from: null,
    to: moved.to,
    ofPeriod: false,
    search: "",
    facts: factsOf(language, found, instalments),
    table: movementsTable(language, found),
    ...(open.length > 0 && { further: openInstalments(language, open) }),
  };
}

function factsOf(
  language: Language,
  { loan, moved }: LentLoan,
  instalments: readonly CoveredInstalment[],
): [string, string][] {
  const words = documentWords(language).loan;
  const say = (given: string | null) => (given ? plainDay(language, given as CalendarDate) : "");
  const day = say(moved.to);
  const { overdue } = duesOf(instalments);
  const { term_months: count } = loan;
  return [
    [words.loanNo, loan.loan_no],
    [words.product, documentLoanName(language, loan.category)],
    [words.purpose, documentLoanName(language, loan.purpose)],
    [words.paidOut, say(loan.start_date)],
    [words.ends, say(loan.end_date)],
    [words.period, count === 1 ? words.oneMonth : fill(words.months, { count })],
    [words.principal, formatMoney(loan.principal)],
    [words.fee, formatMoney(loan.fee)],
    [words.total, formatMoney(loan.total)],
    [words.monthly, formatMoney(loan.monthly_deduction)],
    [words.state, stateOf(words, loan, overdue, say(moved.movements.at(-1)?.date ?? null))],
    [fill(words.overdue, { day }), formatMoney(overdue)],
    [fill(words.owed, { day }), formatMoney(moved.closing)],
    [fill(words.toSettle, { day }), formatMoney(toSettle(moved))],
  ];
}

function stateOf(
  { states }: LoanWords,
  { outstanding }: LoanPage,
  overdue: Cents,
  lastDay: string,
): string {
  if (outstanding < 0n) return states.overpaid;
  if (outstanding === 0n) return fill(states.settled, { day: lastDay });
  return overdue > 0n ? states.overdue : states.repaying;
}

/** The amount that settles a loan: its balance, because no interest accrues. */
function toSettle({ closing }: AccountMovements): Cents {
  return closing > 0n ? closing : ZERO_CENTS;
}

/**
 * A movement split into the amount lent, the fee and the amount repaid; null for the parts that it
 * lacks.
 */
interface Apportioned {
  readonly lent: Cents | null;
  readonly fee: Cents | null;
  readonly repaid: Cents | null;
}

/** Splits money lent as its entry was posted; any other movement repays, or undoes a repayment. */
function apportioned({ amount }: Movement, part: LentPart | undefined): Apportioned {
  if (part === undefined) return { lent: null, fee: null, repaid: negateCents(amount) };
  const fee = part.fee === 0n ? null : part.fee;
  return { lent: cents(amount - part.fee), fee, repaid: null };
}

function movementsTable(language: Language, found: LentLoan): StatementTable {
  const words = documentWords(language).loan;
  const parts = new Map(found.lending.parts.map((part) => [part.id, part]));
  const { movements, closing } = found.moved;
  const rows = movements.map((movement) => ({
    movement,
    parts: apportioned(movement, parts.get(movement.id)),
  }));
  const sumOf = (name: keyof Apportioned) =>
    addCents(...rows.map(({ parts: of }) => of[name] ?? ZERO_CENTS));
  const sums = { lent: sumOf("lent"), fee: sumOf("fee"), repaid: sumOf("repaid") };
  return {
    columns: [
      { head: words.date, kind: "date" },
      { head: words.narration, kind: "text", grows: true },
      { head: words.reference, kind: "text" },
      { head: words.lent, kind: "money" },
      { head: words.charged, kind: "money" },
      { head: words.repaid, kind: "money" },
      { head: words.balance, kind: "money" },
    ],
    broughtForward: null,
    rows: rows.map(({ movement, parts: { lent, fee, repaid } }): Row => {
      const { date, narration, balance } = movement;
      return [date, narration, referenceOf(movement), lent, fee, repaid, balance];
    }),
    total: {
      label: documentWords(language).totalAmount,
      sums: [null, null, null, sums.lent, sums.fee, sums.repaid, closing],
      tied: 6,
    },
    proof: proofOf(language, found, sums),
  };
}

/**
 * The sum of the table in words, the amount that settles the loan, and further notes for the
 * reader.
 */
function proofOf(
  language: Language,
  { moved, lending }: LentLoan,
  sums: Readonly<Record<"lent" | "fee" | "repaid", Cents>>,
): string {
  const words = documentWords(language).loan;
  const { closing } = moved;
  const day = plainDay(language, moved.to);
  const amount = formatMoney(closing < 0n ? negateCents(closing) : closing);
  const brought = lending.parts.find((part) => part.is_brought_forward);
  const into = moved.movements.find(({ id }) => id === brought?.id);
  const rest = closing > 0n ? words.settle : closing === 0n ? words.nothing : words.over;
  const sum = {
    lent: formatMoney(sums.lent),
    fee: formatMoney(sums.fee),
    repaid: formatMoney(sums.repaid),
    owed: formatMoney(closing),
    day,
  };
  const { clearing } = lending;
  return [
    fill(words.sum, sum),
    fill(rest, { amount, day }),
    into &&
      fill(words.brought, {
        day: plainDay(language, into.date),
        amount: formatMoney(into.amount),
      }),
    clearing > 0n && fill(words.clearing, { amount: formatMoney(clearing) }),
    lending.is_on_its_way && words.onItsWay,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The instalments that are not paid in full; the rest of them is the amount owed. */
function openInstalments(language: Language, open: readonly CoveredInstalment[]): FurtherTable {
  const words = documentWords(language).loan;
  const leftOf = ({ amount, covered }: CoveredInstalment) => cents(amount - covered);
  return {
    title: words.next,
    table: {
      columns: [
        { head: words.due, kind: "date" },
        { head: words.number, kind: "number" },
        { head: words.when, kind: "text", grows: true },
        { head: words.instalment, kind: "money" },
        { head: words.covered, kind: "money" },
        { head: words.left, kind: "money" },
      ],
      broughtForward: null,
      rows: open.map((one): readonly Cell[] => [
        one.dueOn,
        one.number,
        words.dues[one.state],
        one.amount,
        one.covered,
        leftOf(one),
      ]),
      total: {
        label: documentWords(language).totalAmount,
        sums: [null, null, null, null, null, addCents(...open.map(leftOf))],
        tied: 5,
      },
    },
  };
}
