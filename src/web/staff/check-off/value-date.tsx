import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { setValueDate } from "#shared/contract/check-off/files.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Officer } from "../officer.ts";
import { type Batch, useRefresh } from "./batch-data.ts";
import css from "./check-off.module.css";

interface ValueDateProps {
  readonly batch: Batch;
  readonly officer: Officer;
}

/** The value date of a file's money; the person who prepares it may change that. */
export function ValueDate({ batch, officer }: ValueDateProps): ReactElement {
  const { valueDate: words } = useMessages(checkOffMessages);
  const { language } = useSpoken();
  const [isOpen, setOpen] = useState(false);
  const mayChange = batch.state === "prepared" && officer.may("checkoff.prepare");
  return (
    <span>
      {fill(words.counts, { day: formatDay(batch.valueDate, language) })}{" "}
      {mayChange && (
        <Button small look="quiet" aria-label={words.changeDay} onClick={() => setOpen(true)}>
          {words.change}
        </Button>
      )}
      {isOpen && <DayDialog batch={batch} onClose={() => setOpen(false)} />}
    </span>
  );
}

interface DayDialogProps {
  readonly batch: Batch;
  readonly onClose: () => void;
}

function DayDialog({ batch, onClose }: DayDialogProps): ReactElement {
  const { valueDate: texts, end } = useMessages(checkOffMessages);
  const words = useWords();
  const refresh = useRefresh();
  const form = useForm<"valueDate">({
    names: ["valueDate"],
    starting: { valueDate: batch.valueDate },
    check: (values) => contractProblems(setValueDate.body, values, words),
    async send(body) {
      await call(setValueDate, { params: { batch: batch.id }, body });
      showToast({ kind: "success", text: texts.done });
      refresh();
      onClose();
    },
  });
  return (
    <Dialog title={texts.changeDay} onClose={() => form.busy || onClose()} actions={null}>
      <form className={css["decision"]} onSubmit={form.submit} noValidate>
        <p>{texts.text}</p>
        <Field label={texts.label} bind={form.bind("valueDate")} type="date" />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["actions"]}>
          <Button blocked={form.busy} onClick={onClose}>
            {end.cancel}
          </Button>
          <Button type="submit" look="primary" blocked={form.busy}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
