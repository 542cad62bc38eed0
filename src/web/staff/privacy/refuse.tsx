import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type { RefusalGround } from "#shared/contract/privacy/requests.ts";
import { rejectRequest } from "#shared/contract/privacy/desk.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Area } from "#web/ui/area.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import css from "./privacy-desk.module.css";
import { useSend } from "./step.ts";

/** Rejects a request on a ground of the law, in words the member reads. */
export function Refuse({ id }: { readonly id: string }): ReactElement {
  const { act: words } = useMessages(privacyDeskMessages);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="danger" width="full" onClick={() => setOpen(true)}>
        {words.refuse}
      </Button>
      {open && <RefuseDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RefuseProps {
  readonly id: string;
  readonly onClose: () => void;
}

function RefuseDialog({ id, onClose }: RefuseProps): ReactElement {
  const all = useWords();
  const { act: words } = useMessages(privacyDeskMessages);
  const send = useSend(rejectRequest, id);
  const form = useForm<"ground" | "answer">({
    names: ["ground", "answer"],
    draft: `privacy-refusal ${id}`,
    starting: { ground: "law" },
    check: (values) => contractProblems(rejectRequest.body, values, all),
    send: ({ ground, answer }) => send({ ground: ground as RefusalGround, answer }),
  });
  return (
    <Dialog title={words.rejectTitle} actions={null} onClose={onClose}>
      <p>{words.rejectText}</p>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <Select label={words.ground} bind={form.bind("ground")} options={words.grounds} />
        <Area label={words.answerLabel} bind={form.bind("answer")} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["pair"]}>
          <Button first onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" look="danger" blocked={form.busy}>
            {words.refuse}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
