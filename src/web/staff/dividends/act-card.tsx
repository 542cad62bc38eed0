import { dividendDeskMessages } from "#shared/messages/dividends/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { useSpoken } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tip } from "#web/ui/tip.tsx";
import desk from "#web/ui/desk.module.css";
import type { Officer } from "../officer.ts";
import { AskDialog, RunBar } from "./ask-dialog.tsx";
import css from "./dividends.module.css";
import { type Dividend, phaseOf } from "./phase.tsx";
import type { Preview } from "./preview-cards.tsx";
import { isOwn, noteOf } from "./next-step.ts";
import { needsOf, type Step, stepsAt, useRun, useTaking } from "./steps.ts";
import type { Uptake } from "./uptake.tsx";

interface ActProps {
  readonly dividend: Preview;
  /** Null while it is not known, or members cannot choose yet. */
  readonly uptake: Uptake | null;
  readonly officer: Officer;
}

const looks: Partial<Record<Step, "danger" | "outline">> = { withdraw: "danger" };

/** The actions on a dividend now; an action the person may not take says who may. */
export function ActCard({ dividend, uptake, officer }: ActProps): ReactElement {
  const words = useMessages(dividendDeskMessages);
  const { language } = useSpoken();
  const [asked, setAsked] = useState<Step | null>(null);
  const taking = useTaking({ dividend, uptake }, () => setAsked(null));
  const phase = phaseOf(dividend);
  const canRun = phase === "approved" || phase === "locked";
  const run = useRun(dividend, canRun, taking.busy === "post" || taking.busy === "pay");
  const steps = stepsAt[phase].filter((step) => mayTake(step, dividend, officer));
  const needsUptake = (step: Step) => step === "remind" || step === "lock" || step === "pay";
  const close = (): void => {
    setAsked(null);
    taking.forget();
  };
  return (
    <Card title={words.act.title}>
      <div className={desk["act"]}>
        <div>
          <p className={desk["another"]}>
            <Icon name={steps.length > 0 ? "guarantee" : "info"} />
            <span>{noteOf(dividend, phase, officer, { words: words.act, language })}</span>
          </p>
          <div className={css["running"]} role="status">
            {run && asked === null && <RunBar run={run} />}
          </div>
        </div>
        {taking.failed && asked === null && <Tip meaning="bad">{taking.failed}</Tip>}
        {steps.length > 0 && (
          <div className={desk["buttons"]}>
            {steps.map((step) => (
              <Button
                key={step}
                width="full"
                look={looks[step] ?? "primary"}
                blocked={(run !== null && step === "withdraw") || (needsUptake(step) && !uptake)}
                onClick={() => setAsked(step)}
              >
                {words.act[step]}
              </Button>
            ))}
          </div>
        )}
      </div>
      {asked !== null && (
        <AskDialog
          step={asked}
          dividend={dividend}
          uptake={uptake}
          taking={taking}
          run={run}
          onClose={close}
        />
      )}
    </Card>
  );
}

function mayTake(step: Step, dividend: Dividend, officer: Officer): boolean {
  if (step === "approve" && isOwn(dividend, officer)) return false;
  return officer.may(needsOf[step]);
}
