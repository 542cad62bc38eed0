import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type FormEvent, type ReactElement, useState } from "react";
import { decide, place } from "#shared/contract/check-off/files.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { failureWords, ProblemAnswer } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useSayWho } from "../say-who.ts";
import { type Batch, useRefresh } from "./batch.tsx";
import css from "./check-off.module.css";
import { type Choice, directionOf, useChoices } from "./choices.ts";
import type { Line } from "./lines.tsx";
import { SplitForm } from "./split-form.tsx";
import { Where } from "./where.tsx";

interface DecisionProps {
  readonly batch: Batch;
  readonly line: Line;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks where a line goes: to one of its possible destinations, or split into parts. */
export function DecisionDialog({ batch, line, onClose, onDone }: DecisionProps): ReactElement {
  const sayWho = useSayWho();
  const { decision: said, reasons } = useMessages(checkOffMessages);
  const [isSplit, setSplit] = useState(batch.state === "prepared" && line.parts.length > 1);
  const [busy, setBusy] = useState(false);
  const posted = batch.state === "posted";
  const held = line.parts.find(({ to }) => to === "suspense")?.amount ?? line.amount;
  const values = { row: line.row, amount: money(posted ? held : line.amount) };
  const person = fill(said.of, { memberNo: line.memberNo, member: line.member }).trim();
  const form = { batch, line, person, busy, setBusy, onClose, onDone };
  return (
    <Dialog
      title={fill(posted ? said.placeTitle : said.title, values)}
      onClose={() => busy || onClose()}
      actions={null}
    >
      <p>{person}</p>
      {!posted && (
        <div className={css["now"]}>
          <p>
            {line.decidedBy
              ? fill(said.nowDecided, { by: sayWho(line.decidedBy), reason: reasons[line.reason] })
              : fill(said.now, { reason: reasons[line.reason] })}
          </p>
          <Where line={line} />
        </div>
      )}
      {!posted && (
        <div className={css["tabs"]} role="group" aria-label={said.how}>
          <button type="button" aria-pressed={!isSplit} onClick={() => setSplit(false)}>
            {said.whole}
          </button>
          <button type="button" aria-pressed={isSplit} onClick={() => setSplit(true)}>
            {said.split}
          </button>
        </div>
      )}
      {isSplit ? <SplitForm {...form} /> : <WholeForm {...form} />}
    </Dialog>
  );
}

/** The props that both ways of deciding share. */
export interface FormProps extends DecisionProps {
  readonly person: string;
  readonly busy: boolean;
  readonly setBusy: (busy: boolean) => void;
}

/** Sends a decision; if it is rejected, returns the problems of its fields and a message. */
export function useSending({ batch, line, setBusy, onClose, onDone }: FormProps) {
  const { decision: said } = useMessages(checkOffMessages);
  const words = useWords();
  const refresh = useRefresh();
  return async (send: () => Promise<unknown>): Promise<Sent> => {
    setBusy(true);
    try {
      await send();
    } catch (error) {
      setBusy(false);
      const fields = error instanceof ProblemAnswer ? error.details.fields : {};
      return { fields, alert: failureWords(error, words) };
    }
    const text = fill(batch.state === "posted" ? said.savedPlace : said.saved, { row: line.row });
    showToast({ kind: "success", text });
    onDone();
    refresh();
    onClose();
    return { fields: {}, alert: "" };
  };
}

export interface Sent {
  readonly fields: Readonly<Record<string, string>>;
  /** Empty once it is done. */
  readonly alert: string;
}

function WholeForm(props: FormProps): ReactElement {
  const { decision: said } = useMessages(checkOffMessages);
  const { batch, line, person, busy, onClose } = props;
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
          label={said.number}
          bind={{ name: choice.typed, value: number, error: undefined, onValue: setNumber }}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {choice?.to === "loan" && !posted && <p>{said.rest}</p>}
      {posted && <p>{said.twoPeople}</p>}
      {alert && <Tip meaning="bad">{alert}</Tip>}
      <div className={css["actions"]}>
        <Button blocked={busy} onClick={onClose}>
          {said.cancel}
        </Button>
        <Button type="submit" look="primary" blocked={busy}>
          {posted ? said.savePlace : said.save}
        </Button>
      </div>
    </form>
  );
}

function useDecision(props: FormProps) {
  const { batch, line, busy } = props;
  const { decision: said } = useMessages(checkOffMessages);
  const choices = useChoices(batch, line);
  const sending = useSending(props);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [number, setNumber] = useState("");
  const [alert, setAlert] = useState("");
  const send = async (chosen: Choice): Promise<void> => {
    const { to, ...given } = directionOf(chosen, number);
    const params = { batch: batch.id, row: String(line.row) };
    setAlert("");
    const sent = await sending(() => {
      return to === "suspense" || batch.state !== "posted"
        ? call(decide, { params, body: { to, ...given } })
        : call(place, { params, body: { to, ...given } });
    });
    setAlert(Object.values(sent.fields)[0] ?? sent.alert);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    if (choice === null) setAlert(said.choose);
    else void send(choice);
  };
  const pick = (one: Choice): void => {
    setChoice(one);
    setAlert("");
  };
  return { choices, choice, pick, number, setNumber, alert, submit };
}
