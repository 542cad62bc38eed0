import { dividendDeskMessages } from "#shared/messages/dividends/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useId } from "react";
import { declare, list, preview } from "#shared/contract/dividends/declarations.ts";
import { weightings } from "#shared/dividend-entitlement.ts";
import { modeWords, splitModes } from "#shared/split-modes.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { type Form, type Problems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useModeNames } from "#web/lib/mode-names.ts";
import { useRenew } from "#web/lib/query.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { dividendAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Field } from "#web/ui/field.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import {
  declarationOf,
  defaultModes,
  type Name,
  names,
  problemsOf,
  startingDeclaration,
} from "./declaration.ts";
import css from "./dividends.module.css";

interface FieldsProps {
  readonly form: Form<Name>;
}

/** The annual meeting's decisions for a year; nothing typed is lost if the session ends. */
export function DeclarePage(): ReactElement {
  const words = useWords();
  const all = useMessages(dividendDeskMessages);
  const { declare: said } = all;
  const { go } = useNavigation();
  const renew = useRenew();
  const form = useForm<Name>({
    names,
    draft: "dividend",
    starting: startingDeclaration(),
    check: (values) => problemsOf(values, words, all),
    async send(values) {
      const body = declarationOf(values);
      try {
        const { year } = await call(declare, { body });
        await renew(list, preview);
        showToast({ kind: "success", text: fill(said.done, { year }) });
        go(dividendAddress(year), { replace: true });
      } catch (error) {
        if (!(error instanceof ProblemAnswer)) throw error;
        const taxed = taxProblems(error.details.fields);
        const isThere = error.details.reason === "dividend-exists";
        if (!isThere && Object.keys(taxed).length === 0) throw error;
        form.reject(isThere ? { year: error.message } : taxed);
      }
    },
  });
  return (
    <>
      <Crumb to={paths.dividends}>{said.back}</Crumb>
      <PageHeader title={said.title} place="dividends new" lead={said.lead} />
      <Card padded>
        <form className={css["form"]} onSubmit={form.submit} noValidate>
          <Meeting form={form} />
          <Rates form={form} />
          <Window form={form} />
          <Tax form={form} />
          <Arrears form={form} />
          {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
          <div>
            <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
              {form.busy ? said.busy : said.submit}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}

/** Returns the problems of the given tax rates, each by the mode that names its field. */
function taxProblems(fields: Readonly<Record<string, string | undefined>>): Problems<Name> {
  const found: Problems<Name> = {};
  for (const mode of splitModes) {
    const problem = fields[`tax.${mode}`];
    if (problem !== undefined) found[mode] = problem;
  }
  return found;
}

interface GroupProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

function Group({ title, hint, children }: GroupProps): ReactElement {
  const id = useId();
  return (
    <div className={css["group"]} role="group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  );
}

const hint = (text: string) => ({ kind: "hint", text }) as const;

function Meeting({ form }: FieldsProps): ReactElement {
  const { declare: words } = useMessages(dividendDeskMessages);
  return (
    <Group title={words.meeting}>
      <div className={css["three"]}>
        <Field
          label={words.year}
          bind={form.bind("year")}
          inputMode="numeric"
          autoComplete="off"
          note={hint(words.yearHint)}
        />
        <Field
          label={words.agm}
          bind={form.bind("agmReference")}
          autoComplete="off"
          note={hint(words.agmHint)}
        />
        <Field
          label={words.books}
          bind={form.bind("booksClosedOn")}
          type="date"
          note={hint(words.booksHint)}
        />
      </div>
    </Group>
  );
}

interface PercentProps extends FieldsProps {
  readonly name: Name;
  readonly label: string;
  readonly note?: string;
}

function Percent({ form, name, label, note }: PercentProps): ReactElement {
  const sign = (
    <span className={css["unit"]} aria-hidden="true">
      %
    </span>
  );
  return (
    <Field
      label={label}
      bind={form.bind(name)}
      inputMode="decimal"
      autoComplete="off"
      className={css["figure"]}
      after={sign}
      note={note === undefined ? undefined : hint(note)}
    />
  );
}

function Rates({ form }: FieldsProps): ReactElement {
  const { declare: words } = useMessages(dividendDeskMessages);
  const weighting = form.bind("weighting");
  return (
    <>
      <div className={css["two"]}>
        <Percent
          form={form}
          name="shareRateBasisPoints"
          label={words.shareRate}
          note={words.rateHint}
        />
        <Percent
          form={form}
          name="depositRateBasisPoints"
          label={words.depositRate}
          note={words.rateHint}
        />
      </div>
      <fieldset className={css["choices"]}>
        <legend>{words.weighting}</legend>
        {weightings.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={weighting.name}
              value={one}
              checked={weighting.value === one}
              onChange={() => weighting.onValue(one)}
            />
            <span>
              {words.weightings[one]}
              <small>{words.weightingHints[one]}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

function Window({ form }: FieldsProps): ReactElement {
  const { declare: words } = useMessages(dividendDeskMessages);
  const nameOf = useModeNames();
  return (
    <Group title={words.window}>
      <div className={css["three"]}>
        <Field label={words.opens} bind={form.bind("opensOn")} type="date" />
        <Field label={words.closes} bind={form.bind("closesOn")} type="date" />
        <Field
          label={words.closesAt}
          bind={form.bind("closesAt")}
          type="time"
          note={hint(words.closesAtHint)}
        />
      </div>
      <div className={css["two"]}>
        <Select
          label={words.defaultMode}
          bind={form.bind("defaultMode")}
          options={Object.fromEntries(defaultModes.map((mode) => [mode, nameOf(mode)]))}
        />
        <Select
          label={words.otherwise}
          bind={form.bind("otherwise")}
          options={words.otherwisePlaces}
        />
        <p>{words.otherwiseHint}</p>
      </div>
    </Group>
  );
}

function Tax({ form }: FieldsProps): ReactElement {
  const { declare: words } = useMessages(dividendDeskMessages);
  const nameOf = useModeNames();
  return (
    <Group title={words.tax} hint={words.taxHint}>
      <div className={css["two"]}>
        {splitModes.map((mode) => (
          <Percent key={mode} form={form} name={mode} label={nameOf(modeWords[mode])} />
        ))}
      </div>
    </Group>
  );
}

function Arrears({ form }: FieldsProps): ReactElement {
  const { declare: words } = useMessages(dividendDeskMessages);
  const hold = form.bind("holdArrears");
  return (
    <fieldset className={css["choices"]}>
      <legend>{words.arrears}</legend>
      <label>
        <input
          type="checkbox"
          name={hold.name}
          checked={hold.value === "yes"}
          onChange={(event) => hold.onValue(event.target.checked ? "yes" : "")}
        />
        <span>
          {words.hold}
          <small>{words.holdHint}</small>
        </span>
      </label>
    </fieldset>
  );
}
