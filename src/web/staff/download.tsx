import { type ReactElement, useState } from "react";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { type Call, callForFile } from "#web/lib/api.ts";
import { failureWords } from "#web/lib/failure.ts";
import { useWords } from "#web/lib/language.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { showToast } from "#web/ui/toast.tsx";

interface DownloadProps<E extends Endpoint> {
  readonly endpoint: E;
  readonly request: Call<E>;
  /** What stands on it, and while it is made; what is said where it could not be. */
  readonly words: { readonly csv: string; readonly csvWait: string; readonly csvFailed: string };
  /** Which of several it is, for those who hear the page. */
  readonly label?: string;
}

/** A whole register takes longer than any page does. */
const FILE_WAIT_MS = 600_000;

/** Asks for a file and keeps it among the downloads. */
export function Download<E extends Endpoint>(props: DownloadProps<E>): ReactElement {
  const { endpoint, request, words, label } = props;
  const all = useWords();
  const [busy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await callForFile(endpoint, { ...request, waitMs: FILE_WAIT_MS }));
    } catch (error) {
      showToast({ kind: "failure", text: words.csvFailed, detail: failureWords(error, all) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button small blocked={busy} aria-label={label} onClick={() => void make()}>
      <Icon name="tray" small />
      {busy ? words.csvWait : words.csv}
    </Button>
  );
}
