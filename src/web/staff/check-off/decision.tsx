import { type FormEvent, type ReactElement, useState } from "react";
import { decide, type Destination, place, placements } from "#shared/contract/check-off.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { useCheckOffWords } from "#web/lib/check-off-words.ts";
import { failureWords, Refused } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { type Batch, useRefresh } from "./batch.tsx";
import css from "./check-off.module.css";
import type { Line } from "./lines.tsx";

interface DecisionProps {
  readonly batch: Batch;
  readonly line: Line;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface Choice {
  readonly key: string;
  readonly label: string;
  readonly to: Destination;
  readonly loanNo?: string;
  /** What has to be typed for it. */
  readonly typed?: "loanNo" | "memberNo";
}

/** Asks where a line goes, of the places there are for it. */
export function DecisionDialog(props: DecisionProps): ReactElement {
  const { decision: said } = useCheckOffWords();
  const { batch, line, onClose } = props;
  const form = useDecision(props);
  const { choices, choice, pick, number, setNumber, busy, alert, submit } = form;
  const posted = batch.state === "posted";
  const held = line.parts.find(({ to }) => to === "suspense")?.amount ?? line.amount;
  const values = { row: line.row, amount: money(posted ? held : line.amount) };
  const person = fill(said.of, { memberNo: line.memberNo, member: line.member }).trim();
  return (
    <Dialog
      title={fill(posted ? said.placeTitle : said.title, values)}
      onClose={() => busy || onClose()}
      actions={null}
    >
      <form className={css["decision"]} onSubmit={submit} noValidate>
        <p>{person}</p>
        <fieldset className={css["choices"]} aria-label={person}>
          {choices.map((one, index) => (
            <label key={one.key}>
              <input
                type="radio"
                name="where"
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
    </Dialog>
  );
}

function useDecision({ batch, line, onClose, onDone }: DecisionProps) {
  const { decision: said } = useCheckOffWords();
  const words = useWords();
  const refresh = useRefresh();
  const choices = useChoices(batch, line);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [number, setNumber] = useState("");
  const [busy, setBusy] = useState(false);
  const [alert, setAlert] = useState("");
  const send = async ({ to, loanNo, typed }: Choice): Promise<void> => {
    const given = { ...(loanNo && { loanNo }), ...(typed && { [typed]: number.trim() }) };
    const params = { batch: batch.id, row: String(line.row) };
    const posted = batch.state === "posted";
    setBusy(true);
    setAlert("");
    try {
      if (to === "suspense" || !posted) await call(decide, { params, body: { to, ...given } });
      else await call(place, { params, body: { to, ...given } });
      const text = fill(posted ? said.savedPlace : said.saved, { row: line.row });
      showToast({ kind: "success", text });
      onDone();
      refresh();
      onClose();
    } catch (error) {
      const fields = error instanceof Refused ? Object.values(error.details.fields) : [];
      setAlert(fields[0] ?? failureWords(error, words));
      setBusy(false);
    }
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
  return { choices, choice, pick, number, setNumber, busy, alert, submit };
}

/** The places a line may go to: its member's loans first, as they are due. */
function useChoices({ state, takesDeposits }: Batch, { loans, member }: Line): readonly Choice[] {
  const { decision: said, destinations: names } = useCheckOffWords();
  const known = loans.map((loan): Choice => {
    const { loanNo, purpose } = loan;
    const values = { loanNo, purpose, balance: money(loan.balance), due: money(loan.due) };
    return { key: loanNo, label: fill(said.loan, values), to: "loan", loanNo };
  });
  const funds = placements.filter((to) => to !== "loan" && (to !== "deposits" || takesDeposits));
  const own = funds.map((to): Choice => {
    return { key: to, label: fill(said.own, { where: names[to] }), to };
  });
  const others = funds.map((to): Choice => {
    const label = fill(said.otherMember, { where: names[to] });
    return { key: `other ${to}`, label, to, typed: "memberNo" };
  });
  return [
    ...known,
    ...(member === "" ? [] : own),
    { key: "other loan", label: said.other, to: "loan", typed: "loanNo" },
    ...others.filter(({ to }) => to === "deposits" || to === "share-capital"),
    ...(state === "prepared"
      ? [{ key: "suspense", label: said.suspense, to: "suspense" } as const]
      : []),
  ];
}
