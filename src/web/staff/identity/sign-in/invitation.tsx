import { secondFactorMessages } from "#shared/messages/identity/second-factor-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { acceptInvitation } from "#shared/contract/identity/staff.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { NewPassword, newPasswordProblems } from "#web/public/new-password.tsx";
import { publicCss, PublicPage } from "#web/public/public-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";

const names = ["staffNo", "code", "password", "password_confirmation"] as const;

/** The page where an invited member of staff sets their password. */
export function Invitation(): ReactElement {
  const all = useWords();
  const words = useMessages(secondFactorMessages).invitation;
  const { go } = useNavigation();
  const form = useForm<(typeof names)[number]>({
    names,
    check: (values) => ({
      ...newPasswordProblems(values, all),
      ...contractProblems(acceptInvitation.body, values, all),
    }),
    async send(values) {
      await call(acceptInvitation, { body: values });
      showToast({ kind: "success", text: words.done, detail: words.doneDetail });
      go(paths.login);
    },
  });
  return (
    <PublicPage title={words.title} lead={words.lead} wide>
      <div className={publicCss["card"]}>
        <form className={publicCss["form"]} onSubmit={form.submit} noValidate>
          <div className={publicCss["pair"]}>
            <Field
              label={words.staffNo}
              bind={form.bind("staffNo")}
              type="text"
              autoComplete="username"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <Field
              label={words.code}
              bind={form.bind("code")}
              type="text"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              note={{ kind: "hint", text: words.codeHint }}
            />
          </div>
          <NewPassword
            password={form.bind("password")}
            confirmation={form.bind("password_confirmation")}
          />
          {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
          <div className={publicCss["links"]}>
            <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
              {words.submit}
            </Button>
            <span>
              {words.have} <Link to={paths.login}>{words.login}</Link>
            </span>
          </div>
        </form>
      </div>
    </PublicPage>
  );
}
