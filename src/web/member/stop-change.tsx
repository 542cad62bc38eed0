import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement } from "react";
import { own, ownCancellation } from "#shared/contract/members/own-contact-change.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useRenew } from "#web/lib/query.ts";
import { useSociety } from "#web/lib/society.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";

/** Asks whether to cancel a change of the member's contacts, and gives further advice. */
export function StopChange({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { needs } = useMessages(statementsMessages);
  const { phone } = useSociety();
  const renew = useRenew();
  const action = useAction(async () => {
    const { cancelled } = await call(ownCancellation, { body: {} });
    const [kind, text] =
      cancelled > 0
        ? (["success", needs.changeDone] as const)
        : (["failure", needs.changeNone] as const);
    showToast({ kind, text });
    onClose();
    await renew(own);
  });
  return (
    <ConfirmDialog
      {...action}
      title={needs.changeTitle}
      no={needs.changeKeep}
      yes={needs.changeCancel}
      danger
      onClose={onClose}
    >
      <p>{fill(needs.changeText, { phone })}</p>
    </ConfirmDialog>
  );
}
