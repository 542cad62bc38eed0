import { fileReadingMessages } from "#shared/messages/kernel/file-reading-sw.ts";
import { reconciliationMessages } from "#shared/messages/reconciliation/reconciliation-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useId, useState } from "react";
import type * as z from "zod/mini";
import {
  load,
  overview,
  preview as previewEndpoint,
  type ReconciledAccount,
  type StatementColumn,
} from "#shared/contract/reconciliation/files.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/figures.ts";
import { contractProblems, type Form, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { reconciliationAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import page from "#web/ui/desk-page.module.css";
import { ColumnChoice, NONE } from "../imports/file-reading/column-choice.tsx";
import { FaultList, type Faults, faultsIn } from "../imports/file-reading/fault-list.tsx";
import { type FilePreviewState, useFilePreview } from "../imports/file-reading/file-preview.ts";
import { ReadingPanel, TABLE_FILES } from "../imports/file-reading/reading-panel.tsx";
import { useRenewDesk } from "../renew-desk.ts";
import css from "./reconciliation.module.css";

type Seen = z.output<typeof previewEndpoint.answer>;
type Looked = FilePreviewState<StatementColumn, Seen>;

const names = ["from", "to", "opening", "closing", "order", "fileName"] as const;
type Name = (typeof names)[number];

const nothing = Object.fromEntries(names.map((name) => [name, undefined])) as Record<
  Name,
  undefined
>;

/** Returns the input in the contract's form, without empty fields. */
function wire(values: Values<Name>): Record<string, string> & { readonly fileName: string } {
  const { fileName, ...rest } = values;
  const given = Object.entries(rest).filter(([, value]) => value.trim() !== "");
  const plain = given.map(([name, value]) => [name, value.replaceAll(",", "").trim()]);
  return { ...Object.fromEntries(plain), fileName };
}

interface NewProps {
  readonly account: ReconciledAccount;
}

/** Imports a statement. A file with errors is rejected as a whole; nothing typed is lost. */
export function NewStatementPage({ account }: NewProps): ReactElement {
  const all = useWords();
  const { accounts, add } = useMessages(reconciliationMessages);
  const done = useDone(account);
  const [file, setFile] = useState<File | null>(null);
  const [faults, setFaults] = useState<Faults>([]);
  const formId = useId();
  const looked = useFilePreview<StatementColumn, Seen>(
    (sent, query) => call(previewEndpoint, { params: { account }, query, file: sent }),
    (error) => setFaults(faultsIn(error)),
  );
  const form = useForm<Name>({
    names,
    check: (values) => {
      const found = contractProblems<Name>(load.query, { ...nothing, ...wire(values) }, all);
      return file === null ? { ...found, fileName: add.choose } : found;
    },
    async send(values) {
      setFaults([]);
      const reading = await looked.settle();
      if (file === null || reading === null) return;
      const query = { ...wire(values), ...reading };
      try {
        await done(await call(load, { params: { account }, query, file }));
      } catch (error) {
        setFaults(faultsIn(error));
        throw error;
      }
    },
  });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    setFaults([]);
    void looked.begin(chosen);
    form.bind("fileName").onValue(chosen?.name ?? "");
  };
  return (
    <div className={page["page"]}>
      <Crumb to={paths.reconciliation}>{add.back}</Crumb>
      <PageHeader
        title={fill(add.title, { account: accounts[account] })}
        place={`reconciliation new ${account}`}
      />
      <Card padded>
        <div className={css["form"]}>
          <form id={formId} className={css["form"]} onSubmit={form.submit} noValidate>
            <Fields form={form} file={file} choose={choose} />
          </form>
          {file && <Columns file={file} looked={looked} />}
          {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
          <Actions form={formId} busy={form.busy} />
        </div>
      </Card>
      <FaultList faults={faults} />
    </div>
  );
}

/** Shows the result of an import, and opens the desk if there is something to match. */
function useDone(account: ReconciledAccount) {
  const { add } = useMessages(reconciliationMessages);
  const { go } = useNavigation();
  const renew = useRenewDesk();
  return async (answer: z.output<typeof load.answer>): Promise<void> => {
    const { lines, added, skipped, proposed } = answer;
    const told = { lines, added, skipped, proposed };
    const counts = Object.fromEntries(
      Object.entries(told).map(([name, count]) => [name, formatCount(count)]),
    );
    const detail = fill(added === 0 ? add.known : add.done, counts);
    showToast({ kind: "success", text: add.doneTitle, detail });
    await renew(overview);
    go(added === 0 ? paths.reconciliation : reconciliationAddress(account));
  };
}

function Actions({ form, busy }: { readonly form: string; readonly busy: boolean }): ReactElement {
  const { add } = useMessages(reconciliationMessages);
  return (
    <div className={css["links"]}>
      <Button type="submit" form={form} look="primary" width="full-on-phones" blocked={busy}>
        {busy ? add.busy : add.submit}
      </Button>
      <Link to={paths.reconciliation}>{add.back}</Link>
    </div>
  );
}

interface FieldsProps {
  readonly form: Form<Name>;
  readonly file: File | null;
  readonly choose: (file: File | null) => void;
}

function Fields({ form, file, choose }: FieldsProps): ReactElement {
  const { add } = useMessages(reconciliationMessages);
  const size = Math.max(1, Math.round((file?.size ?? 0) / 1024));
  const period = { kind: "hint", text: add.periodHint } as const;
  const balance = { kind: "hint", text: add.balanceHint } as const;
  const figure = { inputMode: "decimal", autoComplete: "off" } as const;
  return (
    <>
      <FileField
        label={add.file}
        accept={TABLE_FILES}
        error={form.bind("fileName").error}
        hint={file ? fill(add.chosen, { name: file.name, size }) : add.fileHint}
        onFile={choose}
      />
      <div className={css["two"]}>
        <Field label={add.from} bind={form.bind("from")} type="date" note={period} />
        <Field label={add.to} bind={form.bind("to")} type="date" note={period} />
        <Field label={add.opening} bind={form.bind("opening")} note={balance} {...figure} />
        <Field label={add.closing} bind={form.bind("closing")} note={balance} {...figure} />
      </div>
      <Select label={add.order} bind={form.bind("order")} options={add.orders} />
    </>
  );
}

interface ColumnsProps {
  readonly file: File;
  readonly looked: Looked;
}

/** Shows how the file is read, and lets the user map its columns. */
function Columns({ file, looked }: ColumnsProps): ReactElement | null {
  const { add } = useMessages(reconciliationMessages);
  const words = useMessages(fileReadingMessages);
  const { seen, places, missing, begin, choose } = looked;
  if (seen === null) return null;
  return (
    <>
      <ReadingPanel file={seen} onRead={(chosen) => begin(file, chosen)} />
      <p>{seen.isRemembered ? add.remembered : add.proposed}</p>
      <div className={css["two"]}>
        {seen.columns.map(({ name, needed }) => (
          <ColumnChoice
            key={name}
            label={add.columns[name]}
            needed={needed}
            file={seen}
            bind={{
              name,
              value: places[name] ?? NONE,
              error: missing.includes(name) ? words.missing : undefined,
              onValue: (place) => choose(name, place),
            }}
          />
        ))}
      </div>
    </>
  );
}
