import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { insist } from "#shared/contract/check-off/posting.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { approvalAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import css from "./check-off.module.css";

/** A file that was rejected because it looks like an earlier one, as it was sent. */
export interface RejectedFile {
  readonly query: Omit<z.input<typeof insist.query>, "reason" | "declared"> & {
    readonly declared: string;
  };
  readonly file: File;
}

const repeats = new Set<string>(["file-known", "file-alike", "file-other-month"]);

/** Whether a file was rejected because it repeats or looks like an earlier one. */
export function isRepeat(error: unknown): boolean {
  return error instanceof ProblemAnswer && repeats.has(error.details.reason);
}

/** Asks a second person to allow a file that looks like an earlier one. */
export function RepeatRequest({ query, file }: RejectedFile): ReactElement {
  const words = useWords();
  const { repeat: texts } = useMessages(checkOffMessages);
  const [request, setRequest] = useState("");
  const form = useForm<"reason">({
    names: ["reason"],
    check: ({ reason }): { reason?: string } =>
      reason.trim() === "" ? { reason: words.problems["field.required"] } : {},
    async send(values) {
      const { approvalId } = await call(insist, { query: { ...query, ...values }, file });
      setRequest(approvalId);
    },
  });
  return (
    <Card title={texts.title} padded>
      {request ? (
        <Tip meaning="ok">
          {texts.asked} <Link to={approvalAddress(request)}>{texts.open}</Link>
        </Tip>
      ) : (
        <form className={css["decision"]} onSubmit={form.submit} noValidate>
          <p>{texts.text}</p>
          <Field label={texts.reason} bind={form.bind("reason")} />
          {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
          <div className={css["actions"]}>
            <Button type="submit" blocked={form.busy}>
              {texts.submit}
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}
