import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { register } from "#shared/contract/identity/auth.ts";
import { PRIVACY_NOTICE } from "#shared/privacy-notice.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, type Form, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { CheckField } from "#web/ui/check-field.tsx";
import { classes } from "#web/ui/classes.ts";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { NewPassword, newPasswordProblems } from "./new-password.tsx";
import { OtpStep } from "./otp-step.tsx";
import { publicCss as css, PublicPage } from "./public-page.tsx";

const names = [
  "memberNo",
  "mobileNo",
  "otp",
  "email",
  "password",
  "password_confirmation",
  "privacyNotice",
] as const;
type Name = (typeof names)[number];

export function SignUp(): ReactElement {
  const words = useWords();
  const { go } = useNavigation();
  const form = useForm<Name>({
    names,
    check: (values) => ({
      ...newPasswordProblems(values, words),
      ...contractProblems(register.body, values, words),
      ...(values.privacyNotice === "" && { privacyNotice: words.problems["notice.unread"] }),
    }),
    async send(values) {
      await call(register, { body: { ...values, privacyNotice: PRIVACY_NOTICE } });
      const { done, doneDetail } = words.signUp;
      showToast({ kind: "success", text: done, detail: doneDetail });
      go(paths.landing);
    },
  });
  return (
    <PublicPage title={words.signUp.title} lead={words.signUp.lead} wide>
      <div className={css["card"]}>
        <form className={css["form"]} onSubmit={form.submit} noValidate>
          <Proof form={form} />
          <hr className={css["rule"]} />
          <Account form={form} />
        </form>
      </div>
    </PublicPage>
  );
}

interface PartProps {
  readonly form: Form<Name>;
}

function Proof({ form }: PartProps): ReactElement {
  const words = useWords();
  const { signUp } = words;
  return (
    <>
      <h2 className={css["section"]}>
        <span className={classes(form.values.otp.length === 6 && css["done"])}>1</span>
        {signUp.prove}
      </h2>
      <div className={css["pair"]}>
        <Field
          label={signUp.memberNo}
          bind={form.bind("memberNo")}
          type="text"
          autoComplete="username"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Field
          label={signUp.mobileNo}
          bind={form.bind("mobileNo")}
          type="tel"
          autoComplete="tel"
          note={{ kind: "hint", text: signUp.mobileHint }}
        />
      </div>
      <OtpStep form={form} send={words.otp.send} />
    </>
  );
}

function Account({ form }: PartProps): ReactElement {
  const { signUp } = useWords();
  return (
    <>
      <h2 className={css["section"]}>
        <span>2</span>
        {signUp.account}
      </h2>
      <Field
        label={signUp.email}
        bind={form.bind("email")}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NewPassword
        password={form.bind("password")}
        confirmation={form.bind("password_confirmation")}
      />
      <Consent form={form} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["links"]}>
        <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
          {signUp.submit}
        </Button>
        <span>
          {signUp.have} <Link to={paths.login}>{signUp.login}</Link>
        </span>
      </div>
    </>
  );
}

/** The notice opens next to the form, so that reading it loses nothing typed. */
function Consent({ form }: PartProps): ReactElement {
  const { signUp } = useMessages(privacyMessages);
  return (
    <CheckField bind={form.bind("privacyNotice")}>
      {signUp.before}{" "}
      <a href={paths.privacy} target="_blank" rel="noopener">
        {signUp.link}
      </a>{" "}
      {signUp.after}
    </CheckField>
  );
}
