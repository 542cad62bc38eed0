import { caseOrders, caseTabs } from "#shared/contract/cases/desk.ts";
import { caseKinds } from "#shared/contract/cases/own.ts";
import { tillTabs } from "#shared/contract/counter/tills.ts";
import { loanStages, queueOrders } from "#shared/contract/loans/desk.ts";
import { changeTabs } from "#shared/contract/members/contact-changes.ts";
import { approvalLists } from "#shared/contract/oversight/approvals.ts";
import { auditLogKinds } from "#shared/contract/oversight/audit-log.ts";
import { payInTabs } from "#shared/contract/pay-ins/desk.ts";
import { chequeStates } from "#shared/contract/payouts/cheques.ts";
import { payoutTabs } from "#shared/contract/payouts/desk.ts";
import { reconciledAccounts } from "#shared/contract/reconciliation/files.ts";
import { movementTabs } from "#shared/contract/treasury/movements.ts";
import { withdrawalTabs } from "#shared/contract/withdrawals/desk.ts";
import { treasuryKindNames } from "#shared/treasury-kinds.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { atAddress, type paths } from "#web/paths.ts";

/** The reports of the books, in the order of their links. */
export const bookParts = [
  "trial",
  "income",
  "balance",
  "treasury",
  "chart",
  "controls",
  "totals",
  "runs",
  "months",
  "exports",
] as const;
export type BookPart = (typeof bookParts)[number];

/** The parts of the counter, in the order of their links. */
export const counterParts = ["till", "receipts", "withdrawals", "tills"] as const;
export type CounterPart = (typeof counterParts)[number];

export const exitTabs = ["open", "done"] as const;
export type ExitTab = (typeof exitTabs)[number];

/** The sections of the settings, in the order of their links. */
export const settingsParts = [
  "society",
  "look",
  "policies",
  "receipts",
  "payIns",
  "withdrawals",
  "contributions",
  "checkOffWords",
  "messages",
  "sms",
  "retention",
] as const;
export type SettingsPart = (typeof settingsParts)[number];

/** Reads a parameter, null if it is missing; undefined if it has no value of this form. */
type Form<T> = (given: string | null) => T | undefined;

type Forms = Readonly<Record<string, Form<string | number | true>>>;

const text: Form<string> = (given) => given ?? undefined;

/** A number; zero counts as missing. */
const number: Form<number> = (given) => Number(given) || undefined;

/** Whether the parameter is there, whatever its text. */
const flag: Form<true> = (given) => (given === null ? undefined : true);

function oneOf<const T extends string>(list: readonly T[]): Form<T> {
  return (given) => list.find((one) => one === given);
}

/** A year with four digits. */
const year: Form<string> = (given) => /^(19|20)\d\d$/.exec(given ?? "")?.[0];

const settingsBySpelling: Readonly<Record<string, SettingsPart>> = Object.fromEntries(
  settingsParts.map((part) => [part, part]),
);

/** A section of the settings, spelt like a path: people type it from memory. */
const settingsPart: Form<SettingsPart> = (given) => atAddress(settingsBySpelling, given ?? "");

/**
 * The parameters that the pages of the office take, by the names of their paths. The addresses are
 * written from the types alone, so that the first page does not load the lists of all others.
 */
const parameters = {
  approvals: { request: text, list: oneOf(approvalLists) },
  audit: {
    kind: oneOf(auditLogKinds),
    actor: text,
    action: text,
    subject: text,
    text,
    from: text,
    to: text,
  },
  books: {
    part: oneOf([...bookParts, "account", "entry", "movement", "new-movement"]),
    id: text,
    account: text,
    added: text,
    member: text,
    day: text,
    from: text,
    to: text,
    search: text,
    tab: oneOf(movementTabs),
    kind: oneOf(treasuryKindNames),
  },
  checkOff: { file: text, part: oneOf(["advice"]) },
  contactChanges: { tab: oneOf(changeTabs) },
  counter: {
    part: oneOf(counterParts),
    receipt: text,
    till: text,
    tab: oneOf(tillTabs),
    search: text,
    clearing: text,
  },
  dividends: { year: text },
  exits: { tab: oneOf(exitTabs), page: number },
  imports: { import: text },
  loanApplication: { loan: text },
  loanQueue: {
    stage: oneOf(loanStages),
    order: oneOf(queueOrders),
    checks: oneOf(["met", "unmet"]),
    search: text,
  },
  memberExit: { member: text },
  memberRecord: { member: text },
  notices: { notice: text },
  payIns: { payment: text, tab: oneOf(payInTabs), search: text },
  payouts: {
    part: oneOf(["bank", "cheques"]),
    payout: text,
    file: text,
    member: text,
    tab: oneOf([...payoutTabs, ...chequeStates]),
    year,
    search: text,
  },
  privacyRequests: { request: text },
  questions: {
    case: text,
    holidays: flag,
    state: oneOf(caseTabs),
    order: oneOf(caseOrders),
    kind: oneOf(caseKinds),
    due: oneOf(["late", "today", "week"]),
    who: oneOf(["mine", "nobody"]),
    search: text,
  },
  reconciliation: { account: oneOf(reconciledAccounts), part: oneOf(["new", "day"]), day: text },
  settings: { part: settingsPart, message: text, search: text },
  staff: { staff: text },
  updateLoanData: { loan: text },
  withdrawals: { withdrawal: text, tab: oneOf(withdrawalTabs), search: text },
} satisfies Partial<Record<keyof typeof paths, Forms>>;

type Taken = typeof parameters;

/** A page of the office that takes parameters. */
export type OfficePage = keyof Taken;

/** The parameters of a page as they are read; undefined if missing or not of their form. */
export type Read<Page extends OfficePage> = {
  readonly [Name in keyof Taken[Page]]: Taken[Page][Name] extends Form<infer T>
    ? T | undefined
    : never;
};

/** Reads the parameters of a page from a query string. */
export function readParameters<Page extends OfficePage>(page: Page, search: string): Read<Page> {
  const given = new URLSearchParams(search);
  const read = Object.entries(parameters[page]).map(([name, form]) => [
    name,
    form(given.get(name)),
  ]);
  return Object.fromEntries(read) as Read<Page>;
}

/** Returns the parameters in the address of a page. */
export function useParameters<Page extends OfficePage>(page: Page): Read<Page> {
  return readParameters(page, useNavigation().address.search);
}
