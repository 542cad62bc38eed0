import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { useAction } from "#web/lib/action.ts";
import { list, request } from "#shared/contract/privacy/desk.ts";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { type Call, call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewDesk } from "../renew-desk.ts";

export interface Step<Body> {
  readonly busy: boolean;
  readonly failed: string | null;
  readonly run: (body: Body) => void;
}

/** Sends a step on a request and shows its new state, even if another person was faster. */
export function useSend<E extends Endpoint>(
  endpoint: E,
  id: string,
): (body: Call<E>["body"]) => Promise<void> {
  const { act } = useMessages(privacyDeskMessages);
  const renew = useRenewDesk();
  return async (body) => {
    try {
      await call(endpoint, { params: { id }, body } as unknown as Call<E>);
      showToast({ kind: "success", text: act.done });
      await renew(request, list);
      // The pressed button is gone with the state it belonged to.
      document.querySelector<HTMLElement>("h1")?.focus();
    } catch (error) {
      if (error instanceof ProblemAnswer && error.details.status === 409)
        await renew(request, list);
      throw error;
    }
  };
}

/** A step that one press takes. */
export function useStep<E extends Endpoint>(endpoint: E, id: string): Step<Call<E>["body"]> {
  return useAction(useSend(endpoint, id));
}
