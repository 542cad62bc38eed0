import { signedInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { signOut } from "#web/lib/sign-out.ts";
import { showToast } from "./toast.tsx";

/** Returns what a Log Out button does: sign out, and confirm it on the page that follows. */
export function useSignOut(): () => void {
  const { done, doneDetail } = useMessages(signedInMessages).signOut;
  return () => {
    signOut();
    showToast({ kind: "success", text: done, detail: doneDetail });
  };
}
