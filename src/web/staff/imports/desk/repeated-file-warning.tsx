import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { insist } from "#shared/contract/imports/desk.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./imports.module.css";
import type { ImportFile } from "./import-data.ts";

interface LookAlikeProps {
  readonly importId: string;
  readonly file: ImportFile;
  readonly onDone: () => void;
}

/** Warns that a file looks like an earlier one, and lets two people allow it. */
export function LookAlike(props: LookAlikeProps): ReactElement {
  const { lookAlike: words } = useMessages(importsMessages);
  const [isOpen, setOpen] = useState(false);
  if (props.file.lookAlike === "waits") {
    return (
      <div className={css["inset"]}>
        <Tip meaning="warn">
          {words.waits} <Link to={paths.approvals}>{words.link}</Link>
        </Tip>
      </div>
    );
  }
  return (
    <div className={css["inset"]}>
      <Tip meaning="bad">{words.text}</Tip>
      {isOpen ? (
        <InsistForm {...props} onCancel={() => setOpen(false)} />
      ) : (
        <Button small onClick={() => setOpen(true)}>
          {words.ask}
        </Button>
      )}
    </div>
  );
}

function InsistForm(props: LookAlikeProps & { readonly onCancel: () => void }): ReactElement {
  const { lookAlike: texts, act } = useMessages(importsMessages);
  const words = useWords();
  const form = useForm<"reason">({
    names: ["reason"],
    check: ({ reason }): { reason?: string } =>
      reason.trim() === "" ? { reason: words.problems["field.required"] } : {},
    async send({ reason }) {
      const params = { importId: props.importId, file: props.file.id };
      await call(insist, { params, body: { reason } });
      showToast({ kind: "success", text: texts.sent });
      props.onDone();
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <Field label={texts.reason} bind={form.bind("reason")} autoComplete="off" />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["actions"]}>
        <Button type="submit" look="primary" blocked={form.busy}>
          {texts.send}
        </Button>
        <Button look="quiet" onClick={props.onCancel} blocked={form.busy}>
          {act.cancel}
        </Button>
      </div>
    </form>
  );
}
