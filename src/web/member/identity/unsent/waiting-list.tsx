import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useState } from "react";
import { fill } from "#shared/language.ts";
import { differsFrom, isOpenedFrom, keepDraft, openDraft } from "#web/lib/drafts.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { signedInMessages, unsentMessages } from "#web/lib/member-texts.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { useOffline } from "#web/lib/offline-since.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { useSessionState } from "#web/lib/session.ts";
import {
  askedToLeave,
  forgetUnsent,
  reopened,
  underPin,
  type Unsent,
  useOwnUnsent,
} from "#web/lib/unsent.ts";
import { useMessages } from "#web/lib/words.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useSignOut } from "#web/ui/sign-out.ts";
import { showToast } from "#web/ui/toast.tsx";
import type { Kinds } from "./kinds.ts";
import { sendUnsent } from "./outbox.ts";
import { standingOf } from "./sending-rules.ts";
import { remove, update } from "./sealed.ts";
import css from "./waiting-list.module.css";

/** Shows the queued items on every page of their member, and sends them. */
export function WaitingList({ kinds }: { readonly kinds: Kinds }): ReactElement {
  const words = useMessages(unsentMessages);
  const all = useOwnUnsent();
  const locked = underPin.use();
  const isAsked = all.some((one) => standingOf(one) !== "waiting");
  const [wasOpened, setOpened] = useState(false);
  // It opens automatically while the member has something to decide or to know.
  const isOpen = wasOpened || isAsked || locked > 0;
  const toggle = (event: { readonly currentTarget: HTMLDetailsElement }): void =>
    setOpened(event.currentTarget.open);
  useSending(all, kinds);
  useWarningBeforeClosing(all);
  return (
    <>
      <details className={css["waiting"]} open={isOpen} onToggle={toggle}>
        <summary>{fill(words.title, { count: all.length + locked })}</summary>
        <ul>
          {isOpen && all.map((one) => <Waiting key={one.id} one={one} />)}
          {locked > 0 && (
            <li>
              {fill(words.locked, { count: locked })} <Link to={paths.offline}>{words.unlock}</Link>
            </li>
          )}
        </ul>
      </details>
      {askedToLeave.use() && <Leaving count={all.length + locked} />}
    </>
  );
}

function useSending(all: readonly Unsent[], kinds: Kinds): void {
  const cache = useQueryClient();
  const words = useWords();
  const own = useMessages(unsentMessages);
  const isOffline = useOffline();
  const token = useSessionState().session?.token;
  useEffect(() => {
    if (token && !isOffline && all.length > 0) void sendUnsent({ cache, words, own, kinds });
  });
}

/** The browser asks before closing a page that has the only copy of queued items. */
function useWarningBeforeClosing(all: readonly Unsent[]): void {
  const isOnlyHere = all.some(({ sealed }) => !sealed);
  useEffect(() => {
    if (!isOnlyHere) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isOnlyHere]);
}

function Waiting({ one }: { readonly one: Unsent }): ReactElement {
  const words = useMessages(unsentMessages);
  const { language } = useSpoken();
  const isOffline = useOffline();
  const standing = standingOf(one);
  return (
    <li>
      <b>{one.what}</b>
      <small>{fill(words.at, { when: formatMoment(one.at, language) })}</small>
      {standing === "code" && <p>{isOffline ? words.codeLater : words.code}</p>}
      {standing === "rejected" && <p>{fill(words.rejected, { why: one.problem })}</p>}
      {standing === "stuck" && <p>{words.stuck}</p>}
      {standing === "changed" && <Changed one={one} />}
      <Actions one={one} />
    </li>
  );
}

/** The figures that have changed since the member saw them. */
function Changed({ one: { saw, changed } }: { readonly one: Unsent }): ReactElement {
  const words = useMessages(unsentMessages);
  const { changes } = useMessages(signedInMessages);
  const now = changed?.figures ?? [];
  return (
    <>
      <p>{words.changed}</p>
      <ul>
        {saw.map(({ term, value }, index) =>
          value === "" || value === now[index]?.value ? null : (
            <li key={term}>
              {term}. {changes.before}: {value}. {changes.now}: <b>{now[index]?.value}</b>
            </li>
          ),
        )}
      </ul>
    </>
  );
}

