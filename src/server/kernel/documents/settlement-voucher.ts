import type { CalendarDate } from "#shared/calendar-date.ts";
import { fill, type Language } from "#shared/language.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { plainDay } from "#shared/written-days.ts";
import { type Cents, cents, formatMoney, negateCents } from "#shared/money.ts";
import type { Heading } from "./heading.ts";
import { type CodedIssue, withCode } from "./issue.ts";
import type { Row, StatementTable } from "./statement-document.ts";

/** One account or loan that an exit settled. */
interface Settled {
  readonly kind: "account" | "loan";
  readonly reference: string;
  readonly purpose: string;
  /** The amount owed on a loan; negative where it was overpaid. */
  readonly cents: Cents;
}

/** One step of an exit: the person who took it, and the day. */
interface StepOfExit {
  readonly who: string;
  readonly day: string;
}

/** A paid exit as it was recorded at payment. */
export interface SettledExit {
  readonly deposits: Cents;
  readonly dividend: Cents;
  readonly settled: readonly Settled[];
  readonly fees: Cents;
  readonly tax: Cents;
  readonly refund: Cents;
  readonly receiptNo: string;
  readonly sharesHeld: Cents;
  readonly sharesPassedOn: Cents;
  /** Null when the share capital stayed. */
  readonly sharesTo: { readonly memberNo: string; readonly name: string } | null;
  readonly steps: Readonly<Record<"asked" | "approved" | "paid", StepOfExit>>;
}

interface Voucher {
  readonly heading: Heading;
  readonly exit: SettledExit;
  readonly language: Language;
  readonly publicUrl: string;
}

/** Composes the settlement voucher of a paid exit, with a code under which it can be verified. */
export function settlementVoucher({ heading, exit, language, publicUrl }: Voucher): CodedIssue {
  return withCode({
    statement: "exit-settlement",
    format: "pdf",
    language,
    heading,
    table: tableOf(exit, language),
    from: null,
    to: exit.steps.paid.day as CalendarDate,
    ofPeriod: false,
    search: "",
    facts: factsOf(exit, language),
    publicUrl,
  });
}

function tableOf(exit: SettledExit, language: Language): StatementTable {
  const words = documentWords(language).settlement;
  const settled = (wanted: Settled["kind"]) => exit.settled.filter(({ kind }) => kind === wanted);
  const taken = (label: string, amount: Cents): Row[] =>
    amount === 0n ? [] : [[label, "", negateCents(amount)]];
  return {
    columns: [
      { head: words.item, kind: "text", grows: true },
      { head: words.reference, kind: "text" },
      { head: words.amount, kind: "money" },
    ],
    broughtForward: null,
    rows: [
      [words.deposits, "", exit.deposits],
      ...settled("account").map((one): Row => [words.withdrawable, one.reference, one.cents]),
      [words.dividend, "", exit.dividend],
      ...settled("loan").map((one) => loanRow(one, language)),
      ...taken(words.fees, exit.fees),
      ...taken(words.tax, exit.tax),
    ],
    total: { label: words.net, sums: [null, null, exit.refund], tied: 2 },
    proof: null,
  };
}

function loanRow({ reference, purpose, cents: owed }: Settled, language: Language): Row {
  const words = documentWords(language).settlement;
  return [fill(owed < 0n ? words.overpaid : words.loan, { purpose }), reference, cents(-owed)];
}

function factsOf(exit: SettledExit, language: Language): [string, string][] {
  const words = documentWords(language).settlement;
  const step = ({ who, day }: StepOfExit) =>
    fill(words.step, { who, day: plainDay(language, day as CalendarDate) });
  const { sharesTo } = exit;
  const passedOn = sharesTo && {
    amount: formatMoney(exit.sharesPassedOn),
    name: sharesTo.name,
    memberNo: sharesTo.memberNo,
  };
  return [
    [words.receipt, exit.receiptNo || "\u2013"],
    [words.asked, step(exit.steps.asked)],
    [words.approved, step(exit.steps.approved)],
    [words.paid, step(exit.steps.paid)],
    [words.shares, formatMoney(exit.sharesHeld)],
    ...(passedOn === null ? [] : [pair(words.sharesTo, fill(words.toMember, passedOn))]),
  ];
}

function pair(label: string, value: string): [string, string] {
  return [label, value];
}
