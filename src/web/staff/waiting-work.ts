import { staffMessages } from "#shared/messages/office/shell-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type * as z from "zod/mini";
import { counts, MAX_COUNTED } from "#shared/contract/office/waiting-work.ts";
import { fill } from "#shared/language.ts";
import type { StaffWords } from "#shared/messages/office/shell-en.ts";
import { kindsActedOnBy, type WaitingKind } from "#shared/waiting-kinds.ts";
import type { Load } from "#web/lib/loading.ts";
import { useRequest } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { bankPayoutsAddress, booksAddress } from "#web/staff/addresses.ts";
import type { Waiting } from "#web/ui/shell.tsx";
import type { Officer } from "./officer.ts";
import { isUrgent, type Pressure, urgentAtOnce, withLegalDeadline } from "./urgent-work.ts";

type Counts = z.output<typeof counts.answer>;
type WaitingWords = StaffWords["menu"]["waiting"];

/** The page where each kind is handled. */
const pages: Readonly<Record<WaitingKind, string>> = {
  alerts: paths.alerts,
  approvals: paths.approvals,
  loansToDecide: paths.loanQueue,
  loansToPayOut: paths.loanQueue,
  dividendsToApprove: paths.dividends,
  dividendsToPost: paths.dividends,
  dividendsToLock: paths.dividends,
  dividendsToPay: paths.dividends,
  dividendPartsOnHold: paths.dividends,
  taxToRemit: paths.books,
  checkOffToMatch: paths.checkOff,
  checkOffToPost: paths.checkOff,
  suspense: paths.checkOff,
  payIns: paths.payIns,
  chequesToClear: paths.counter,
  tillsLeftOpen: paths.counter,
  withdrawals: paths.withdrawals,
  bankMatches: paths.reconciliation,
  payouts: paths.payouts,
  bankFiles: paths.payouts,
  payoutExceptions: paths.payouts,
  cases: paths.questions,
  contactChanges: paths.contactChanges,
  exitsToApprove: paths.exits,
  exitsToPay: paths.exits,
  requestsToHandle: paths.privacyRequests,
  requestsToApprove: paths.privacyRequests,
  importsToFinish: paths.imports,
  importsToPost: paths.imports,
  monthsToPrepare: paths.books,
  monthsToApprove: paths.books,
  monthsToReopen: paths.books,
};

/** The link from the first page, where it is more specific than the page itself. */
const links: Readonly<Partial<Record<WaitingKind, string>>> = {
  taxToRemit: booksAddress("treasury"),
  bankFiles: bankPayoutsAddress(),
  monthsToPrepare: booksAddress("months"),
  monthsToApprove: booksAddress("months"),
  monthsToReopen: booksAddress("months"),
};

type Known = NonNullable<Counts[WaitingKind]> & { readonly kind: WaitingKind };

/** The badges of the menu by address; none until the counts are known. */
export function useWaitingWork(officer: Officer): Readonly<Record<string, Waiting>> {
  const { waiting: words } = useMessages(staffMessages).menu;
  const load = useRequest(counts);
  return load.state === "loaded" ? badgesFor(officer, load.data, words) : {};
}

/** Returns the badges of the menu. Each counts only what the officer may act on. */
export function badgesFor(
  officer: Pick<Officer, "may">,
  data: Counts,
  words: WaitingWords,
): Readonly<Record<string, Waiting>> {
  const known = workOf(officer, data);
  const addresses = [...new Set(known.map(({ kind }) => pages[kind]))];
  return Object.fromEntries(
    addresses.map((to) => [
      to,
      sumUp(
        known.filter(({ kind }) => pages[kind] === to),
        words,
      ),
    ]),
  );
}

/** One line of the first page. */
export interface WaitingLine extends Waiting {
  readonly kind: WaitingKind;
  readonly to: string;
  readonly label: string;
}

/** The work that waits for an officer, one line per kind. */
export function useWaitingForOfficer(officer: Officer): Load<readonly WaitingLine[]> {
  const { waiting: words } = useMessages(staffMessages).menu;
  const load = useRequest(counts);
  if (load.state !== "loaded") return load;
  return { state: "loaded", data: linesFor(officer, load.data, words) };
}

/** Returns the lines of the first page, where alerts have a banner instead. */
export function linesFor(
  officer: Pick<Officer, "may">,
  data: Counts,
  words: WaitingWords,
): WaitingLine[] {
  return workOf(officer, data)
    .filter(({ kind, waiting }) => kind !== "alerts" && waiting > 0)
    .map((one) => ({
      ...sumUp([one], words),
      kind: one.kind,
      to: links[one.kind] ?? pages[one.kind],
      label: words.kinds[one.kind],
    }));
}

/** Returns the counts of the kinds that an officer may act on. */
function workOf(officer: Pick<Officer, "may">, data: Counts): Known[] {
  return kindsActedOnBy(officer.may).flatMap((kind) => {
    const found = data[kind];
    return found === null ? [] : [{ kind, ...found }];
  });
}

function sumUp(known: readonly Known[], words: WaitingWords): Waiting {
  const sum = (of: readonly Known[], figure: "waiting" | "late") =>
    of.reduce((total, one) => total + one[figure], 0);
  const [late, stuck] = [sum(known, "late"), sum(ofKinds(known, urgentAtOnce), "waiting")];
  const days = ofKinds(known, withLegalDeadline).flatMap(({ daysLeft }) => daysLeft ?? []);
  const daysLeft = days.length > 0 ? Math.min(...days) : null;
  return {
    count: said(sum(known, "waiting")),
    note: noteOf({ late, stuck, daysLeft }, words),
    isUrgent: isUrgent({ late, stuck, daysLeft }),
  };
}

function noteOf({ late, stuck, daysLeft }: Pressure, words: WaitingWords): string {
  if (late > 0) return fill(words.late, { count: said(late) });
  if (stuck > 0) return fill(words.exceptions, { count: said(stuck) });
  return daysLeft === null ? "" : fill(words.daysLeft, { days: String(daysLeft) });
}

function ofKinds(known: readonly Known[], kinds: readonly WaitingKind[]): readonly Known[] {
  return known.filter(({ kind }) => kinds.includes(kind));
}

/** Formats a count briefly; empty for zero. */
function said(count: number): string {
  if (count === 0) return "";
  return count >= MAX_COUNTED ? `${MAX_COUNTED - 1}+` : String(count);
}