function Actions({ one }: { readonly one: Unsent }): ReactElement {
  const words = useMessages(unsentMessages);
  const opening = useOpening(one);
  const standing = standingOf(one);
  const { what, changed } = one;
  const button = (action: string, act: () => unknown, needsNetwork = false): ReactElement => (
    <Button
      small
      needsNetwork={needsNetwork}
      aria-label={`${action}: ${what}`}
      onClick={() => void act()}
    >
      {action}
    </Button>
  );
  const discard = async (): Promise<void> => {
    const detail = (await remove(one)) ? { detail: words.unsure } : {};
    showToast({ kind: "success", text: fill(words.discarded, { what }), ...detail });
  };
  const again = (to: Partial<Unsent>) => update(one, { ...to, problem: "", triedAt: null });
  return (
    <div className={css["actions"]}>
      {standing === "code" && button(words.finish, opening.begin, true)}
      {changed &&
        standing === "changed" &&
        button(words.accept, () =>
          again({ saw: changed.figures, body: changed.body, changed: null }),
        )}
      {standing === "rejected" && button(words.again, () => again({}), true)}
      {(standing === "rejected" || standing === "changed") && button(words.open, opening.begin)}
      {button(words.discard, discard)}
      {opening.isAsked && (
        <Asked
          title={words.replace}
          text={words.replaceText}
          stay={[words.keepTyped, opening.stop]}
          go={[words.replaceIt, opening.go]}
        />
      )}
    </div>
  );
}

/**
 * Opens the form of an item with its input, and asks before that replaces the current input. The
 * item stays queued until the form is sent: the page may be closed before.
 */
function useOpening(one: Unsent) {
  const { go } = useNavigation();
  const [isAsked, setAsked] = useState(false);
  const drafts = Object.entries(one.drafts);
  const show = (): void => {
    setAsked(false);
    reopened.set(reopened.get() + 1);
    go(one.address);
  };
  const open = (): void => {
    // An answer that needs a code is removed by `settleUnsent` once the code is given.
    const source = { id: one.id, end: () => remove(one) };
    for (const [form, draft] of drafts) {
      if (one.kind === null) keepDraft(form, draft);
      else openDraft(form, draft, source);
    }
    show();
  };
  return {
    isAsked,
    go: open,
    stop: () => setAsked(false),
    begin(): void {
      if (drafts.some(([form]) => isOpenedFrom(form, one.id))) show();
      else if (drafts.some(([form, draft]) => differsFrom(form, draft))) setAsked(true);
      else open();
    },
  };
}

/** Asks before what waits is lost. */
function Leaving({ count }: { readonly count: number }): ReactElement {
  const words = useMessages(unsentMessages);
  const { idle, menu } = useMessages(signedInMessages);
  const signOut = useSignOut();
  const leave = (): void => {
    forgetUnsent();
    signOut();
  };
  return (
    <Asked
      title={words.leave}
      text={fill(words.leaveText, { count })}
      stay={[idle.stay, () => askedToLeave.set(false)]}
      go={[menu.logOut, leave]}
    />
  );
}

type Choice = readonly [label: string, act: () => void];

interface AskedProps {
  readonly title: string;
  readonly text: string;
  readonly stay: Choice;
  readonly go: Choice;
}

/** Asks before input is lost; the first choice loses nothing. */
function Asked({ title, text, stay, go }: AskedProps): ReactElement {
  const actions = (
    <>
      <Button first onClick={stay[1]}>
        {stay[0]}
      </Button>
      <Button look="danger" onClick={go[1]}>
        {go[0]}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={stay[1]} actions={actions}>
      <p>{text}</p>
    </Dialog>
  );
}
