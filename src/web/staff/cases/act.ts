import { caseDeskMessages } from "#shared/messages/cases/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { useAction } from "#web/lib/action.ts";
import { useQueryClient } from "@tanstack/react-query";
import { one, queue } from "#shared/contract/cases/desk.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewDesk } from "../renew-desk.ts";
import type { DeskCase } from "./case-page.tsx";

/** Shared by the actions on a case: the answer is shown at once, and so are others' changes. */
export function useShown(caseNo: string) {
  const cache = useQueryClient();
  const renew = useRenewDesk();
  const { act: words } = useMessages(caseDeskMessages);
  return {
    async shown(found: DeskCase): Promise<void> {
      cache.setQueryData([one.path, { caseNo }, null, null], found);
      await renew(queue);
    },
    /** When two people act at once, the second sees what the first did and keeps their own text. */
    async missed(error: unknown): Promise<never> {
      if (error instanceof ProblemAnswer && error.details.status === 409) {
        showToast({ kind: "failure", text: words.newer, detail: words.newerText });
        await renew(one, queue);
      }
      throw error;
    },
  };
}

/** An action that needs no input. */
export function usePress(caseNo: string, act: () => Promise<DeskCase>, done: string) {
  const { shown, missed } = useShown(caseNo);
  return useAction(async () => {
    await shown(await act().catch(missed));
    showToast({ kind: "success", text: done });
  });
}
