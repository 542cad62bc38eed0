import { useState } from "react";
import { file, queue } from "#shared/contract/loan-desk.ts";
import { application, type approval, type disbursement } from "#shared/contract/loan-life.ts";
import { call } from "#web/lib/api.ts";
import { failureWords, Refused } from "#web/lib/failure.ts";
import { useWords } from "#web/lib/language.ts";
import { useLoanDeskWords } from "#web/lib/loan-desk-words.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { applicationAddress } from "#web/paths.ts";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewDesk } from "../renew-desk.ts";
import { loanWalk } from "./walk.ts";

/** Asks for everything of a loan again, once something was done to it. */
export function useRenewLoan(): () => Promise<void> {
  const renew = useRenewDesk();
  return () => renew(queue, application, file);
}

/** Goes on to the next of the queue one came from; without one, stays and shows how it stands. */
export function useGoOn(): (loanNo: string) => Promise<void> {
  const { go } = useNavigation();
  const renew = useRenewLoan();
  return async (loanNo) => {
    const from = loanWalk.left(loanNo);
    const next = loanWalk.leave(loanNo);
    if (next !== null) go(applicationAddress(next));
    else if (from !== null) go(from);
    await renew();
  };
}

export interface Act {
  readonly busy: boolean;
  /** What it was refused with; null while nothing was. */
  readonly failed: string | null;
  readonly run: () => void;
}

/** A step of a loan that needs nothing typed: says that it is done, or why not. */
export function useAct(
  endpoint: typeof approval | typeof disbursement,
  given: { readonly loanNo: string; readonly done: string; readonly body?: { amount: number } },
): Act {
  const words = useWords();
  const { decide } = useLoanDeskWords();
  const goOn = useGoOn();
  const renew = useRenewLoan();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const { loanNo, done, body = {} } = given;
  const take = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailed(null);
    try {
      await call(endpoint, { params: { loanNo }, body });
      showToast({ kind: "success", text: done });
      await goOn(loanNo);
    } catch (error) {
      setFailed(failureWords(error, words));
      if (wasFirst(error)) {
        showToast({ kind: "failure", text: decide.first, detail: decide.firstText });
        await renew();
      }
    } finally {
      setBusy(false);
    }
  };
  return { busy, failed, run: () => void take() };
}

/** Whether somebody else did something to the loan meanwhile. */
export function wasFirst(error: unknown): boolean {
  return error instanceof Refused && error.details.reason === "loan-state";
}
