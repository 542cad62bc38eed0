import { type ReactElement } from "react";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { type Call, callForFile } from "#web/lib/api.ts";
import { useAction } from "#web/lib/action.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { showToast } from "#web/ui/toast.tsx";

interface DownloadProps<E extends Endpoint> {
  readonly endpoint: E;
  readonly request: Call<E>;
  /** The button's label, its label while the file is made, and the message if that fails. */
  readonly words: { readonly csv: string; readonly csvWait: string; readonly csvFailed: string };
  /** Tells several buttons apart for screen readers. */
  readonly label?: string;
}

/** A whole register takes longer than any page does. */
const FILE_WAIT_MS = 600_000;

/** Requests a file and saves it as a download. */
export function Download<E extends Endpoint>(props: DownloadProps<E>): ReactElement {
  const { endpoint, request, words, label } = props;
  const { busy, run } = useAction(
    async () => saveFile(await callForFile(endpoint, { ...request, waitMs: FILE_WAIT_MS })),
    { onFailure: (detail) => showToast({ kind: "failure", text: words.csvFailed, detail }) },
  );
  return (
    <Button small blocked={busy} aria-label={label} onClick={() => run()}>
      <Icon name="tray" small />
      {busy ? words.csvWait : words.csv}
    </Button>
  );
}
