import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type FormEvent, type ReactElement, useState } from "react";
import { decide, place } from "#shared/contract/check-off/files.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useActorLabel } from "../actor-label.ts";
import { useRefresh } from "./batch-data.ts";
import css from "./check-off.module.css";
import { type Choice, directionOf, useChoices } from "./choices.ts";
import { type DecisionProps, fieldProblemsOf, type FormProps } from "./decision-form.ts";
import { SplitForm } from "./split-form.tsx";
import { Where } from "./line-destinations.tsx";

/** Asks where a line goes: to one of its possible destinations, or split into parts. */
export function DecisionDialog({ batch, line, onClose, onDone }: DecisionProps): ReactElement {
  const actorLabel = useActorLabel();
  const { decision: words, reasons } = useMessages(checkOffMessages);
  const [isSplit, setSplit] = useState(batch.state === "prepared" && line.parts.length > 1);
  const sending = useSending({ batch, line, onClose, onDone });
  const posted = batch.state === "posted";
  const held = line.parts.find(({ to }) => to === "suspense")?.amount ?? line.amount;
  const values = { row: line.row, amount: money(posted ? held : line.amount) };
  const person = fill(words.of, { memberNo: line.memberNo, member: line.member }).trim();
  const form = { batch, line, person, sending, onClose };
  const turnTo = (split: boolean): void => {
    setSplit(split);
    sending.forget();
  };
  return (
    <Dialog
      title={fill(posted ? words.placeTitle : words.title, values)}
      onClose={() => sending.busy || onClose()}
      actions={null}
    >
      <p>{person}</p>
      {!posted && (
        <div className={css["now"]}>
          <p>
            {line.decidedBy
              ? fill(words.nowDecided, {
                  by: actorLabel(line.decidedBy),
                  reason: reasons[line.reason],
                })
              : fill(words.now, { reason: reasons[line.reason] })}
          </p>
          <Where line={line} />
        </div>
      )}
      {!posted && (
        <div className={css["tabs"]} role="group" aria-label={words.how}>
          <button type="button" aria-pressed={!isSplit} onClick={() => turnTo(false)}>
            {words.whole}
          </button>
          <button type="button" aria-pressed={isSplit} onClick={() => turnTo(true)}>
            {words.split}
          </button>
        </div>
      )}
      {isSplit ? <SplitForm {...form} /> : <WholeForm {...form} />}
    </Dialog>
  );
}

/** The props that both ways of deciding share. */
function useSending({ batch, line, onClose, onDone }: DecisionProps): FormProps["sending"] {
  const { decision: words } = useMessages(checkOffMessages);
  const refresh = useRefresh();
  return useAction(async (send: () => Promise<unknown>) => {
    await send();
    const text = fill(batch.state === "posted" ? words.savedPlace : words.saved, { row: line.row });
    showToast({ kind: "success", text });
    onDone();
    refresh();
    onClose();
  });
}

function WholeForm(props: FormProps): ReactElement {
  const { decision: words } = useMessages(checkOffMessages);
  const { batch, line, person, sending, onClose } = props;
  const posted = batch.state === "posted";
  const { choices, choice, pick, number, setNumber, alert, submit } = useDecision(props);
  return (
    <form className={css["decision"]} onSubmit={submit} noValidate>
      <fieldset className={css["choices"]} aria-label={person}>
        {choices.map((one, index) => (
          <label key={one.key}>
            <input
              type="radio"
              name={`where-${line.row}`}
              value={one.key}
              checked={choice?.key === one.key}
              onChange={() => pick(one)}
              data-first={index === 0 || undefined}
            />
            <span>{one.label}</span>
          </label>
        ))}
      </fieldset>
      {choice?.typed && (
        <Field
          label={words.number}
          bind={{ name: choice.typed, value: number, error: undefined, onValue: setNumber }}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {choice?.to === "loan" && !posted && <p>{words.rest}</p>}
      {posted && <p>{words.twoPeople}</p>}
      {alert && <Tip meaning="bad">{alert}</Tip>}
      <div className={css["actions"]}>
        <Button blocked={sending.busy} onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" look="primary" blocked={sending.busy}>
          {posted ? words.savePlace : words.save}
        </Button>
      </div>
    </form>
  );
}

function useDecision({ batch, line, sending }: FormProps) {
  const { decision: words } = useMessages(checkOffMessages);
  const choices = useChoices(batch, line);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [number, setNumber] = useState("");
  const [isUnchosen, setUnchosen] = useState(false);
  const send = (chosen: Choice): void => {
    const { to, ...given } = directionOf(chosen, number);
    const params = { batch: batch.id, row: String(line.row) };
    sending.run(() => {
      return to === "suspense" || batch.state !== "posted"
        ? call(decide, { params, body: { to, ...given } })
        : call(place, { params, body: { to, ...given } });
    });
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setUnchosen(choice === null);
    if (choice !== null) send(choice);
  };
  const pick = (one: Choice): void => {
    setChoice(one);
    setUnchosen(false);
    sending.forget();
  };
  const rejection = Object.values(fieldProblemsOf(sending.error))[0] ?? sending.failed;
  const alert = isUnchosen ? words.choose : rejection;
  return { choices, choice, pick, number, setNumber, alert, submit };
}
