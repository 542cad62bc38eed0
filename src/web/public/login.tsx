import { lazy, type ReactElement, type ReactNode, Suspense, useEffect } from "react";
import { authenticate } from "#shared/contract/identity/sign-in.ts";
import { totalAddress, totalNames } from "#shared/contract/members/total-addresses.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { prefetch } from "#web/lib/prefetched-calls.ts";
import { keep, readKept } from "#web/lib/browser-storage.ts";
import { typedFirst } from "#web/lib/first-form.ts";
import { contractProblems, type Form, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { goPending, usePending } from "#web/lib/pending-sign-in.ts";
import { rememberZone } from "#web/lib/known-zone.ts";
import { speakOwn, useWords } from "#web/lib/language.ts";
import { Link, Redirect, useAddressParameters } from "#web/lib/router.tsx";
import { beginSession, useSessionState } from "#web/lib/session.ts";
import { useSociety } from "#web/lib/society.ts";
import { ReadOffline } from "#web/member/read-offline.tsx";
import { paths, returnAddress } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { AskOffice } from "#web/ui/office.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { zone } from "#web/zone-ahead.ts";
import { publicCss as css, PublicPage } from "./public-page.tsx";

const SecondStep = lazy(async () => ({
  default: (await import("#web/staff/identity/sign-in/second-step.tsx")).SecondStep,
}));

type Name = "memberNo" | "password";

export function Login(): ReactElement {
  const { login } = useWords();
  const { session } = useSessionState();
  const { next } = useAddressParameters<"login">();
  const pending = usePending();
  const form = useLoginForm(next);
  // Signing in renders this page again with a session, and so redirects.
  if (session) return <Redirect to={returnAddress(next)} />;
  if (pending) {
    return (
      <Suspense fallback={null}>
        <SecondStep pending={pending} />
      </Suspense>
    );
  }
  return (
    <LoginPage form={form} above={<WhyHere sentHere={next !== undefined} />}>
      <div className={css["under"]}>
        <p>
          <Icon name="chat" />
          <span>
            {login.cannot} <AskOffice brief />
          </span>
        </p>
      </div>
    </LoginPage>
  );
}

/** The prerendered form: everything that is the same for every visitor who logs in. */
export function FirstLogin(): ReactElement {
  const { failure } = useWords();
  return (
    <LoginPage form={useLoginForm()}>
      <p className={css["under"]} role="alert" hidden>
        {failure.page}. <span hidden>{failure.still} </span>
        <a href="">{failure.reload}</a>
      </p>
    </LoginPage>
  );
}

interface LoginPageProps {
  readonly form: Form<Name>;
  readonly above?: ReactNode;
  readonly children?: ReactNode;
}

function LoginPage({ form, above, children }: LoginPageProps): ReactElement {
  const { login } = useWords();
  const { organisationName } = useSociety();
  return (
    <PublicPage title={login.title} lead={fill(login.lead, { society: organisationName })}>
      {above}
      <div className={css["card"]}>
        <LoginForm form={form} />
      </div>
      {children}
    </PublicPage>
  );
}

function useLoginForm(next?: string): Form<Name> {
  const words = useWords();
  const { login } = words;
  return useForm<Name>({
    names: ["memberNo", "password"],
    starting: typedFirst(),
    wordless: login.failed,
    check: (values) => ({
      ...contractProblems(authenticate.body, values, words),
      ...missing(values, login),
    }),
    async send({ memberNo, password }) {
      loadAhead();
      const answer = await call(authenticate, { body: { memberNo: memberNo.trim(), password } });
      if (answer.status === 2) {
        const { token, step } = answer.secondFactor;
        return goPending({ token, step, staffNo: memberNo.trim().toUpperCase() });
      }
      const { login: own } = await speakOwn(answer.language);
      beginSession({ token: answer.token, memberNo: answer.memberNo });
      if (!next && !answer.kind) askForTotals(answer.memberNo);
      rememberZone(answer.kind ?? "member");
      showToast({ kind: "success", text: own.done, inside: true });
    },
  });
}

/** Requests the first data of the first page, while its code may still be loading. */
function askForTotals(memberNo: string): void {
  for (const name of totalNames) prefetch(totalAddress(name, memberNo));
}

/**
 * Loads the files of the first page after the login while the user types and the server checks the
 * password, so that the waits overlap.
 */
function loadAhead(): void {
  void zone.load().catch(() => undefined);
}

/**
 * For a returning visitor, loads it before anything is typed, unless first-paint.js has already
 * requested it.
 */
function useLoadForReturning(): void {
  useEffect(() => {
    if ("again" in document.documentElement.dataset) loadAfterFrame();
  }, []);
}

/** Once the page, or the letter that was typed, is on the screen. */
function loadAfterFrame(): void {
  requestAnimationFrame(() => setTimeout(loadAhead));
}

function missing(
  values: Values<Name>,
  words: { needMemberNo: string; needPassword: string },
): Problems<Name> {
  return {
    ...(values.memberNo.trim() ? {} : { memberNo: words.needMemberNo }),
    ...(values.password ? {} : { password: words.needPassword }),
  };
}

function LoginForm({ form }: { readonly form: Form<Name> }): ReactElement {
  const { login } = useWords();
  useLoadForReturning();
  return (
    // The code sends the form; if a browser ever did, the password would still not be in an
    // address.
    <form
      method="post"
      className={css["form"]}
      onInput={loadAfterFrame}
      onSubmit={form.submit}
      noValidate
    >
      <Field
        label={login.memberNo}
        bind={form.bind("memberNo")}
        type="text"
        autoComplete="username"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <PasswordField
        label={login.password}
        bind={form.bind("password")}
        autoComplete="current-password"
      />
      <label className={css["shared"]}>
        <input
          type="checkbox"
          defaultChecked={readKept("shared") !== null}
          onChange={(event) => keep("shared", event.target.checked ? "on" : null)}
        />
        {login.shared}
      </label>
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button type="submit" look="primary" width="full" blocked={form.busy}>
        {login.submit}
      </Button>
      <div className={css["links"]}>
        <Link to={paths.changePassword}>{login.forgot}</Link>
        <Link to={paths.signUp}>{login.register}</Link>
        <ReadOffline />
      </div>
    </form>
  );
}

/** Explains to a member who was redirected here why they have to log in. */
function WhyHere({ sentHere }: { readonly sentHere: boolean }): ReactElement | null {
  const { login } = useWords();
  const { ending } = useSessionState();
  if (ending === "expired" || ending === "idle") {
    return (
      <div className={css["said"]}>
        <Tip meaning="warn">{login[ending]}</Tip>
      </div>
    );
  }
  if (!sentHere) return null;
  return (
    <div className={css["said"]}>
      <Tip meaning="info">{login.needed}</Tip>
    </div>
  );
}
