import { secondFactorMessages } from "#shared/messages/identity/second-factor-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import * as fields from "#shared/contract/kernel/fields.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { publicCss } from "#web/public/public-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { OtpField } from "#web/ui/otp-field.tsx";
import { Tip } from "#web/ui/tip.tsx";

interface ProofFormProps {
  readonly submit: string;
  readonly send: (code: string) => Promise<void>;
}

/** A code of the app, or a recovery code instead; switching keeps what is typed in either. */
export function ProofForm({ submit, send }: ProofFormProps): ReactElement {
  const { problems } = useWords();
  const words = useMessages(secondFactorMessages).prove;
  const [byRecovery, setByRecovery] = useState(false);
  const name = byRecovery ? "recovery" : "code";
  const form = useForm<"code" | "recovery">({
    names: ["code", "recovery"],
    check: (values) => {
      const schema = byRecovery ? fields.secondFactor : fields.appCode;
      return schema.safeParse(values[name]).success ? {} : { [name]: problems["code.form"] };
    },
    async send(values) {
      try {
        await send(values[name]);
      } catch (error) {
        throw byRecovery ? ofRecovery(error) : error;
      }
    },
  });
  return (
    <form className={publicCss["form"]} onSubmit={form.submit} noValidate>
      {byRecovery ? (
        <Field
          key="recovery"
          label={words.recovery}
          bind={form.bind("recovery")}
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          note={{ kind: "hint", text: words.recoveryHint }}
        />
      ) : (
        <OtpField
          key="code"
          label={words.code}
          bind={form.bind("code")}
          note={{ kind: "hint", text: words.codeHint }}
        />
      )}
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button type="submit" look="primary" width="full" blocked={form.busy}>
        {submit}
      </Button>
      <Button look="quiet" width="full" onClick={() => setByRecovery(!byRecovery)}>
        {byRecovery ? words.useApp : words.useRecovery}
      </Button>
    </form>
  );
}

/** The server knows one field; its message belongs to the one that was filled in. */
function ofRecovery(error: unknown): unknown {
  if (!(error instanceof ProblemAnswer) || error.details.fields["code"] === undefined) return error;
  return new ProblemAnswer({
    ...error.details,
    fields: { recovery: error.details.fields["code"] },
  });
}
