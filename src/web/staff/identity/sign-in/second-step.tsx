import { secondFactorMessages } from "#shared/messages/identity/second-factor-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { beginFirst, confirmFirst, prove } from "#shared/contract/identity/second-factor.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { goPending, type Pending } from "#web/lib/pending-sign-in.ts";
import { useWords } from "#web/lib/language.ts";
import { beginSession, type Session } from "#web/lib/session.ts";
import { publicCss, PublicPage } from "#web/public/public-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Enrol } from "./enrol.tsx";
import { ProofForm } from "./proof-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** The steps of a staff sign-in after the password. */
export function SecondStep({ pending }: { readonly pending: Pending }): ReactElement {
  const [over, setOver] = useState(false);
  /** It expired after five minutes or was used elsewhere: only the password starts another. */
  const noticing = async <T,>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof ProblemAnswer && error.details.status === 401) setOver(true);
      throw error;
    }
  };
  const props = { pending, noticing, over };
  return pending.step === "prove" ? <Prove {...props} /> : <FirstEnrolment {...props} />;
}

interface StepProps {
  readonly pending: Pending;
  readonly noticing: <T>(asked: Promise<T>) => Promise<T>;
  readonly over: boolean;
}

function Prove({ pending, noticing, over }: StepProps): ReactElement {
  const { login } = useWords();
  const words = useMessages(secondFactorMessages).prove;
  const send = async (code: string): Promise<void> => {
    const { token } = pending;
    const answer = await noticing(call(prove, { token, body: { code } }));
    const left = answer.recoveryCodesLeft;
    enter(answer);
    const detail = left <= 3 ? { detail: fill(words.fewLeft, { left }) } : {};
    showToast({ kind: "success", text: login.done, inside: true, ...detail });
  };
  return (
    <PublicPage title={words.title} lead={words.lead}>
      {over ? (
        <Over />
      ) : (
        <>
          <div className={publicCss["card"]}>
            <ProofForm submit={words.submit} send={send} />
          </div>
          <div className={publicCss["under"]}>
            <p>
              <Icon name="lock" />
              <span>{words.lost}</span>
            </p>
            <StartAgain />
          </div>
        </>
      )}
    </PublicPage>
  );
}

function FirstEnrolment({ pending, noticing, over }: StepProps): ReactElement {
  const words = useMessages(secondFactorMessages);
  const [done, setDone] = useState<{ session: Session; codes: readonly string[] }>();
  const { token, staffNo } = pending;
  if (done) {
    return (
      <PublicPage title={words.codes.title} lead={words.codes.lead}>
        <div className={publicCss["card"]}>
          <RecoveryCodes
            codes={done.codes}
            staffNo={staffNo}
            onKept={() => {
              enter(done.session);
              showToast({ kind: "success", text: words.codes.done });
            }}
          />
        </div>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={words.enrol.title} lead={words.enrol.lead}>
      {over ? (
        <Over />
      ) : (
        <>
          <div className={publicCss["card"]}>
            <Enrol
              begin={() => noticing(call(beginFirst, { token }))}
              confirm={async (code) => {
                const { recoveryCodes: codes, ...session } = await noticing(
                  call(confirmFirst, { token, body: { code } }),
                );
                setDone({ session, codes });
              }}
            />
          </div>
          <div className={publicCss["under"]}>
            <StartAgain />
          </div>
        </>
      )}
    </PublicPage>
  );
}

function enter({ token, memberNo }: Session): void {
  goPending(null);
  beginSession({ token, memberNo });
}

function StartAgain(): ReactElement {
  const words = useMessages(secondFactorMessages).prove;
  return (
    <div>
      <Button look="quiet" small onClick={() => goPending(null)}>
        {words.back}
      </Button>
    </div>
  );
}

function Over(): ReactElement {
  const { login } = useWords();
  const words = useMessages(secondFactorMessages).prove;
  return (
    <div className={publicCss["form"]}>
      <Tip meaning="bad">{words.over}</Tip>
      <Button look="primary" width="full" onClick={() => goPending(null)}>
        {login.submit}
      </Button>
    </div>
  );
}
