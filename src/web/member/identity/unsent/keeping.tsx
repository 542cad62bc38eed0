import type { ReactElement } from "react";
import { readKept } from "#web/lib/browser-storage.ts";
import { unsentMessages } from "#web/lib/member-texts.ts";
import { useOfflineReading } from "#web/lib/offline-reading.ts";
import { useOffline } from "#web/lib/offline-since.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Tip } from "#web/ui/tip.tsx";

interface KeepingSubmitProps {
  readonly width?: "full" | "full-on-phones";
  readonly blocked: boolean;
  readonly children: string;
}

/** Whether offline actions may be queued in this browser: never on a shared device. */
function mayKeep(): boolean {
  return readKept("shared") === null;
}

/** Says, before an offline action, where it will be stored and for how long. */
export function KeepNote({ needsCode = false }: { readonly needsCode?: boolean }): ReactElement {
  const words = useMessages(unsentMessages);
  const isSealed = useOfflineReading();
  const isShown = useOffline() && mayKeep();
  return (
    <div role="status">
      {isShown && (
        <Tip meaning="info">
          {needsCode && `${words.codeLater} `}
          {isSealed ? words.pin : words.page}
        </Tip>
      )}
    </div>
  );
}

/** Submits a form that may wait for a connection, if this browser may store it. */
export function KeepingSubmit({
  width = "full-on-phones",
  blocked,
  children,
}: KeepingSubmitProps): ReactElement {
  return (
    <Button look="primary" type="submit" width={width} needsNetwork={!mayKeep()} blocked={blocked}>
      {children}
    </Button>
  );
}

/** Stores an action that needs a code while there is no connection to request one. */
export function KeepForCode({ onKeep }: { readonly onKeep: () => void }): ReactElement | null {
  const words = useMessages(unsentMessages);
  const isShown = useOffline() && mayKeep();
  if (!isShown) return null;
  return (
    <>
      <KeepNote needsCode />
      <Button look="primary" width="full-on-phones" onClick={onKeep}>
        {words.keep}
      </Button>
    </>
  );
}
