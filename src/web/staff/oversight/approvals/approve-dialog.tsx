import { approvalsMessages } from "#shared/messages/oversight/approvals-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { approve, type Fact, list, one } from "#shared/contract/oversight/approvals.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { Button } from "#web/ui/button.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewDesk } from "#web/staff/renew-desk.ts";
import css from "./approvals.module.css";
import { useFormatFact } from "./facts.ts";
import type { Request } from "./request-card.tsx";

interface ApproveProps {
  readonly request: Request;
  readonly onClose: () => void;
}

/** The facts shown before, where they have changed since, and the current request. */
interface Shown {
  readonly request: Request;
  readonly before: readonly Fact[] | null;
}

/** Names the step and its facts, and approves exactly these; asks again if they have changed. */
export function ApproveDialog({ request: given, onClose }: ApproveProps): ReactElement {
  const words = useMessages(approvalsMessages);
  const [{ request, before }, setShown] = useState<Shown>({ request: given, before: null });
  const { busy, failed, run } = useApproval(request, {
    onDone: onClose,
    onChanged: (now) => setShown({ request: now, before: request.facts }),
  });
  return (
    <Dialog
      title={before ? words.changedTitle : words.approveTitle}
      onClose={() => busy || onClose()}
      actions={
        <>
          <Button first onClick={onClose}>
            {words.notNow}
          </Button>
          {request.mayDecide && (
            <Button look="primary" blocked={busy} onClick={() => run()}>
              {before ? words.changedYes : words.approveYes}
            </Button>
          )}
        </>
      }
    >
      <p>
        <b>{words.kinds[request.kind]}</b>. {before ? words.changedText : words.approveText}
      </p>
      {/* The focus makes long lists of facts scrollable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css["dialogFacts"]} role="group" aria-label={words.details} tabIndex={0}>
        {before ? (
          <ChangedFacts before={before} now={request.facts} />
        ) : (
          <DialogFacts facts={request.facts} />
        )}
      </div>
      {!request.mayDecide && <Tip meaning="bad">{words.changedGone}</Tip>}
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </Dialog>
  );
}

interface Outcome {
  readonly onDone: () => void;
  readonly onChanged: (now: Request) => void;
}

/** Sends the digest of the facts shown; reads the request again where they have changed. */
function useApproval(request: Request, { onDone, onChanged }: Outcome) {
  const words = useMessages(approvalsMessages);
  const renew = useRenewDesk();
  const params = { approvalId: request.id };
  const attempt = async (): Promise<void> => {
    try {
      await call(approve, { params, body: { digest: request.digest } });
      showToast({ kind: "success", text: words.approved });
      await renew();
      onDone();
      await renew(list, one);
    } catch (error) {
      if (!(error instanceof ProblemAnswer) || error.details.reason !== "approval-changed")
        throw error;
      onChanged(await call(one, { params }));
      await renew(list, one);
    }
  };
  return useAction(async () => {
    try {
      await attempt();
    } catch (error) {
      if (error instanceof ProblemAnswer && error.details.status === 409) await renew(list, one);
      throw error;
    }
  });
}

function DialogFacts({ facts }: { readonly facts: readonly Fact[] }): ReactElement {
  const say = useFormatFact();
  return <Facts facts={facts.map(say)} />;
}

interface ChangedFactsProps {
  readonly before: readonly Fact[];
  readonly now: readonly Fact[];
}

function ChangedFacts({ before, now }: ChangedFactsProps): ReactElement {
  const say = useFormatFact();
  return <Changes before={before.map(say)} now={now.map(say)} />;
}
