import type { BatchState } from "#shared/contract/check-off/files.ts";
import type { changeStates } from "#shared/contract/members/contact-changes.ts";
import type { DividendState } from "#shared/contract/dividends/fields.ts";
import type { ExitState } from "#shared/contract/exits/settlement.ts";
import type { ImportState } from "#shared/contract/imports/desk.ts";
import type { LoanState } from "#shared/contract/loans/instant-loans.ts";
import type { GuarantorState } from "#shared/contract/loans/life.ts";
import type { CloseState } from "#shared/contract/ledger/months.ts";
import type { ChequeState } from "#shared/contract/payouts/cheques.ts";
import type { PayoutState } from "#shared/contract/payouts/desk.ts";
import type { PrivacyDetail, PrivacyState } from "#shared/contract/privacy/requests.ts";
import type { Gender } from "#shared/contract/members/registration.ts";
import type { staffStates } from "#shared/contract/identity/staff.ts";
import type { MemberState } from "#shared/contract/members/suspensions.ts";
import type { HoldReason } from "#shared/dividend-part-places.ts";
import type { SplitMode } from "#shared/split-modes.ts";
import type { Language } from "#shared/language.ts";
import type { StaffRole } from "#shared/permissions.ts";
import type { PrivacyKind } from "#shared/privacy-deadline.ts";
import type { Retained, RetentionUnit } from "#shared/retention-bounds.ts";
import { booksEn } from "#shared/messages/ledger/books-en.ts";
import { booksSw } from "#shared/messages/ledger/books-sw.ts";
import { checkOffEn } from "#shared/messages/check-off/check-off-en.ts";
import { checkOffSw } from "#shared/messages/check-off/check-off-sw.ts";
import { dividendDeskEn } from "#shared/messages/dividends/desk-en.ts";
import { dividendDeskSw } from "#shared/messages/dividends/desk-sw.ts";
import { splitEn } from "#shared/messages/dividends/split-en.ts";
import { splitSw } from "#shared/messages/dividends/split-sw.ts";
import { exportsEn } from "./exports-en.ts";
import { exportsSw } from "./exports-sw.ts";
import { guaranteesEn } from "#shared/messages/loans/guarantees-en.ts";
import { guaranteesSw } from "#shared/messages/loans/guarantees-sw.ts";
import { importsEn } from "#shared/messages/imports/imports-en.ts";
import { importsSw } from "#shared/messages/imports/imports-sw.ts";
import { loanDeskEn } from "#shared/messages/loans/desk-en.ts";
import { loanDeskSw } from "#shared/messages/loans/desk-sw.ts";
import { membershipEn } from "#shared/messages/members/membership-en.ts";
import { membershipSw } from "#shared/messages/members/membership-sw.ts";
import { chequesEn } from "#shared/messages/payouts/cheques-en.ts";
import { chequesMessages } from "#shared/messages/payouts/cheques-sw.ts";
import { payoutProblem } from "#shared/messages/payouts/payout-problem.ts";
import { payoutsEn } from "#shared/messages/payouts/payouts-en.ts";
import { payoutsSw } from "#shared/messages/payouts/payouts-sw.ts";
import { peopleEn } from "#shared/messages/identity/staff-accounts-en.ts";
import { peopleSw } from "#shared/messages/identity/staff-accounts-sw.ts";
import { privacyEn } from "#shared/messages/privacy/privacy-en.ts";
import { privacySw } from "#shared/messages/privacy/privacy-sw.ts";
import { retentionEn } from "#shared/messages/privacy/retention-en.ts";
import { retentionSw } from "#shared/messages/privacy/retention-sw.ts";
import { settingsEn } from "#shared/messages/office/settings-en.ts";
import { settingsSw } from "#shared/messages/office/settings-sw.ts";
import { staffEn } from "#shared/messages/office/shell-en.ts";
import { staffSw } from "#shared/messages/office/shell-sw.ts";

/** Why a member is on the list of a dividend's exceptions; a part on hold has its own reason. */
type ExceptionReason = Exclude<HoldReason, "member-left"> | "paid-otherwise" | "payout-failed";

/** The codes of the product that exported files print as words. */
interface ExportedCodes {
  readonly batchState: BatchState;
  readonly changeState: (typeof changeStates)[number];
  readonly chequeState: ChequeState;
  readonly closeState: CloseState;
  readonly dividendState: DividendState;
  readonly exceptionReason: ExceptionReason | `on-hold:${HoldReason}`;
  readonly exitState: ExitState;
  readonly guaranteeState: GuarantorState | "cancelled";
  readonly importOrigin: "page" | "command-line";
  readonly importState: ImportState;
  readonly loanState: LoanState;
  readonly memberState: MemberState;
  readonly payoutState: PayoutState;
  readonly privacyDetail: PrivacyDetail;
  readonly privacyKind: PrivacyKind;
  readonly privacyState: PrivacyState;
  readonly retained: Retained;
  readonly retentionUnit: RetentionUnit;
  readonly sex: Gender;
  /** A mode, or the choice of the basis for all of them. */
  readonly splitMode: SplitMode | "all";
  readonly staffRole: StaffRole;
  readonly staffState: (typeof staffStates)[number];
  readonly yesOrNo: "yes" | "no";
}

