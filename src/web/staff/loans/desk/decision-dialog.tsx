import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useState } from "react";
import { file as fileEndpoint } from "#shared/contract/loans/desk.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewLoan, wasFirst } from "./act.ts";
import css from "./application.module.css";
import type { LoanFile } from "./application.tsx";
import { hasChanged } from "#web/staff/held-facts.ts";
import { useFormatShown } from "./shown-facts.ts";

interface DecisionProps {
  readonly loanNo: string;
  readonly file: LoanFile;
  readonly title: string;
  readonly yes: string;
  readonly look: "primary" | "danger";
  /** The effect of the decision, above the facts. */
  readonly children: ReactNode;
  /** Sends the decision with the digest of the facts that the dialog shows. */
  readonly send: (shownDigest: string) => Promise<void>;
  /** Runs once the decision is taken. */
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** The facts as they were when the dialog opened, or the new ones after they changed. */
interface Held {
  readonly shown: LoanFile["shown"];
  readonly digest: string;
  readonly before: LoanFile["shown"] | null;
}

/** Shows what is decided, and decides exactly that; shows what changed and asks again. */
export function DecisionDialog(props: DecisionProps): ReactElement {
  const { decide: words } = useMessages(loanDeskMessages);
  const say = useFormatShown();
  const { held, busy, failed, run } = useDecision(props);
  const { shown, before } = held;
  return (
    <Dialog
      title={before ? words.changedTitle : props.title}
      onClose={() => busy || props.onClose()}
      actions={
        <>
          <Button first onClick={() => busy || props.onClose()}>
            {words.notYet}
          </Button>
          <Button look={props.look} blocked={busy} onClick={() => run()}>
            {props.yes}
          </Button>
        </>
      }
    >
      {before ? <p>{words.changedText}</p> : props.children}
      {/* The focus makes a long list of facts scrollable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css["shown"]} role="group" aria-label={words.shown} tabIndex={0}>
        {before ? <Changes before={say(before)} now={say(shown)} /> : <Facts facts={say(shown)} />}
      </div>
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </Dialog>
  );
}

function useDecision({ loanNo, file, send, onDone, onClose }: DecisionProps) {
  const { decide } = useMessages(loanDeskMessages);
  const renew = useRenewLoan();
  const [held, setHeld] = useState<Held>({
    shown: file.shown,
    digest: file.shownDigest,
    before: null,
  });
  const settle = async (error: unknown): Promise<void> => {
    if (hasChanged(error)) {
      const now = await call(fileEndpoint, { params: { loanNo } });
      setHeld({ shown: now.shown, digest: now.shownDigest, before: held.shown });
    } else if (wasFirst(error)) {
      showToast({ kind: "failure", text: decide.first, detail: decide.firstText });
      onClose();
    } else {
      throw error;
    }
    await renew();
  };
  return { held, ...useAction(() => send(held.digest).then(onDone, settle)) };
}
