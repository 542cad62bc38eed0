import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { reversePlacement } from "#shared/contract/check-off/posting.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRefresh } from "./batch-data.ts";
import css from "./check-off.module.css";
import type { Line } from "./lines.tsx";

interface PlacedProps {
  readonly id: string;
  readonly line: Line;
}

/** Requests the reversal of a line's placement; a second person approves it. */
export function ReversePlacement({ id, line }: PlacedProps): ReactElement | null {
  const { reversePlacement: words } = useMessages(checkOffMessages);
  const [isOpen, setOpen] = useState(false);
  if (line.placed === "") return null;
  return (
    <>
      <Button
        small
        look="quiet"
        aria-label={fill(words.openRow, { row: line.row })}
        onClick={() => setOpen(true)}
      >
        {words.open}
      </Button>
      {isOpen && <ReasonDialog id={id} line={line} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReasonDialog({ id, line, onClose }: PlacedProps & { readonly onClose: () => void }) {
  const { reversePlacement: texts, end } = useMessages(checkOffMessages);
  const words = useWords();
  const refresh = useRefresh();
  const { row, placed } = line;
  const held = line.parts.find(({ to }) => to === "suspense")?.amount ?? 0;
  const form = useForm<"reason">({
    names: ["reason"],
    check: (values) => contractProblems(reversePlacement.body, values, words),
    async send(values) {
      await call(reversePlacement, { params: { batch: id, row: String(row) }, body: values });
      showToast({ kind: "success", text: fill(texts.asked, { row }) });
      refresh();
      onClose();
    },
  });
  return (
    <Dialog
      title={fill(texts.title, { row, amount: money(held) })}
      onClose={() => form.busy || onClose()}
      actions={null}
    >
      <form className={css["decision"]} onSubmit={form.submit} noValidate>
        <p>{fill(texts.text, { where: placed })}</p>
        <Field label={texts.reason} bind={form.bind("reason")} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["actions"]}>
          <Button first blocked={form.busy} onClick={onClose}>
            {end.cancel}
          </Button>
          <Button type="submit" blocked={form.busy}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
