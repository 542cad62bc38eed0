import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import type { LoanFile } from "./application.tsx";

type Amendment = LoanFile["amendments"][number];

/** Describes how a proposed change ended, when, by which person, and what it proposed. */
export function useFormatAmendment(member: string) {
  const { consent: words } = useMessages(loanDeskMessages);
  const { language } = useSpoken();
  return (amendment: Amendment): { readonly what: string; readonly how: string } => {
    const { state, amount, total, repayment, proposedBy, proposedOn, date, time, by } = amendment;
    const persons = {
      agreed: by === "" ? member : fill(words.pastByCode, { by }),
      declined: member,
      withdrawn: by,
      expired: "",
      void: "",
    };
    const proposed = fill(words.pastProposed, {
      by: proposedBy,
      day: formatDay(proposedOn, language),
      total: money(total),
      repayment: money(repayment),
    });
    // It is not known when a void one was superseded.
    const when = [formatDay(date, language), time, persons[state]].filter(Boolean).join(", ");
    return {
      what: fill(words.past[state], { amount: money(amount) }),
      how: state === "void" ? proposed : `${when}. ${proposed}`,
    };
  };
}
