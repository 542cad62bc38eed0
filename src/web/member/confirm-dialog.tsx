import type { ReactElement, ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog, type DialogProps } from "#web/ui/dialog.tsx";
import { Tip } from "#web/ui/tip.tsx";

interface ConfirmDialogProps extends DialogProps {
  readonly title: string;
  readonly no: string;
  readonly yes: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly failed?: ReactNode;
  readonly run: () => void;
}

/** Asks before something is done; the focus starts on the safe answer. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const { title, no, yes, danger, busy = false, failed, run, children, onClose } = props;
  const actions = (
    <>
      <Button first onClick={onClose}>
        {no}
      </Button>
      <Button
        needsNetwork
        look={danger ? "danger" : "primary"}
        blocked={busy}
        onClick={() => run()}
      >
        {yes}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      {children}
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </Dialog>
  );
}
