import { casesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement, ReactNode } from "react";
import type * as z from "zod/mini";
import { caseDays } from "#shared/case-deadlines.ts";
import type { CaseState, own } from "#shared/contract/cases/own.ts";
import { fill } from "#shared/language.ts";
import type { CasesWords } from "#shared/messages/cases/cases-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { LATEST } from "#web/paths.ts";
import { Badge, type BadgeProps } from "./badge.tsx";
import { Card } from "./card.tsx";
import css from "./case-parts.module.css";
import { classes } from "./classes.ts";
import timeline from "./timeline.module.css";

type OwnCase = z.output<typeof own.answer>;
type ClockStep = OwnCase["clock"][number];
type ThreadStep = OwnCase["thread"][number];

const looks: Record<CaseState, Pick<BadgeProps, "icon" | "meaning">> = {
  open: { icon: "clock", meaning: "warn" },
  acknowledged: { icon: "chat", meaning: "info" },
  concluded: { icon: "check", meaning: "ok" },
  closed: { icon: "check" },
};

/** The state of a case, in a word. */
export function StateBadge({ state }: { readonly state: CaseState }): ReactElement {
  const { states } = useMessages(casesMessages);
  return <Badge {...looks[state]}>{states[state]}</Badge>;
}

interface Due {
  readonly due: string;
  readonly late: boolean;
  readonly left?: number | undefined;
}

function formatDue({ late, left = 0 }: Due, { due: words }: CasesWords): string {
  if (late) return words.late;
  if (left === 0) return words.today;
  return left === 1 ? words.one : fill(words.many, { count: left });
}

/** How near a due date is; one that has passed also says so in a word. */
export function DueBadge(props: Due): ReactElement | null {
  const words = useMessages(casesMessages);
  if (props.due === "") return null;
  const text = formatDue(props, words);
  if (props.late) {
    return (
      <Badge icon="warn" meaning="bad">
        {text}
      </Badge>
    );
  }
  return (
    <Badge icon="clock" {...((props.left ?? 0) <= 1 && { meaning: "warn" as const })}>
      {text}
    </Badge>
  );
}

interface ClockProps {
  readonly clock: readonly ClockStep[];
  /** It belongs to a member and is shown to staff. */
  readonly ofMember?: boolean;
}

/** The deadlines in three steps: when each is due, how long that is, and when it was done. */
export function CaseClock({ clock, ofMember = false }: ClockProps): ReactElement {
  const { clock: words } = useMessages(casesMessages);
  return (
    <Card title={words.title}>
      <ol className={classes(timeline["timeline"], css["clock"])}>
        {clock.map((step) => (
          <li key={step.step} className={classes(step.done === "" && timeline["next"])}>
            {ofMember && step.step === "tell" ? words.notifyMember : words[step.step]}
            <small>
              <When step={step} />
            </small>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function When({ step }: { readonly step: ClockStep }): ReactNode {
  const { clock: words } = useMessages(casesMessages);
  const { language } = useSpoken();
  const day = (date: string) => formatDay(date, language);
  if (step.done !== "") {
    return (
      <>
        {fill(words.done, { day: day(step.done) })}
        {step.late && (
          <>
            , <span className={css["late"]}>{words.doneLate}</span>
          </>
        )}
      </>
    );
  }
  if (step.due === "") return fill(words.later, { days: caseDays.tell });
  return (
    <>
      {fill(words.by, { day: day(step.due) })}
      {step.left !== undefined && (
        <>
          , <span className={classes(step.late && css["late"])}>{formatLeft(step, words)}</span>
        </>
      )}
    </>
  );
}

function formatLeft({ left = 0, late }: ClockStep, words: CasesWords["clock"]): string {
  if (!late) {
    if (left === 0) return words.leftToday;
    return left === 1 ? words.leftOne : fill(words.leftMany, { count: left });
  }
  // A due date that passed over a weekend is not late by any working day yet.
  if (left === 0) return words.late;
  return left === -1 ? words.lateOne : fill(words.lateMany, { count: -left });
}

interface ThreadProps<Step extends ThreadStep> {
  readonly steps: readonly Step[];
  /** How the member is named here. */
  readonly member: string;
  /** The text of a step, where its label alone is not enough. */
  readonly saidOf?: (step: Step) => string;
  /** The warning about a step, where there is one. */
  readonly faultOf?: (step: Step) => string;
}

/** All messages and steps, in order. */
export function Thread<Step extends ThreadStep>(props: ThreadProps<Step>): ReactElement {
  const { steps: words } = useMessages(casesMessages);
  const { language } = useSpoken();
  const { saidOf = ({ step }) => words[step], faultOf = () => "" } = props;
  return (
    <ol className={css["thread"]}>
      {props.steps.map((step) => (
        <li key={step.id} id={step === props.steps.at(-1) ? LATEST : undefined}>
          <div className={css["head"]}>
            <span>
              <b>{step.by === "member" ? props.member : step.who}</b>
              {saidOf(step) && ` · ${saidOf(step)}`}
            </span>
            <span>{[formatDay(step.date, language), step.time].filter(Boolean).join(", ")}</span>
          </div>
          {faultOf(step) !== "" && <p className={css["late"]}>{faultOf(step)}</p>}
          {step.text !== "" && (
            <p className={classes(css["said"], step.by === "office" && css["office"])}>
              {step.text}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
