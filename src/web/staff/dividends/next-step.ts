import { fill, type Language } from "#shared/language.ts";
import type { DividendDeskWords } from "#shared/messages/dividends/desk-en.ts";
import { formatDay } from "#web/lib/day.ts";
import type { Officer } from "../officer.ts";
import type { Dividend, Phase } from "./phase.tsx";

type Noted = Pick<Dividend, "preparedBy" | "opensOn" | "closesOn" | "closesAt">;

/** Whether an officer prepared the dividend and therefore may not approve it. */
export function isOwn(
  { preparedBy }: Pick<Dividend, "preparedBy">,
  { staffNo }: Pick<Officer, "staffNo">,
): boolean {
  return preparedBy === `staff:${staffNo}`;
}

interface Said {
  readonly words: DividendDeskWords["act"];
  readonly language: Language;
}

/** Describes the next step: as an action to those who may take it, otherwise by who takes it. */
export function noteOf(
  dividend: Noted,
  phase: Phase,
  officer: Pick<Officer, "may" | "staffNo">,
  { words: act, language }: Said,
): string {
  const prepares = officer.may("dividends.prepare");
  const pays = officer.may("dividends.pay");
  const time = dividend.closesAt;
  switch (phase) {
    case "prepared":
      if (isOwn(dividend, officer)) return act.own;
      return officer.may("dividends.approve") ? act.approves : act.waitsApproval;
    case "approved":
      return prepares ? act.posts : act.waitsPosting;
    case "posted":
      return fill(act.notOpen, { day: formatDay(dividend.opensOn, language) });
    case "open":
      return fill(act.choosing, { day: formatDay(dividend.closesOn, language), time });
    case "closed":
      return pays ? act.closed : act.waitsLock;
    case "locked":
      return pays ? act.locked : act.waitsPayment;
    case "paid":
    case "withdrawn":
      return pays ? act.paid : act.paidRead;
  }
}
