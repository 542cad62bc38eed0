import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useId, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { batches, prepare } from "#shared/contract/check-off/files.ts";
import { fill } from "#shared/language.ts";
import { parseTypedAmount, toWireAmount } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { contractProblems, type Form, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { checkOffAddress } from "#web/staff/addresses.ts";
import { CheckField, TICKED } from "#web/ui/check-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { FaultList, type Faults, faultsIn } from "#web/staff/imports/file-reading/fault-list.tsx";
import { TABLE_FILES } from "#web/staff/imports/file-reading/reading-panel.tsx";
import css from "./check-off.module.css";
import { FileColumns, useCheckOffPreview } from "./file-columns.tsx";
import { isRepeat, type RejectedFile, RepeatRequest } from "./repeat-request.tsx";

const names = ["month", "declared", "valueDate", "fileName"] as const;
type Name = (typeof names)[number];

type Wire = Record<Exclude<Name, "valueDate">, string> & { readonly valueDate: string | undefined };

/**
 * Returns the input in the contract's form: an amount may have commas, an empty day is left out.
 */
function wire({ valueDate, ...values }: Values<Name>): Wire {
  const declared = parseTypedAmount(values.declared);
  return {
    ...values,
    declared: declared ? String(toWireAmount(declared)) : values.declared,
    valueDate: valueDate === "" ? undefined : valueDate,
  };
}

/** Uploads a file. A file with errors is rejected as a whole; nothing typed or chosen is lost. */
export function NewFilePage(): ReactElement {
  const words = useWords();
  const { add } = useMessages(checkOffMessages);
  const { go } = useNavigation();
  const cache = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [faults, setFaults] = useState<Faults>([]);
  const [repeats, setRepeats] = useState<Repeated>({ found: 0, isMeant: false });
  const formId = useId();
  const looked = useCheckOffPreview((error) => setFaults(faultsIn(error)));
  const [repeated, setRepeated] = useState<RejectedFile | null>(null);
  const form = useForm<Name>({
    names,
    check: (values) => {
      const found = contractProblems(prepare.query, wire(values), words);
      return file === null ? { ...found, fileName: add.choose } : found;
    },
    async send(values) {
      setFaults([]);
      setRepeated(null);
      const reading = await looked.settle();
      if (file === null || reading === null) return;
      const meant = repeats.isMeant ? { repeats: String(repeats.found) } : {};
      const query = { ...wire(values), ...reading, ...meant };
      try {
        const taken = await call(prepare, { query, file });
        void cache.invalidateQueries({ queryKey: [batches.path] });
        go(checkOffAddress(taken.id), { replace: true });
      } catch (error) {
        const found = faultsIn(error);
        setFaults(found);
        if (reasonOf(error) === "lines-repeated") {
          setRepeats({ found: found.length, isMeant: false });
        }
        const { valueDate: _, ...sent } = query;
        if (isRepeat(error)) setRepeated({ query: sent, file });
        // These messages state the file's total, so they belong next to the figure that differs.
        if (!(error instanceof ProblemAnswer) || error.details.reason !== "declared-differs")
          throw error;
        form.reject({ declared: error.details.message });
      }
    },
  });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    setFaults([]);
    setRepeats({ found: 0, isMeant: false });
    void looked.begin(chosen);
    setRepeated(null);
    form.bind("fileName").onValue(chosen?.name ?? "");
  };
  return (
    <div className={css["page"]}>
      <PageHeader title={add.title} place="check-off new" />
      <Card padded>
        <div className={css["form"]}>
          <form id={formId} className={css["form"]} onSubmit={form.submit} noValidate>
            <Fields form={form} file={file} choose={choose} />
          </form>
          {file && <FileColumns file={file} looked={looked} />}
          {repeats.found > 0 && <Repeats repeats={repeats} onChange={setRepeats} />}
          {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
          <Actions form={formId} busy={form.busy} />
        </div>
      </Card>
      {repeated && <RepeatRequest query={repeated.query} file={repeated.file} />}
      <FaultList faults={faults} />
    </div>
  );
}

function Actions({ form, busy }: { readonly form: string; readonly busy: boolean }): ReactElement {
  const { add } = useMessages(checkOffMessages);
  return (
    <div className={css["actions"]}>
      <Button type="submit" form={form} look="primary" width="full-on-phones" blocked={busy}>
        {busy ? add.busy : add.submit}
      </Button>
      <Link to={paths.checkOff}>{add.back}</Link>
    </div>
  );
}

/** The lines that the server found twice, and whether the user confirms them. */
interface Repeated {
  readonly found: number;
  readonly isMeant: boolean;
}

interface RepeatsProps {
  readonly repeats: Repeated;
  readonly onChange: (repeats: Repeated) => void;
}

function Repeats({ repeats, onChange }: RepeatsProps): ReactElement {
  const { add } = useMessages(checkOffMessages);
  const onValue = (value: string) => onChange({ ...repeats, isMeant: value === TICKED });
  const value = repeats.isMeant ? TICKED : "";
  return (
    <CheckField bind={{ name: "repeats", value, error: undefined, onValue }}>
      {fill(add.repeats, { count: repeats.found })}
    </CheckField>
  );
}

interface FieldsProps {
  readonly form: Form<Name>;
  readonly file: File | null;
  readonly choose: (file: File | null) => void;
}

function Fields({ form, file, choose }: FieldsProps): ReactElement {
  const { add } = useMessages(checkOffMessages);
  const size = Math.max(1, Math.round((file?.size ?? 0) / 1024));
  return (
    <>
      <div className={css["two"]}>
        <Field
          label={add.month}
          bind={form.bind("month")}
          type="month"
          note={{ kind: "hint", text: add.monthHint }}
        />
        <Field
          label={add.declared}
          bind={form.bind("declared")}
          inputMode="decimal"
          autoComplete="off"
          note={{ kind: "hint", text: add.declaredHint }}
        />
      </div>
      <Field
        label={add.valueDate}
        bind={form.bind("valueDate")}
        type="date"
        note={{ kind: "hint", text: add.valueDateHint }}
      />
      <FileField
        label={add.file}
        accept={TABLE_FILES}
        error={form.bind("fileName").error}
        hint={file ? fill(add.chosen, { name: file.name, size }) : add.fileHint}
        onFile={choose}
      />
    </>
  );
}

function reasonOf(error: unknown): string {
  return error instanceof ProblemAnswer ? error.details.reason : "";
}
