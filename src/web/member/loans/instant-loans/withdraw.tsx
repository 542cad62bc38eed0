import { loanPagesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { withdrawal } from "#shared/contract/loans/life.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { ConfirmDialog } from "#web/member/confirm-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./loans.module.css";

/** Withdraws an application that the office has not decided, after a confirmation. */
export function Withdraw({ loanNo }: { readonly loanNo: string }): ReactElement {
  const { application: words } = useMessages(loanPagesMessages);
  const [asking, setAsking] = useState(false);
  return (
    <div className={css["withdraw"]}>
      <Button small look="danger" onClick={() => setAsking(true)}>
        {words.withdraw}
      </Button>
      <p>{words.withdrawHint}</p>
      {asking && <Question loanNo={loanNo} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface QuestionProps {
  readonly loanNo: string;
  readonly onClose: () => void;
}

function Question({ loanNo, onClose }: QuestionProps): ReactElement {
  const { application: words } = useMessages(loanPagesMessages);
  const cache = useQueryClient();
  /** Shows the current state instead; the button pressed may be gone, so the heading is focused. */
  const giveUp = async (): Promise<void> => {
    onClose();
    showToast({ kind: "failure", text: words.notWithdrawn, detail: words.movedOn });
    await cache.invalidateQueries();
    document.querySelector<HTMLElement>("h1")?.focus();
  };
  const action = useAction(async () => {
    try {
      await call(withdrawal, { params: { loanNo }, body: {} });
      showToast({ kind: "success", text: fill(words.withdrawn, { loanNo }) });
      // Reloading removes this question together with the button that opened it.
      await cache.invalidateQueries();
    } catch (error) {
      if (!isLate(error)) throw error;
      await giveUp();
    }
  });
  return (
    <ConfirmDialog
      {...action}
      failed={
        action.failed && (
          <>
            <b>{words.notWithdrawn}</b> {action.failed}
          </>
        )
      }
      title={fill(words.withdrawTitle, { loanNo })}
      no={words.keep}
      yes={words.withdraw}
      danger
      onClose={onClose}
    >
      <p>{words.withdrawText}</p>
    </ConfirmDialog>
  );
}

/** Whether the office decided meanwhile, or it was withdrawn on another screen. */
function isLate(error: unknown): boolean {
  return error instanceof ProblemAnswer && error.details.reason === "loan-state";
}
