import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { payoutProblem } from "#shared/messages/payouts/payout-problem.ts";
import { payoutProblemMessages } from "#shared/messages/payouts/problems-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import timeline from "#web/ui/timeline.module.css";
import desk from "#web/ui/desk.module.css";
import type { Application, FileProps } from "./application.tsx";
import { useFormatAmendment } from "./format-amendment.ts";
import { formatLongWait } from "./format.ts";

type Step = Application["steps"][number];
type Amendment = FileProps["file"]["amendments"][number];

/** The history of the loan, with the person of each step, and the next step. */
export function Progress({ loan, file }: FileProps): ReactElement {
  const all = useMessages(loanDeskMessages);
  const { progress: words, payOut } = all;
  const problems = useMessages(payoutProblemMessages);
  const { language } = useSpoken();
  const said = (step: Step): string => {
    const { receipt } = step;
    // Check-off repayments have no receipt number to end with.
    return fill(words.steps[step.step], { amount: money(step.amount), receipt }).replace(/, $/, "");
  };
  const when = ({ step, date, time, who, by, reason }: Step): string => {
    const person = by === "member" ? loan.member : who;
    const why = step === "unsent" ? payoutProblem(reason, problems) : reason;
    return [formatDay(date, language), time, person, why].filter(Boolean).join(", ");
  };
  const formatAmendment = useFormatAmendment(loan.member);
  const mobile = formatMobileNumber(file.member.mobile) || payOut.noMobile;
  const next: Partial<Record<Application["state"], readonly string[]>> = {
    applied: [words.decideNext, fill(words.disburseNext, { mobile })],
    approved: [fill(words.disburseNext, { mobile })],
    disbursed: [fill(words.repayNext, { amount: money(file.outstanding) })],
  };
  const waits = loan.state === "applied" || loan.state === "approved";
  const wait = formatLongWait(file.waitingHours, all);
  return (
    <Card title={words.title}>
      <ol className={classes(timeline["timeline"], desk["log"])}>
        {inOrder(loan.steps, file.amendments).map((one) => {
          const { what, how } =
            "step" in one ? { what: said(one), how: when(one) } : formatAmendment(one);
          return (
            <li key={Object.values(one).join(" ")}>
              {what}
              <small>{how}</small>
            </li>
          );
        })}
        {(next[loan.state] ?? []).map((to, at) => (
          <li key={to} className={timeline["next"]}>
            {to}
            {at === 0 && waits && <small>{fill(words.waiting, { wait })}</small>}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Returns the steps and the ended amendment proposals; within one minute, steps come first. */
function inOrder(steps: readonly Step[], amendments: readonly Amendment[]): (Step | Amendment)[] {
  const moment = ({ date, time }: Step | Amendment): string => `${date} ${time}`;
  return [...steps, ...amendments].toSorted((one, other) => {
    return moment(one).localeCompare(moment(other), "en");
  });
}
