import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useId, useState } from "react";
import { denominations, sumOfPieces } from "#shared/denominations.ts";
import { fill } from "#shared/language.ts";
import { money } from "#web/lib/figures.ts";
import { problemWords, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import type { FieldBinding } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import desk from "#web/ui/desk-page.module.css";
import css from "./counter.module.css";

type Name = `of-${(typeof denominations)[number]}`;
const names = denominations.map((value): Name => `of-${value}`);

interface CountFormProps {
  readonly draft: string;
  /** The cash by the books, in shillings. */
  readonly expected: number;
  readonly sendWords: string;
  readonly onSend: (pieces: number[]) => Promise<void>;
}

/** Counts notes and coins; an empty field counts as zero. */
export function CountForm({ draft, expected, sendWords, onSend }: CountFormProps): ReactElement {
  const all = useWords();
  const { count: words } = useMessages(counterMessages);
  const [asked, setAsked] = useState(false);
  const formId = useId();
  const form = useForm<Name>({
    names,
    draft: `count ${draft}`,
    check: (values) => {
      const wrong = names.filter((name) => piecesIn(values[name]) === null);
      const found = wrong.map((name) => [name, problemWords("count.form", all)]);
      // The first press asks for confirmation; the dialog's button presses it again.
      if (wrong.length === 0 && !asked) setAsked(true);
      return Object.fromEntries(found) as Partial<Record<Name, string>>;
    },
    async send(values) {
      if (!asked) return;
      setAsked(false);
      await onSend(piecesOf(values));
    },
  });
  const counted = sumOfPieces(piecesOf(form.values));
  return (
    <form id={formId} className={desk["form"]} onSubmit={form.submit} noValidate>
      <Pieces bind={form.bind} />
      <Sums expected={expected} counted={counted} isBegun={counted > 0} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" type="submit" width="full" blocked={form.busy}>
        {sendWords}
      </Button>
      {asked && (
        <Dialog
          title={fill(words.sure, { amount: `Ksh ${money(counted)}` })}
          onClose={() => setAsked(false)}
          actions={
            <>
              <Button first onClick={() => setAsked(false)}>
                {words.notYet}
              </Button>
              <Button look="primary" type="submit" form={formId}>
                {words.sureYes}
              </Button>
            </>
          }
        >
          <p>{words.sureText}</p>
          <Sums expected={expected} counted={counted} isBegun />
        </Dialog>
      )}
    </form>
  );
}

/** Reads a number of pieces; null if the text is not a number. */
function piecesIn(typed: string): number | null {
  const plain = typed.trim();
  if (plain === "") return 0;
  return /^\d{1,5}$/.test(plain) ? Number(plain) : null;
}

function piecesOf(values: Values<Name>): number[] {
  return names.map((name) => piecesIn(values[name]) ?? 0);
}

function Pieces({ bind }: { readonly bind: (name: Name) => FieldBinding }): ReactElement {
  const { count: words } = useMessages(counterMessages);
  return (
    <table className={css["count"]}>
      <thead>
        <tr>
          <th scope="col">{words.head.denomination}</th>
          <th scope="col">{words.head.pieces}</th>
          <th scope="col">{words.head.sum}</th>
        </tr>
      </thead>
      <tbody>
        {denominations.map((value) => (
          <Line key={value} value={value} bind={bind(`of-${value}`)} />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps {
  readonly value: (typeof denominations)[number];
  readonly bind: FieldBinding;
}

function Line({ value, bind }: LineProps): ReactElement {
  const { count: words } = useMessages(counterMessages);
  const id = useId();
  return (
    <tr>
      <th scope="row">{money(value).replace(".00", "")}</th>
      <td>
        <input
          aria-label={fill(words.pieces, { value: String(value) })}
          name={bind.name}
          value={bind.value}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => bind.onValue(event.target.value)}
          aria-invalid={bind.error ? true : undefined}
          aria-describedby={bind.error ? id : undefined}
        />
        {bind.error && (
          <p className={css["problem"]} id={id}>
            {bind.error}
          </p>
        )}
      </td>
      <td>{money(value * (piecesIn(bind.value) ?? 0))}</td>
    </tr>
  );
}

interface SumsProps {
  readonly expected: number;
  readonly counted: number;
  /** Whether anything is counted yet, so that there is a difference to show. */
  readonly isBegun: boolean;
}

function Sums({ expected, counted, isBegun }: SumsProps): ReactElement {
  const { count: words } = useMessages(counterMessages);
  const variance = counted - expected;
  const size = { amount: money(Math.abs(variance)) };
  const off = variance > 0 ? fill(words.over, size) : fill(words.short, size);
  const said = variance === 0 ? words.even : off;
  return (
    <dl className={css["figures"]}>
      <div>
        <dt>{words.expected}</dt>
        <dd>{money(expected)}</dd>
      </div>
      <div>
        <dt>{words.counted}</dt>
        <dd>{money(counted)}</dd>
      </div>
      <div>
        <dt>{words.variance}</dt>
        <dd className={classes(isBegun && variance < 0 && css["short"])}>
          {isBegun ? said : "\u2013"}
        </dd>
      </div>
    </dl>
  );
}
