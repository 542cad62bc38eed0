import { dividendDeskMessages } from "#shared/messages/dividends/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { useModeNames } from "#web/lib/mode-names.ts";
import { Button } from "#web/ui/button.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Running } from "#web/ui/running.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { factsOf, PlanLines } from "./plan-lines.tsx";
import { DeclaredTwice, type Preview } from "./preview-cards.tsx";
import type { Run, Shown, Step, Taking } from "./steps.ts";
import type { Uptake } from "./uptake.tsx";

interface AskProps {
  readonly step: Step;
  readonly dividend: Preview;
  readonly uptake: Uptake | null;
  readonly taking: Taking;
  readonly run: Run | null;
  readonly onClose: () => void;
}

/** States how many members and shillings a step affects, before it is taken. */
export function AskDialog(props: AskProps): ReactElement {
  const { step, dividend, uptake, taking, run, onClose } = props;
  const { ask, act } = useMessages(dividendDeskMessages);
  const nameOf = useModeNames();
  const mode = nameOf(dividend.defaultMode);
  const said = ask[step];
  const busy = taking.busy !== null || run !== null;
  const isLong = step === "post" || step === "pay";
  const planned = planOf(props);
  const nobody = step === "remind" && uptake?.remindable === 0;
  return (
    <Dialog
      title={fill(said.title, { year: dividend.year })}
      onClose={() => (busy && !isLong) || onClose()}
      actions={
        <>
          <Button first blocked={busy && !isLong} onClick={onClose}>
            {busy && isLong ? act.close : act.cancel}
          </Button>
          {!nobody && (
            <Button
              look={step === "withdraw" ? "danger" : "primary"}
              blocked={busy}
              onClick={() => taking.run(step)}
            >
              {said.confirm}
            </Button>
          )}
        </>
      }
    >
      <p>{nobody ? nobodyLeft(ask.remind.none, uptake) : textOf(said.text, props, mode)}</p>
      {(step === "approve" || step === "post") && <DeclaredTwice preview={dividend} />}
      {taking.before && <Changed before={taking.before} now={props} step={step} />}
      {planned && <PlanLines plan={planned} otherwise={dividend.otherwise} />}
      <div role="status">{run && <RunBar run={run} />}</div>
      {taking.failed && <Tip meaning="bad">{taking.failed}</Tip>}
    </Dialog>
  );
}

function nobodyLeft(text: string, { silent }: Uptake): string {
  return fill(text, { silent: formatCount(silent) });
}

const sum = (amounts: readonly number[]): string =>
  formatMoney(addCents(...amounts.map(fromWireAmount)));

function textOf(text: string, { dividend, uptake }: Shown, mode: string): string {
  const modes = uptake?.byMode ?? [];
  const parts = modes.reduce((count, one) => count + one.parts, 0);
  return fill(text, {
    members: formatCount(dividend.members),
    gross: modes.length > 0 ? sum(modes.map(({ amount }) => amount)) : money(dividend.gross),
    mode,
    parts: formatCount(parts),
    tax: sum(modes.map(({ tax }) => tax)),
    elected: formatCount(uptake?.elected ?? 0),
    silent: formatCount(uptake?.silent ?? 0),
    amount: money(uptake?.silentAmount ?? 0),
    count: formatCount(uptake?.remindable ?? 0),
  });
}

interface ChangedProps {
  readonly before: Shown;
  readonly now: Shown;
  readonly step: Step;
}

/** The old and new text of the dialog, side by side. */
function Changed({ before, now, step }: ChangedProps): ReactElement {
  const words = useMessages(dividendDeskMessages);
  const nameOf = useModeNames();
  const isDecided = step === "lock" || step === "pay";
  const facts = ({ dividend, uptake }: Shown) =>
    factsOf(words, nameOf, isDecided ? (uptake?.plan ?? dividend.plan) : dividend.plan, dividend);
  return <Changes before={facts(before)} now={facts(now)} />;
}

/** The effect of the step: before the posting by default modes, afterwards by members' choices. */
function planOf({ step, dividend, uptake }: AskProps): Preview["plan"] | null {
  if (step === "approve" || step === "post") return dividend.plan;
  return step === "lock" || step === "pay" ? (uptake?.plan ?? null) : null;
}

/** The progress of a posting or payment, as the server reports it. */
export function RunBar({ run }: { readonly run: Run }): ReactElement {
  const { act } = useMessages(dividendDeskMessages);
  const text = fill(act.running, { done: formatCount(run.done), of: formatCount(run.of) });
  return (
    <Running done={run.done} of={run.of} text={text}>
      <span>{act.runningText}</span>
    </Running>
  );
}
