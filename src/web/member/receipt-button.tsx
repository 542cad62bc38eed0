import type { ReactElement } from "react";
import { useAction } from "#web/lib/action.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { Tip } from "#web/ui/tip.tsx";

interface ReceiptButtonProps {
  readonly label: string;
  readonly bring: () => Promise<Parameters<typeof saveFile>[0]>;
}

/** Saves a receipt. */
export function ReceiptButton({ label, bring }: ReceiptButtonProps): ReactElement {
  const { busy, failed, run } = useAction(async () => saveFile(await bring()));
  return (
    <>
      <Button needsNetwork small blocked={busy} onClick={() => run()}>
        {label}
      </Button>
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </>
  );
}
