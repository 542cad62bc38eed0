import { type ReactElement, useEffect, useState } from "react";
import { fill } from "#shared/language.ts";
import { type Form, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { offlineReadingMessages, signedInMessages } from "#web/lib/member-texts.ts";
import { noteOffline } from "#web/lib/offline-since.ts";
import { useOfflineReading } from "#web/lib/offline-reading.ts";
import { isServerReachable } from "#web/lib/reload.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { beginReading, currentSession } from "#web/lib/session.ts";
import { beginWith } from "#web/lib/session-cache.ts";
import { useMessages } from "#web/lib/words.ts";
import { paths } from "#web/paths.ts";
import { publicCss as css, PublicPage } from "#web/public/public-page.tsx";
import { askWhetherEnded } from "../ask-whether-ended.ts";
import { Button } from "#web/ui/button.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { forgetIfTooOld, unlock } from "./kept-figures.ts";
import { PinField } from "./pin-field.tsx";
import { isLongEnough } from "./pin-strength.ts";

/** Asks for the PIN that opens the figures kept in this browser, and opens the member's pages. */
export function UnlockPage(): ReactElement {
  const words = useMessages(offlineReadingMessages);
  const { login } = useWords();
  const isKept = useOfflineReading();
  const isOnline = useIsOnline();
  useEffect(() => {
    if (isKept) void forgetIfTooOld().catch(() => undefined);
  }, [isKept]);
  return (
    <PublicPage title={words.title} lead={words.lead}>
      {isKept && isOnline && (
        <div className={css["said"]} role="status">
          <Tip meaning="info">{words.online}</Tip>
        </div>
      )}
      <div className={css["form"]}>
        <div className={css["card"]}>{isKept ? <PinForm isOnline={isOnline} /> : <Gone />}</div>
        <p className={css["links"]}>
          <Link to={paths.login}>{login.title}</Link>
        </p>
      </div>
    </PublicPage>
  );
}

function Gone(): ReactElement {
  const words = useMessages(offlineReadingMessages);
  const { offline } = useMessages(signedInMessages);
  return (
    <EmptyState icon="lock" title={words.gone} alert>
      <p>
        {words.goneText} {offline.next}
      </p>
    </EmptyState>
  );
}

function useIsOnline(): boolean {
  const [isOnline, setIsOnline] = useState(false);
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const isReachable = await isServerReachable();
      setIsOnline(isReachable);
      if (isReachable) await askWhetherEnded();
    };
    void ask();
  }, []);
  return isOnline;
}

function PinForm({ isOnline }: { readonly isOnline: boolean }): ReactElement {
  const words = useMessages(offlineReadingMessages);
  const form = usePinForm(isOnline);
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <PinField label={words.pin} bind={form.bind("pin")} autoComplete="off" />
      {form.alert && <Tip meaning="bad">{words.failed}</Tip>}
      <Button type="submit" look="primary" width="full" needsNetwork={false} blocked={form.busy}>
        {words.open}
      </Button>
    </form>
  );
}

function usePinForm(isOnline: boolean): Form<"pin"> {
  const words = useMessages(offlineReadingMessages);
  const { go } = useNavigation();
  const form: Form<"pin"> = useForm<"pin">({
    names: ["pin"],
    // An incomplete PIN does not count as an attempt.
    check: ({ pin }) => (isLongEnough(pin) ? {} : { pin: words.tooShort }),
    async send({ pin }) {
      const unlocked = await unlock(pin);
      if (unlocked.state === "gone") return;
      if (unlocked.state === "wrong") {
        return form.reject({ pin: fill(words.wrong, { left: unlocked.triesLeft }) });
      }
      // The following pages show fresh figures and therefore make no call that would reveal it.
      if (!isOnline) noteOffline();
      if (currentSession()?.memberNo !== unlocked.memberNo) beginReading(unlocked.memberNo);
      beginWith(unlocked.kept);
      go(paths.app);
    },
  });
  return form;
}
