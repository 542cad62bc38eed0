import { statementsMessages } from "#shared/messages/statements/statements-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { own, ownCancellation } from "#shared/contract/members/own-contact-change.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { failureWords } from "#web/lib/failure.ts";
import { useWords } from "#web/lib/language.ts";
import { useRenew } from "#web/lib/query.ts";
import { useSociety } from "#web/lib/society.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";

/** Asks whether to cancel a change of one's contacts, and says what else to do. */
export function StopChange({ onClose }: { readonly onClose: () => void }): ReactElement {
  const words = useWords();
  const { needs } = useMessages(statementsMessages);
  const { phone } = useSociety();
  const renew = useRenew();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const stop = async (): Promise<void> => {
    setBusy(true);
    setFailed(null);
    try {
      const { cancelled } = await call(ownCancellation, { body: {} });
      const [kind, text] =
        cancelled > 0
          ? (["success", needs.changeDone] as const)
          : (["failure", needs.changeNone] as const);
      showToast({ kind, text });
      onClose();
      await renew(own);
    } catch (error) {
      setFailed(failureWords(error, words));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={needs.changeTitle}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {needs.changeKeep}
          </Button>
          <Button look="danger" blocked={busy} onClick={() => void stop()}>
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
