import type { ReactElement } from "react";
import {
  confirmEmail,
  ownEmail,
  sendEmailCode,
} from "#shared/contract/members/email-confirmation.ts";
import { MIN_PASSPHRASE, mailStatement } from "#shared/contract/statements/mailed-statements.ts";
import type { DocumentStatement } from "#shared/contract/statements/member-statements.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { isCode } from "#web/common/code-form.ts";
import { CODE_LASTS_MS, useCodeSending } from "#web/lib/code-sending.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { statementsMessages } from "#web/lib/member-texts.ts";
import { useRenew, useRequest } from "#web/lib/query.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { CodeParts } from "#web/member/send-code.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "#web/ui/short-form.module.css";
import { type DocumentWanted, given } from "#web/common/statements/documents.ts";

interface MailProps {
  readonly statement: DocumentStatement;
  readonly wanted: DocumentWanted;
  readonly onClose: () => void;
}

/** Sends a statement to the member's e-mail address, which they confirm by a code at first. */
export function MailDialog(props: MailProps): ReactElement {
  const { mail: words, member } = useMessages(statementsMessages);
  const { common } = useWords();
  const load = useRequest(ownEmail, {});
  const email = load.state === "loaded" ? load.data.email : "…";
  return (
    <Dialog title={fill(words.title, { email })} actions={null} onClose={props.onClose}>
      <LoadedLines load={load} words={member} lines={2}>
        {(own) => (own.email ? <MailForm {...props} {...own} /> : <p>{words.none}</p>)}
      </LoadedLines>
      <Button look="quiet" onClick={props.onClose}>
        {common.close}
      </Button>
    </Dialog>
  );
}

interface FormProps extends MailProps {
  readonly email: string;
  readonly confirmed: boolean;
}

function MailForm({ statement, wanted, onClose, confirmed }: FormProps): ReactElement {
  const { mail: words } = useMessages(statementsMessages);
  const { problems } = useWords();
  const renew = useRenew();
  const code = useCodeSending();
  const form = useForm<"otp" | "passphrase">({
    names: ["otp", "passphrase"],
    check({ otp, passphrase }) {
      const isShort = passphrase !== "" && passphrase.length < MIN_PASSPHRASE;
      const short = isShort ? { passphrase: words.hint } : {};
      if (confirmed || isCode(otp)) return short;
      return { otp: otp || code.sending.sent ? problems["otp.form"] : words.need, ...short };
    },
    async send({ otp, passphrase }) {
      if (!confirmed) {
        await call(confirmEmail, { body: { otp } });
        await renew(ownEmail);
      }
      const body = { statement, ...given({ ...wanted, passphrase }) };
      const { email } = await call(mailStatement, { body });
      showToast({ kind: "success", text: fill(words.done, { email }) });
      onClose();
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      {!confirmed && (
        <>
          <p>{words.confirm}</p>
          <CodeParts
            first
            sentText={words.sent}
            code={code}
            form={form}
            send={() => call(sendEmailCode, { body: {}, sameForMs: CODE_LASTS_MS })}
          />
        </>
      )}
      <PasswordField
        label={words.passphrase}
        bind={form.bind("passphrase")}
        note={{ kind: "hint", text: words.hint }}
        autoComplete="off"
      />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" type="submit" needsNetwork blocked={form.busy}>
        {words.send}
      </Button>
    </form>
  );
}
