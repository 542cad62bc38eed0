import { signedInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useState } from "react";
import { session as endpoint } from "#shared/contract/identity/auth.ts";
import { fill } from "#shared/language.ts";
import { call, heard } from "#web/lib/api.ts";
import { minutesAndSeconds, useSecondsUntil } from "#web/lib/countdown.ts";
import { startIdleClock, WARNING_MS } from "#web/lib/idle.ts";
import { currentSession, endSession } from "#web/lib/session.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { useSignOut } from "./sign-out.ts";

const LOOK_EVERY_MS = 1000;
const TELL_AGAIN_AFTER_MS = 5000;

/**
 * Tells the server that the member is active; `call` itself ends the session on a problem. During
 * offline reading without a session it only resets this browser's clock.
 */
function reportActivity(): void {
  if (currentSession()?.token === "") heard.dispatchEvent(new Event("used"));
  else call(endpoint).catch(() => undefined);
}

/** Asks an idle member whether they are still there, a minute before the session ends. */
export function IdleWarning({
  idleSeconds,
}: {
  readonly idleSeconds: number;
}): ReactElement | null {
  const [endsAt, setEndsAt] = useState<number | null>(null);
  useEffect(() => {
    const clock = startIdleClock(idleSeconds * 1000);
    let told = 0;
    let asked = false;
    const look = (): void => {
      const { endsAt, active } = clock.look();
      const left = endsAt - Date.now();
      if (left <= 0) return endSession("idle");
      if (left > WARNING_MS) {
        asked = false;
        return setEndsAt(null);
      }
      // A member who has been reading here is active, so the server is called for them. Once the
      // question is shown only an answer counts, or moving the focus to Log Out would close it.
      if (active && !asked) {
        if (Date.now() - told < TELL_AGAIN_AFTER_MS) return;
        told = Date.now();
        reportActivity();
      } else {
        asked = true;
        setEndsAt(endsAt);
      }
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      clock.stop();
    };
  }, [idleSeconds]);
  return endsAt === null ? null : <Question endsAt={endsAt} idleSeconds={idleSeconds} />;
}

function Question({
  endsAt,
  idleSeconds,
}: {
  readonly endsAt: number;
  readonly idleSeconds: number;
}): ReactElement {
  const { idle } = useMessages(signedInMessages);
  const signOut = useSignOut();
  const left = useSecondsUntil(endsAt);
  const minutes = Math.max(1, Math.round((idleSeconds * 1000 - WARNING_MS) / 60_000));
  return (
    <Dialog
      title={idle.title}
      onClose={reportActivity}
      actions={
        <>
          <Button look="primary" first onClick={reportActivity}>
            {idle.stay}
          </Button>
          <Button onClick={signOut}>{idle.logOut}</Button>
        </>
      }
    >
      <p>
        {fill(idle.before, { minutes })} <b>{minutesAndSeconds(left)}</b> {idle.after}
      </p>
    </Dialog>
  );
}
