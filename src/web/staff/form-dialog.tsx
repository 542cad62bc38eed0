import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useId } from "react";
import type { Messages } from "#shared/messages/en.ts";
import { type Form, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./form-dialog.module.css";

interface FormDialogProps<Name extends string> {
  readonly title: string;
  readonly text: ReactNode;
  readonly yes: string;
  readonly danger?: boolean;
  readonly names: readonly Name[];
  readonly starting?: Partial<Values<Name>>;
  /** Checks before sending; if left out, only the server checks. */
  readonly check?: (values: Values<Name>, words: Messages) => Problems<Name>;
  /** Resolves to false where nothing was done and the dialog stays open. */
  readonly send: (values: Values<Name>) => Promise<boolean | void>;
  /** The message once it is done. */
  readonly done: string;
  readonly renderFields?: (form: Form<Name>) => ReactNode;
  readonly onClose: () => void;
}

/** A dialog with a form; on a problem it stays open and keeps the input. */
export function FormDialog<Name extends string>(props: FormDialogProps<Name>): ReactElement {
  const { title, text, yes, danger = false, done, renderFields, onClose } = props;
  const words = useWords();
  const { changes } = useMessages(membershipMessages);
  const id = useId();
  const form = useForm<Name>({
    names: props.names,
    ...(props.starting && { starting: props.starting }),
    check: (values) => props.check?.(values, words) ?? {},
    async send(values) {
      if ((await props.send(values)) === false) return;
      showToast({ kind: "success", text: done });
      onClose();
    },
  });
  const send = (): void => (document.getElementById(id) as HTMLFormElement | null)?.requestSubmit();
  return (
    <Dialog
      title={title}
      onClose={() => form.busy || onClose()}
      actions={
        <>
          <Button first onClick={onClose}>
            {changes.notNow}
          </Button>
          <Button look={danger ? "danger" : "primary"} blocked={form.busy} onClick={send}>
            {yes}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <form id={id} className={css["form"]} onSubmit={form.submit} noValidate>
        {renderFields?.(form)}
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      </form>
    </Dialog>
  );
}
