import { type ReactElement, type ReactNode, useState } from "react";
import { failureWords } from "#web/lib/failure.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";

interface TakeBackProps {
  readonly words: {
    readonly title: string;
    readonly back: string;
    readonly yes: string;
    readonly done: string;
  };
  readonly takeBack: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly onChanged: () => void;
  /** The effect. */
  readonly children: ReactNode;
}

/** Asks for confirmation before a scheduled setting is withdrawn. */
export function TakeBack(props: TakeBackProps): ReactElement {
  const { words, onClose, onChanged } = props;
  const all = useWords();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    try {
      await props.takeBack();
      showToast({ kind: "success", text: words.done });
      onClose();
    } catch (error) {
      setFailure(failureWords(error, all));
      setBusy(false);
    }
    onChanged();
  };
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {words.back}
          </Button>
          <Button look="danger" blocked={busy} onClick={() => void takeBack()}>
            {words.yes}
          </Button>
        </>
      }
    >
      <p>{props.children}</p>
      {failure && <Tip meaning="bad">{failure}</Tip>}
    </Dialog>
  );
}
