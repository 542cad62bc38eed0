import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Running } from "#web/ui/running.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { Asked, useAsked } from "./changed-since-opened.tsx";
import type { Act, Acting } from "./acting.ts";
import css from "./imports.module.css";
import type { Import } from "./import-data.ts";

interface AskProps {
  readonly found: Import;
  readonly acting: Acting;
  readonly onClose: () => void;
}

/** Asks before everything is posted; it may be closed while the posting runs. */
export function PostDialog({ found, acting, onClose }: AskProps): ReactElement {
  const { act: words } = useMessages(importsMessages);
  const busy = acting.busy !== null;
  const asked = useAsked(found, busy);
  const run = (): void => acting.run("post", "", asked.agree());
  return (
    <Dialog
      title={asked.hasChanged ? words.changedTitle : fill(words.postTitle, { id: found.id })}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {busy ? words.close : words.cancel}
          </Button>
          {found.state === "prepared" && (
            <Button look="primary" blocked={busy} onClick={run}>
              {asked.hasChanged ? words.changedPost : words.postConfirm}
            </Button>
          )}
        </>
      }
    >
      <p>{fill(words.postText, { rows: formatCount(found.rows), amount: money(found.amount) })}</p>
      <Asked asked={asked} now={found} />
      <div role="status">
        {busy && <p>{words.posting}</p>}
        {busy && <WorkBar percent={found.progress} />}
      </div>
      {acting.failed && <Tip meaning="bad">{acting.failed}</Tip>}
    </Dialog>
  );
}

/** The progress of an action, as the server reports it. */
export function WorkBar({ percent }: { readonly percent: number }): ReactElement {
  const { act: words } = useMessages(importsMessages);
  const text = fill(words.working, { percent });
  return <Running done={percent} of={100} text={text} />;
}

interface ReasonProps extends AskProps {
  readonly act: Exclude<Act, "send" | "post">;
}

/** Asks why an import is returned, undone or discarded, and states the effect. */
export function ReasonDialog({ act, found, acting, onClose }: ReasonProps): ReactElement {
  const { act: texts } = useMessages(importsMessages);
  const words = useWords();
  const busy = acting.busy !== null;
  const asked = useAsked(found, busy);
  const form = useForm<"reason">({
    names: ["reason"],
    check: ({ reason }): { reason?: string } =>
      reason.trim() === "" ? { reason: words.problems["field.required"] } : {},
    send: async ({ reason }) => acting.run(act, reason, asked.agree()),
  });
  return (
    <Dialog title={fill(texts[`${act}Title`], { id: found.id })} onClose={onClose} actions={null}>
      <form className={css["ask"]} onSubmit={form.submit} noValidate>
        <p>{texts[`${act}Text`]}</p>
        {act === "undo" && <Asked asked={asked} now={found} />}
        <Field label={texts.reason} bind={form.bind("reason")} autoComplete="off" />
        <div role="status">{busy && <WorkBar percent={found.progress} />}</div>
        {acting.failed && <Tip meaning="bad">{acting.failed}</Tip>}
        <div className={css["actions"]}>
          <Button first onClick={onClose}>
            {busy ? texts.close : texts.cancel}
          </Button>
          <Button type="submit" look="danger" blocked={busy}>
            {texts.confirm[act]}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
