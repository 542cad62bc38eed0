import type { ReactElement } from "react";
import { changePassword as endpoint } from "#shared/contract/identity/auth.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, type Form, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { forgetOffline } from "#web/lib/offline-reading.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { NewPassword, newPasswordProblems } from "./new-password.tsx";
import { OtpStep } from "./otp-step.tsx";
import { publicCss as css, PublicPage } from "./public-page.tsx";

const names = ["memberNo", "otp", "password", "password_confirmation"] as const;
type Name = (typeof names)[number];

export function ChangePassword(): ReactElement {
  const words = useWords();
  const { go } = useNavigation();
  const form = useForm<Name>({
    names,
    check: (values) => ({
      ...newPasswordProblems(values, words),
      ...contractProblems(endpoint.body, values, words),
    }),
    async send(values) {
      await call(endpoint, { body: values });
      forgetOffline();
      const { done, doneDetail } = words.changePassword;
      showToast({ kind: "success", text: done, detail: doneDetail });
      go(paths.landing);
    },
  });
  const { title, lead } = words.changePassword;
  return (
    <PublicPage title={title} lead={lead} wide>
      <div className={css["card"]}>
        <form className={css["form"]} onSubmit={form.submit} noValidate>
          <Fields form={form} />
        </form>
      </div>
    </PublicPage>
  );
}

function Fields({ form }: { readonly form: Form<Name> }): ReactElement {
  const words = useWords();
  const { changePassword, signUp } = words;
  return (
    <>
      <h2 className={css["section"]}>
        <span className={classes(form.values.otp.length === 6 && css["done"])}>1</span>
        {signUp.prove}
      </h2>
      <Field
        label={signUp.memberNo}
        bind={form.bind("memberNo")}
        type="text"
        autoComplete="username"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <OtpStep form={form} send={words.otp.sendShort} />
      <hr className={css["rule"]} />
      <h2 className={css["section"]}>
        <span>2</span>
        {changePassword.newPassword}
      </h2>
      <NewPassword
        password={form.bind("password")}
        confirmation={form.bind("password_confirmation")}
      />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["links"]}>
        <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
          {changePassword.submit}
        </Button>
        <span>
          {changePassword.remember} <Link to={paths.login}>{changePassword.login}</Link>
        </span>
      </div>
    </>
  );
}
