import { signedInMessages } from "#web/lib/member-texts.ts";
import { askedToLeave, isAnythingUnsent } from "#web/lib/unsent.ts";
import { useMessages } from "#web/lib/words.ts";
import { signOut } from "#web/lib/sign-out.ts";
import { showToast } from "./toast.tsx";

/**
 * Returns the action of a Log Out button: it signs out, and confirms this on the following page.
 * Before queued items would be lost, the member is asked.
 */
export function useSignOut(): () => void {
  const { done, doneDetail } = useMessages(signedInMessages).signOut;
  return () => {
    if (isAnythingUnsent()) return askedToLeave.set(true);
    signOut();
    showToast({ kind: "success", text: done, detail: doneDetail });
  };
}