/** The names of the kinds of codes that have words, and of the cells that need a rule of theirs. */
export type CodeKind = keyof ExportedCodes | "actor" | "payoutProblem";

type CodeWords = {
  readonly [Kind in keyof ExportedCodes]: Readonly<Record<ExportedCodes[Kind], string>>;
};

const en: CodeWords = {
  ...exportsEn.codes,
  batchState: checkOffEn.states,
  changeState: membershipEn.changes.states,
  chequeState: chequesEn.states,
  closeState: booksEn.months.states,
  dividendState: dividendDeskEn.states,
  exceptionReason: exceptionReasons(dividendDeskEn, exportsEn),
  exitState: membershipEn.exit.states,
  guaranteeState: { ...guaranteesEn.card.states, ...exportsEn.codes.guaranteeState },
  importOrigin: { ...exportsEn.codes.importOrigin, "command-line": importsEn.list.commandLine },
  importState: importsEn.states,
  loanState: loanDeskEn.states,
  payoutState: payoutsEn.states,
  privacyDetail: privacyEn.ask.details,
  privacyState: privacyEn.requests.states,
  retained: retentionEn.what,
  retentionUnit: retentionEn.units,
  splitMode: { ...splitEn.modes, all: settingsEn.tax.basis },
  staffRole: staffEn.roles,
  staffState: peopleEn.states,
};

const sw: CodeWords = {
  ...exportsSw.codes,
  batchState: checkOffSw.states,
  changeState: membershipSw.changes.states,
  chequeState: chequesMessages.sw.states,
  closeState: booksSw.months.states,
  dividendState: dividendDeskSw.states,
  exceptionReason: exceptionReasons(dividendDeskSw, exportsSw),
  exitState: membershipSw.exit.states,
  guaranteeState: { ...guaranteesSw.card.states, ...exportsSw.codes.guaranteeState },
  importOrigin: { ...exportsSw.codes.importOrigin, "command-line": importsSw.list.commandLine },
  importState: importsSw.states,
  loanState: loanDeskSw.states,
  payoutState: payoutsSw.states,
  privacyDetail: privacySw.ask.details,
  privacyState: privacySw.requests.states,
  retained: retentionSw.what,
  retentionUnit: retentionSw.units,
  splitMode: { ...splitSw.modes, all: settingsSw.tax.basis },
  staffRole: staffSw.roles,
  staffState: peopleSw.states,
};

function exceptionReasons(
  { plan: { reasons } }: typeof dividendDeskEn,
  { codes: { exceptionReason }, onHold }: typeof exportsEn,
): CodeWords["exceptionReason"] {
  return {
    ...exceptionReason,
    "loan-paid": reasons["loan-paid"],
    "mobile-missing": reasons["mobile-missing"],
    "mobile-unconfirmed": reasons["mobile-unconfirmed"],
    "on-hold:mobile-missing": `${onHold}: ${reasons["mobile-missing"]}`,
    "on-hold:mobile-unconfirmed": `${onHold}: ${reasons["mobile-unconfirmed"]}`,
    "on-hold:loan-paid": `${onHold}: ${reasons["loan-paid"]}`,
    "on-hold:member-left": `${onHold}: ${reasons["member-left"]}`,
  };
}

const words: Readonly<Record<Language, CodeWords>> = { en, sw };
const books = { en: booksEn, sw: booksSw } as const;
const payouts = { en: payoutsEn, sw: payoutsSw } as const;

/** Returns the word for a code in a language; empty for an empty cell. */
export function wordOfCode(kind: CodeKind, code: string, language: Language): string {
  if (kind === "actor") return actorName(code, language);
  if (kind === "payoutProblem") return payoutProblem(code, payouts[language].problems);
  const known: Readonly<Record<string, string>> = words[language][kind];
  return known[code] ?? code;
}

const exportsWords = { en: exportsEn, sw: exportsSw } as const;

/** A person by their number alone, and a program of the product by one word for all of them. */
function actorName(actor: string, language: Language): string {
  if (actor === "nightly") return books[language].runs.nightly;
  const person = actor.replace(/^(staff|member):/, "");
  return /^[a-z][a-z-]*$/.test(person) ? exportsWords[language].system : person;
}

/** Returns every word for a code in both languages with its code, lower-case, for imports. */
export function codesByWord<Kind extends keyof ExportedCodes>(
  kind: Kind,
): ReadonlyMap<string, ExportedCodes[Kind]> {
  const pairs = [en, sw].flatMap((one) =>
    (Object.entries(one[kind]) as [ExportedCodes[Kind], string][]).flatMap(
      ([code, word]): [string, ExportedCodes[Kind]][] => [
        [word.toLowerCase(), code],
        [code, code],
      ],
    ),
  );
  return new Map(pairs);
}
