import { type ReactElement, type ReactNode } from "react";
import { useAction } from "#web/lib/action.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";

interface WithdrawProps {
  readonly words: {
    readonly title: string;
    readonly back: string;
    readonly yes: string;
    readonly done: string;
  };
  readonly withdraw: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly onChanged: () => void;
  /** The effect. */
  readonly children: ReactNode;
}

/** Asks for confirmation before a scheduled setting is withdrawn. */
export function Withdraw(props: WithdrawProps): ReactElement {
  const { words, onClose, onChanged } = props;
  const { busy, failed, run } = useAction(async () => {
    try {
      await props.withdraw();
      showToast({ kind: "success", text: words.done });
      onClose();
    } finally {
      onChanged();
    }
  });
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {words.back}
          </Button>
          <Button look="danger" blocked={busy} onClick={() => run()}>
            {words.yes}
          </Button>
        </>
      }
    >
      <p>{props.children}</p>
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </Dialog>
  );
}
