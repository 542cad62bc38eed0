import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { discard, rematch } from "#shared/contract/check-off/files.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showFailure, showToast } from "#web/ui/toast.tsx";
import type { Officer } from "../officer.ts";
import { type Batch, useRefresh } from "./batch-data.ts";
import css from "./check-off.module.css";
import { PostDialog } from "./post-dialog.tsx";
import { ReverseDialog } from "./reverse-dialog.tsx";

interface ActionsProps {
  readonly batch: Batch;
  readonly month: string;
  readonly officer: Officer;
  /** Shows the lines to check. */
  readonly onReview: () => void;
}

type Open = "post" | "discard" | "reverse" | null;

/** The actions the officer may take on the file in its state, and why others are unavailable. */
export function BatchActions({ batch, month, officer, onReview }: ActionsProps): ReactElement {
  const { post: words, end } = useMessages(checkOffMessages);
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const prepares = officer.may("checkoff.prepare") && batch.state === "prepared";
  const posts = officer.may("checkoff.post");
  return (
    <div className={css["actions"]}>
      {batch.state === "prepared" && posts && batch.own && <span>{words.own}</span>}
      {batch.state === "prepared" && !posts && <span>{words.waits}</span>}
      {batch.state === "prepared" && posts && !batch.own && (
        <Button look="primary" onClick={() => setOpen("post")}>
          {words.open}
        </Button>
      )}
      {prepares && <MatchAgain id={batch.id} />}
      {prepares && (
        <Button small onClick={() => setOpen("discard")}>
          {end.discard}
        </Button>
      )}
      {batch.state === "posted" && posts && batch.postedBy === officer.staffNo && (
        <span>{end.ownReversal}</span>
      )}
      {batch.state === "posted" && posts && batch.postedBy !== officer.staffNo && (
        <Button small onClick={() => setOpen("reverse")}>
          {end.reverse}
        </Button>
      )}
      {open === "post" && (
        <PostDialog
          batch={batch}
          month={month}
          onClose={close}
          onReview={() => {
            close();
            onReview();
          }}
        />
      )}
      {open === "discard" && <DiscardDialog id={batch.id} onClose={close} />}
      {open === "reverse" && <ReverseDialog batch={batch} onClose={close} />}
    </div>
  );
}

function MatchAgain({ id }: { readonly id: string }): ReactElement {
  const { post: words } = useMessages(checkOffMessages);
  const refresh = useRefresh();
  const matchAgain = async (): Promise<void> => {
    try {
      await call(rematch, { params: { batch: id }, body: {} });
      showToast({ kind: "success", text: words.matched });
    } finally {
      refresh();
    }
  };
  const { busy, run } = useAction(matchAgain, { onFailure: showFailure });
  return (
    <Button small blocked={busy} onClick={() => run()}>
      {words.again}
    </Button>
  );
}

interface DiscardDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks why a file is discarded. */
function DiscardDialog({ id, onClose }: DiscardDialogProps): ReactElement {
  const { end } = useMessages(checkOffMessages);
  const words = useWords();
  const refresh = useRefresh();
  const form = useForm<"reason">({
    names: ["reason"],
    check: ({ reason }): { reason?: string } =>
      reason.trim() === "" ? { reason: words.problems["field.required"] } : {},
    async send(values) {
      await call(discard, { params: { batch: id }, body: values });
      showToast({ kind: "success", text: end.discarded });
      refresh();
      onClose();
    },
  });
  return (
    <Dialog title={end.discardTitle} onClose={() => form.busy || onClose()} actions={null}>
      <form className={css["decision"]} onSubmit={form.submit} noValidate>
        <p>{end.discardText}</p>
        <Field label={end.reason} bind={form.bind("reason")} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["actions"]}>
          <Button first blocked={form.busy} onClick={onClose}>
            {end.cancel}
          </Button>
          <Button type="submit" look="danger" blocked={form.busy}>
            {end.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
