import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { reversal, reverse } from "#shared/contract/check-off/posting.ts";
import { fill } from "#shared/language.ts";
import type { CheckOffWords } from "#shared/messages/check-off/check-off-en.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { type Batch, useRefresh } from "./batch-data.ts";
import css from "./check-off.module.css";

type Preview = z.output<typeof reversal.answer>;

interface ReverseDialogProps {
  readonly batch: Batch;
  readonly onClose: () => void;
}

/** Shows the effect of reversing a file and asks why; exactly what is shown is reversed. */
export function ReverseDialog({ batch, onClose }: ReverseDialogProps): ReactElement {
  const { end, reversal: words } = useMessages(checkOffMessages);
  const load = useRequest(reversal, { params: { batch: batch.id } });
  return (
    <Dialog title={end.reverseTitle} onClose={onClose} actions={null}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={3} />}
      >
        {(found) => <ReverseForm id={batch.id} given={found} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

interface ReverseFormProps {
  readonly id: string;
  readonly given: Preview;
  readonly onClose: () => void;
}

interface Shown {
  readonly now: Preview;
  /** The version shown before, where it has changed since. */
  readonly before: Preview | null;
}

function ReverseForm({ id, given, onClose }: ReverseFormProps): ReactElement {
  const { end, reversal: texts } = useMessages(checkOffMessages);
  const words = useWords();
  const refresh = useRefresh();
  const [{ now, before }, setShown] = useState<Shown>({ now: given, before: null });
  const params = { batch: id };
  const form = useForm<"reason">({
    names: ["reason"],
    check: ({ reason }): { reason?: string } =>
      reason.trim() === "" ? { reason: words.problems["field.required"] } : {},
    async send({ reason }) {
      try {
        await call(reverse, { params, body: { reason, digest: now.digest } });
        showToast({ kind: "success", text: end.reversed });
        refresh();
        onClose();
      } catch (error) {
        if (!(error instanceof ProblemAnswer) || error.details.reason !== "shown-changed")
          throw error;
        setShown({ now: await call(reversal, { params }), before: now });
      }
    },
  });
  const isPlaced = now.placed.lines > 0;
  return (
    <form className={css["decision"]} onSubmit={form.submit} noValidate>
      <p>{fill(texts.text, formatPreview(now))}</p>
      {before && <Changed before={before} now={now} />}
      {isPlaced && <Tip meaning="warn">{formatPlaced(now, texts)}</Tip>}
      {!isPlaced && (
        <Field
          label={texts.reason}
          bind={form.bind("reason")}
          note={{ kind: "hint", text: texts.reasonHint }}
        />
      )}
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["actions"]}>
        <Button first blocked={form.busy} onClick={onClose}>
          {end.cancel}
        </Button>
        {!isPlaced && (
          <Button type="submit" look="danger" blocked={form.busy}>
            {end.confirm}
          </Button>
        )}
      </div>
    </form>
  );
}

function formatPreview({ entries, amount, messages }: Preview) {
  return { entries: formatCount(entries), amount: money(amount), messages: formatCount(messages) };
}

function formatPlaced({ placed }: Preview, words: CheckOffWords["reversal"]): string {
  return fill(words.placed, { count: formatCount(placed.lines), amount: money(placed.amount) });
}

function Changed({ before, now }: { readonly before: Preview; readonly now: Preview }) {
  const { reversal: words } = useMessages(checkOffMessages);
  const factsOf = (preview: Preview) => {
    const { entries, amount, messages } = formatPreview(preview);
    return [
      { term: words.entries, value: entries },
      { term: words.amount, value: amount },
      { term: words.messages, value: messages },
    ];
  };
  return (
    <>
      <p>{words.changedText}</p>
      <Changes before={factsOf(before)} now={factsOf(now)} />
    </>
  );
}
