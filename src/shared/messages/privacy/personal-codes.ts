import { accessKindOf, type AccessKind } from "#shared/contract/members/access-log.ts";
import { parseCalendarDate } from "#shared/calendar-date.ts";
import type { FactName } from "#shared/contract/oversight/approvals.ts";
import { fill, type InBothLanguages, type Language } from "#shared/language.ts";
import { casesEn } from "#shared/messages/cases/cases-en.ts";
import { casesSw } from "#shared/messages/cases/cases-sw.ts";
import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { accountNamesEn } from "#shared/messages/ledger/account-names-en.ts";
import { accountNamesSw } from "#shared/messages/ledger/account-names-sw.ts";
import { wordedNarration } from "#shared/messages/ledger/worded-narrations.ts";
import { loanPagesEn } from "#shared/messages/loans/pages-en.ts";
import { loanPagesSw } from "#shared/messages/loans/pages-sw.ts";
import { accessesEn } from "#shared/messages/members/accesses-en.ts";
import { accessesSw } from "#shared/messages/members/accesses-sw.ts";
import { messageNames } from "#shared/messages/messaging/message-names-sw.ts";
import { plainDay } from "#shared/written-days.ts";
import { splitEn } from "#shared/messages/dividends/split-en.ts";
import { splitSw } from "#shared/messages/dividends/split-sw.ts";
import { approvalsMessages } from "#shared/messages/oversight/approvals-sw.ts";
import { auditActions } from "#shared/messages/oversight/audit-actions-sw.ts";
import { ownPayInsEn } from "#shared/messages/pay-ins/own-en.ts";
import { ownPayInsSw } from "#shared/messages/pay-ins/own-sw.ts";
import { wordOfCode } from "#shared/messages/statements/exported-codes.ts";
import { documentLoanName } from "#shared/messages/statements/loan-names.ts";
import { statementsEn } from "#shared/messages/statements/statements-en.ts";
import { statementsSw } from "#shared/messages/statements/statements-sw.ts";
import { cents, formatMoney } from "#shared/money.ts";
import { privacyEn } from "./privacy-en.ts";
import { privacySw } from "./privacy-sw.ts";
import { personalCodeMessages } from "./personal-codes-sw.ts";

type Words = Readonly<Record<string, string>>;

/** The words of every kind of code that is a closed list. */
function closedLists(language: Language) {
  const isEnglish = language === "en";
  const own = personalCodeMessages[language];
  const approvals = approvalsMessages[language];
  const cases = isEnglish ? casesEn : casesSw;
  const prompts = (isEnglish ? ownPayInsEn : ownPayInsSw).progress;
  return {
    account: isEnglish ? accountNamesEn : accountNamesSw,
    amendmentState: own.amendmentState,
    approvalKind: approvals.kinds,
    approvalState: approvals.states,
    auditAction: auditActions[language],
    bankState: own.bankState,
    caseKind: cases.kinds,
    caseOutcome: cases.outcomes,
    caseState: cases.states,
    caseStep: own.caseStep,
    channel: own.channel,
    checkOffLineState: own.checkOffLineState,
    codePurpose: own.codePurpose,
    codesAskedBy: own.codesAskedBy,
    consentWay: own.consentWay,
    copyFormat: own.copyFormat,
    destination: own.destination,
    detailWay: own.detailWay,
    dividendMode: { ...(isEnglish ? splitEn : splitSw).modes, ...own.partMode },
    guaranteeLevel: own.guaranteeLevel,
    holdReason: approvals.holdReasons,
    identifiedBy: own.identifiedBy,
    language: own.language,
    loanState: (isEnglish ? loanPagesEn : loanPagesSw).states,
    loanStep: own.loanStep,
    messageState: own.messageState,
    partSource: own.partSource,
    payoutSource: own.payoutSource,
    payoutWay: own.payoutWay,
    promptProblem: prompts.problems,
    promptState: { ...prompts.states, sending: own.promptSending },
    receiptState: counterMessages[language].receiptStates,
    receiptWay: counterMessages[language].ways,
    requestStep: (isEnglish ? privacyEn : privacySw).requests.steps,
    resultEffect: own.resultEffect,
    sessionEnd: { ...own.sessionEnd, open: own.sessionOpen },
    statement: (isEnglish ? statementsEn : statementsSw).titles,
    payoutChoice: own.payoutChoice,
    withdrawalChannel: own.withdrawalChannel,
    withdrawalState: own.withdrawalState,
  };
}

const closed = { en: closedLists("en"), sw: closedLists("sw") } as const;

/** The closed lists whose words the exported files have too. */
const exported = [
  "changeState",
  "exceptionReason",
  "exitState",
  "guaranteeState",
  "memberState",
  "payoutState",
  "privacyDetail",
  "privacyKind",
  "privacyState",
  "sex",
  "staffRole",
] as const;
type ExportedKind = (typeof exported)[number];

const accessWords: InBothLanguages<Readonly<Record<AccessKind, string>>> = {
  en: accessesEn.what,
  sw: accessesSw.what,
};

