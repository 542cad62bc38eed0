import type { ReactElement, ReactNode } from "react";
import type { Form } from "#web/lib/form.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Tip } from "#web/ui/tip.tsx";
import desk from "#web/ui/desk-page.module.css";

interface QuestionDialogProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly notYet: string;
  readonly form: Pick<Form<never>, "submit" | "alert" | "busy">;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A question with its fields; the focus starts on the safe answer. */
export function QuestionDialog(props: QuestionDialogProps): ReactElement {
  const { title, text, yes, notYet, form, children, onClose } = props;
  return (
    <Dialog title={title} onClose={() => form.busy || onClose()} actions={null}>
      <form className={desk["form"]} onSubmit={form.submit} noValidate>
        <p>{text}</p>
        {children}
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={desk["buttons"]}>
          <Button first blocked={form.busy} onClick={onClose}>
            {notYet}
          </Button>
          <Button type="submit" look="primary" blocked={form.busy}>
            {yes}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
