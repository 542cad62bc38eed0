import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement } from "react";
import { own, ownCancellation } from "#shared/contract/members/own-contact-change.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useRenew } from "#web/lib/query.ts";
import { useSociety } from "#web/lib/society.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";

/** Asks whether to cancel a change of the member's contacts, and gives further advice. */
export function StopChange({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { needs } = useMessages(statementsMessages);
  const { phone } = useSociety();
  const renew = useRenew();
  const { busy, failed, run } = useAction(async () => {
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
    <Dialog
      title={needs.changeTitle}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {needs.changeKeep}
          </Button>
          <Button needsNetwork look="danger" blocked={busy} onClick={() => run()}>
            {needs.changeCancel}
          </Button>
        </>
      }
    >
      <p>{fill(needs.changeText, { phone })}</p>
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </Dialog>
  );
}
