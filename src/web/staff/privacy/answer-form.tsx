import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { answer } from "#shared/contract/privacy/desk.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Area } from "#web/ui/area.tsx";
import { Button } from "#web/ui/button.tsx";
import { Tip } from "#web/ui/tip.tsx";
import css from "./privacy-desk.module.css";

interface AnswerProps {
  readonly id: string;
  readonly send: (body: { readonly answer: string }) => Promise<void>;
  readonly submit: string;
}

/** The text that the member reads, and the button that sends it. */
export function AnswerForm({ id, send, submit }: AnswerProps): ReactElement {
  const all = useWords();
  const { act: words } = useMessages(privacyDeskMessages);
  const form = useForm<"answer">({
    names: ["answer"],
    draft: `privacy-answer ${id}`,
    check: (values) => contractProblems(answer.body, values, all),
    send,
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <Area label={words.answerLabel} hint={words.answerHint} bind={form.bind("answer")} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button type="submit" look="primary" width="full" blocked={form.busy}>
        {submit}
      </Button>
    </form>
  );
}
