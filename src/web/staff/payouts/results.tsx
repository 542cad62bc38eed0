import { payoutsMessages } from "#shared/messages/payouts/payouts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { list as approvals } from "#shared/contract/oversight/approvals.ts";
import { details, files, list, results } from "#shared/contract/payouts/desk.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/figures.ts";
import { useForm } from "#web/lib/form.ts";
import { Link } from "#web/lib/router.tsx";
import { approvalAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { useRenewDesk } from "../renew-desk.ts";
import css from "#web/ui/desk-page.module.css";
import { formatRejection } from "./rejected.ts";

type Taken = z.output<typeof results.answer>;

interface ResultsProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Uploads the results of a file, and reports their totals and the rows that settle nothing. */
export function ResultsDialog({ id, onClose }: ResultsProps): ReactElement {
  const { results: words } = useMessages(payoutsMessages);
  const renew = useRenewDesk();
  const [file, setFile] = useState<File | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const form = useForm<"file">({
    names: ["file"],
    check: (): { file?: string } => (file === null ? { file: words.choose } : {}),
    async send() {
      if (file === null) return;
      setTaken(await call(results, { params: { id }, file }));
      await renew(list, files, details, approvals);
    },
  });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    form.bind("file").onValue(chosen?.name ?? "");
  };
  const size = Math.max(1, Math.round((file?.size ?? 0) / 1024));
  return (
    <Dialog
      title={fill(words.title, { id })}
      onClose={() => form.busy || onClose()}
      actions={taken && <Button onClick={onClose}>{words.close}</Button>}
    >
      {taken === null ? (
        <form className={css["form"]} onSubmit={form.submit} noValidate>
          <p>{words.text}</p>
          <FileField
            label={words.file}
            accept=".csv,text/csv"
            error={form.bind("file").error}
            hint={file ? fill(words.chosen, { name: file.name, size }) : words.hint}
            onFile={choose}
          />
          {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
          <div className={css["buttons"]}>
            <Button first blocked={form.busy} onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" look="primary" blocked={form.busy}>
              {form.busy ? words.busy : words.submit}
            </Button>
          </div>
        </form>
      ) : (
        <Outcome taken={taken} />
      )}
    </Dialog>
  );
}

function Outcome({ taken }: { readonly taken: Taken }): ReactElement {
  const { results: words } = useMessages(payoutsMessages);
  const { approvalId, paid, failed, repeated, refused, own } = taken;
  const counted = {
    paid: formatCount(paid),
    failed: formatCount(failed),
    repeated: formatCount(repeated),
  };
  return (
    <div role="status" className={css["form"]}>
      <Tip meaning={approvalId === "" ? "info" : "ok"}>{fill(words.done, counted)}</Tip>
      {approvalId === "" ? (
        <p>{words.nothingNew}</p>
      ) : (
        <p>
          {words.waits} <Link to={approvalAddress(approvalId)}>{words.open}</Link>
        </p>
      )}
      {own.length > 0 && (
        <Tip meaning="warn">{fill(words.own, { references: formatRejection(own, words) })}</Tip>
      )}
      {refused.length > 0 && (
        <Tip meaning="warn">
          {fill(words.refused, { references: formatRejection(refused, words) })}
        </Tip>
      )}
    </div>
  );
}
