import type * as z from "zod/mini";
import { counts, MOST_COUNTED } from "#shared/contract/waiting-work.ts";
import { fill } from "#shared/language.ts";
import type { StaffWords } from "#shared/messages/staff-en.ts";
import { useAsk } from "#web/lib/query.ts";
import { useStaffWords } from "#web/lib/staff-words.ts";
import { paths } from "#web/paths.ts";
import type { Waiting } from "#web/ui/shell.tsx";
import type { Officer } from "./officer.ts";

type Counts = z.output<typeof counts.answer>;
type WaitingWords = StaffWords["menu"]["waiting"];

/** So few days before the law's last one, a request presses. */
const PRESSING_DAYS = 3;

/** How much waits behind the entries of the menu, by their addresses; none until it is known. */
export function useWaitingWork(officer: Officer): Readonly<Record<string, Waiting>> {
  const { waiting: words } = useStaffWords().menu;
  const load = useAsk(counts);
  if (load.state !== "loaded") return {};
  const { loans, payouts, cases, contactChanges, exits, privacy, approvals } = load.data;
  return {
    ...(loans && { [paths.loanQueue]: { count: said(loansFor(officer, loans)) } }),
    ...(payouts && { [paths.payouts]: ofPayouts(payouts, words) }),
    ...(cases && { [paths.questions]: dated(cases, words) }),
    ...(contactChanges && { [paths.contactChanges]: { count: said(contactChanges.waiting) } }),
    ...(exits && { [paths.exits]: dated(exits, words) }),
    ...(approvals && { [paths.approvals]: { count: said(approvals.waiting) } }),
    ...(privacy && { [paths.privacyRequests]: ofRequests(privacy, words) }),
  };
}

/** Those that this officer may do something about, or all of them. */
function loansFor(officer: Officer, { toDecide, toPayOut }: NonNullable<Counts["loans"]>): number {
  if (officer.may("loans.decide")) return toDecide;
  if (officer.may("loans.disburse")) return toPayOut;
  return toDecide + toPayOut;
}

function ofPayouts(found: NonNullable<Counts["payouts"]>, words: WaitingWords): Waiting {
  const { waiting, exceptions } = found;
  const note = exceptions > 0 ? fill(words.exceptions, { count: said(exceptions) }) : "";
  return { count: said(waiting + exceptions), note, isPressing: exceptions > 0 };
}

function dated(found: NonNullable<Counts["cases"]>, words: WaitingWords): Waiting {
  const { waiting, late } = found;
  const note = late > 0 ? fill(words.late, { count: said(late) }) : "";
  return { count: said(waiting), note, isPressing: late > 0 };
}

function ofRequests(found: NonNullable<Counts["privacy"]>, words: WaitingWords): Waiting {
  const { daysLeft } = found;
  if (daysLeft === null || daysLeft < 0) return dated(found, words);
  return {
    count: said(found.waiting),
    note: fill(words.daysLeft, { days: String(daysLeft) }),
    isPressing: daysLeft <= PRESSING_DAYS,
  };
}

/** A count in few signs; nothing for none. */
function said(count: number): string {
  if (count === 0) return "";
  return count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count);
}
