import { loanPagesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import timeline from "#web/ui/timeline.module.css";
import { useMonths } from "./months.ts";
import { type Application, stillToCome } from "./progress.ts";

/** The steps an application has taken, each with its day and time, and those still to come. */
export function Timeline({ loan }: { readonly loan: Application }): ReactElement {
  const { steps: words, next } = useMessages(loanPagesMessages);
  const { language } = useSpoken();
  const months = useMonths();
  return (
    <ol className={timeline["timeline"]}>
      {loan.steps.map(({ step, date, time, amount, receipt }) => (
        <li key={`${step} ${date} ${time} ${receipt}`}>
          {fill(words[step], { amount: money(amount) })}
          <small>
            {formatDay(date, language)}, {time}
            {receipt && ` · ${receipt}`}
          </small>
        </li>
      ))}
      {stillToCome(loan.state).map((step) => (
        <li key={`next ${step}`} className={timeline["next"]}>
          {fill(next[step], { months: months(loan.period) })}
          <small>{next.label}</small>
        </li>
      ))}
    </ol>
  );
}
