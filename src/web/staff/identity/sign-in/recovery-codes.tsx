import { secondFactorMessages } from "#shared/messages/identity/second-factor-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { useSociety } from "#web/lib/society.ts";
import { publicCss } from "#web/public/public-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./sign-in.module.css";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly staffNo: string;
  readonly onKept: () => void;
}

/** Ten codes that are shown only this once: to copy, save, print or write down. */
export function RecoveryCodes({ codes, staffNo, onKept }: RecoveryCodesProps): ReactElement {
  const words = useMessages(secondFactorMessages).codes;
  const { organisationName: society } = useSociety();
  const copy = (): void => {
    // Without TLS, as on a local network, browsers offer no clipboard.
    const copied = (navigator.clipboard as Clipboard | undefined)?.writeText(codes.join("\n"));
    (copied ?? Promise.reject(new Error("no clipboard"))).then(
      () => showToast({ kind: "success", text: words.copied }),
      () => showToast({ kind: "failure", text: words.copyFailed }),
    );
  };
  const save = (): void => {
    const lines = [fill(words.fileText, { staffNo, society }), "", ...codes, ""];
    const content = new Blob([lines.join("\r\n")], { type: "text/plain" });
    const name = fill(words.fileName, { staffNo: staffNo.replaceAll("/", "-") });
    saveFile({ name, content });
  };
  return (
    <div className={publicCss["form"]}>
      <ol className={css["codes"]} aria-label={words.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={css["ways"]}>
        <Button onClick={copy}>{words.copy}</Button>
        <Button onClick={save}>{words.download}</Button>
        <Button onClick={() => window.print()}>{words.print}</Button>
      </div>
      <Button look="primary" width="full" onClick={onKept}>
        {words.kept}
      </Button>
    </div>
  );
}
