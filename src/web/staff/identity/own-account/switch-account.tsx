import { secondFactorMessages } from "#shared/messages/identity/second-factor-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { switchAccount } from "#shared/contract/identity/auth.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { rememberZone } from "#web/lib/known-zone.ts";
import { goPending } from "#web/lib/pending-sign-in.ts";
import { speakOwn, useWords } from "#web/lib/language.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { beginSession, endSession } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import css from "./switch-account.module.css";

export interface ChangeSelfProps {
  readonly here: string;
  readonly there: string;
  readonly toDesk: boolean;
  readonly onClose: () => void;
}

/** Asks for the password of the linked account, and switches to it. */
export function SwitchAccount({ here, there, toDesk, onClose }: ChangeSelfProps): ReactElement {
  const { login } = useWords();
  const { self: words } = useMessages(secondFactorMessages);
  const { go } = useNavigation();
  const form = useForm<"password">({
    names: ["password"],
    check: ({ password }) => (password ? {} : { password: login.needPassword }),
    async send({ password }) {
      const answer = await call(switchAccount, { body: { password } });
      // Clears all data of one account before the other opens, because others may see the phone
      // too.
      if (answer.status === 2) {
        const { token, step } = answer.secondFactor;
        goPending({ token, step, staffNo: there });
        return endSession("signed-out");
      }
      await speakOwn(answer.language);
      endSession("signed-out");
      beginSession({ token: answer.token, memberNo: answer.memberNo });
      rememberZone(answer.kind ?? "member");
      go(paths.app, { replace: true });
    },
  });
  return (
    <Dialog
      title={toDesk ? words.toDeskTitle : words.toMemberTitle}
      onClose={() => form.busy || onClose()}
      actions={null}
    >
      <p>{fill(words.text, { here, there })}</p>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <input type="hidden" name="username" autoComplete="username" value={there} readOnly />
        <PasswordField
          label={fill(words.password, { there })}
          bind={form.bind("password")}
          autoComplete="current-password"
        />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["acts"]}>
          <Button first onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" look="primary" blocked={form.busy}>
            {words.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