/** Codes with a number or a name in them, each with its rule. */
const composed = {
  access: (call: string, language: Language) => accessWords[language][accessKindOf(call)],
  actor: (code: string, language: Language) =>
    code === "member" ? personalCodeMessages[language].you : wordOfCode("actor", code, language),
  approvalDetail,
  loanKind,
  messageName: (code: string, language: Language) => {
    const named: Readonly<Record<string, { readonly title: string }>> = messageNames[language];
    // An e-mail that says more than the SMS has a name of its own.
    return named[code.replace(/-email$/, "")]?.title ?? personalCodeMessages[language].other;
  },
  // The record does not tell imported narrations from our own: both are recognised by their words.
  narration: (narration: string, language: Language) =>
    wordedNarration(language, { narration, isImported: false }),
  payoutProblem: (code: string, language: Language) => wordOfCode("payoutProblem", code, language),
  percent: (hundredths: string) => `${(Number(hundredths) / 100).toFixed(2)}%`,
  providerAnswer,
  subject: subjectWords,
} as const satisfies Record<string, (code: string, language: Language) => string>;

type ComposedKind = keyof typeof composed;

/** The kinds of codes in the record of personal data. */
export type PersonalCodeKind = keyof (typeof closed)["en"] | ExportedKind | ComposedKind;

/**
 * Returns the words of a code in the record of personal data; empty for an empty cell. A code
 * without words, of an earlier release, is "Of another kind", never raw.
 */
export function wordOfPersonalCode(
  kind: PersonalCodeKind,
  code: string,
  language: Language,
): string {
  if (code === "") return "";
  if (kind in composed) return composed[kind as ComposedKind](code, language);
  const { other } = personalCodeMessages[language];
  if ((exported as readonly string[]).includes(kind)) {
    const word = wordOfCode(kind as ExportedKind, code, language);
    return word === code ? other : word;
  }
  const known: Words = closed[language][kind as keyof (typeof closed)["en"]];
  return known[code] ?? other;
}

/** Returns the category and the purpose of a loan, "Instant, Instant loan". */
function loanKind(stored: string, language: Language): string {
  const names = stored.split(", ").map((name) => documentLoanName(language, name));
  return names.join(", ");
}

/** "loan:INS-1" as "Loan INS-1". */
function subjectWords(subject: string, language: Language): string {
  const { subject: known, other } = personalCodeMessages[language];
  const [, kind = "", rest = ""] = /^([a-z-]+):(.*)$/s.exec(subject) ?? [];
  const word = (known as Words)[kind] ?? other;
  // The name of a call is a code, and so is a key of the settings.
  const isNumber = kind !== "call" && !/^[a-z]/.test(rest);
  return isNumber ? `${word} ${rest}` : word;
}

/** Returns the provider's answer about a payment, which may hold a code of theirs. */
function providerAnswer(told: string, language: Language): string {
  const { providerAnswer: words } = personalCodeMessages[language];
  if (told === "another-payment") return words["another-payment"];
  const [, kind = "", code = ""] = /^(code|result|status)-(.*)$/s.exec(told) ?? [];
  if (kind === "code") return fill(words.code, { code });
  if (kind === "result") return fill(words.result, { code });
  if (kind === "status") return fill(words.status, { code: code.replaceAll("-", " ") });
  return wordOfCode("payoutProblem", told, language);
}

/** The facts of the details of a step that took two people which a reader needs, by their key. */
const detailLabels = {
  amount: "amount",
  date: "date",
  destination: "destination",
  documentNo: "reference",
  email: "email",
  fullName: "name",
  loanNo: "loanNo",
  memberNo: "memberNo",
  mobileNo: "mobileNo",
  nationalId: "nationalId",
  outcome: "loanOutcome",
  receipt: "receipt",
  returnReceipt: "returnReceipt",
  role: "role",
  staffNo: "staffNo",
  to: "destination",
  toLoanNo: "toLoan",
  voucher: "reference",
  way: "way",
  year: "dividendYear",
} as const satisfies Record<string, FactName>;

/**
 * Returns the details of a step that took two people as labels and values. Keys that only programs
 * use, such as the number of a row, are left to the file for programs.
 */
function approvalDetail(payload: string, language: Language): string {
  const parsed: unknown = JSON.parse(payload);
  if (typeof parsed !== "object" || parsed === null) return "";
  const { facts } = approvalsMessages[language];
  const labels: Readonly<Record<string, FactName>> = detailLabels;
  return Object.entries(parsed)
    .flatMap(([key, value]: [string, unknown]) => {
      const label = labels[key];
      const isWritten = (typeof value === "string" && value !== "") || typeof value === "number";
      if (label === undefined || !isWritten) return [];
      return [`${facts[label]}: ${detailValue(key, String(value), language)}`];
    })
    .join(", ");
}

function detailValue(key: string, value: string, language: Language): string {
  const { destinations, loanOutcomes, overpayments } = approvalsMessages[language];
  const { other } = personalCodeMessages[language];
  const among = (words: Words) => words[value] ?? other;
  if (key === "amount") return formatMoney(cents(BigInt(value)));
  if (key === "date") {
    const day = parseCalendarDate(value);
    return day === null ? value : plainDay(language, day);
  }
  if (key === "role") return wordOfPersonalCode("staffRole", value, language);
  if (key === "outcome") return among(loanOutcomes);
  if (key === "destination") return among({ ...destinations, ...closed[language].dividendMode });
  if (key === "to") return among({ ...overpayments, ...closed[language].destination });
  return key === "way" ? among(closed[language].detailWay) : value;
}
