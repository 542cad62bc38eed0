import { ownPayInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { fill } from "#shared/language.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./pay-ins.module.css";

interface CopiedProps {
  /** The name of the value, for screen readers. */
  readonly name: string;
  readonly value: string;
}

/** A value to type into M-Pesa, with a button that copies it. */
export function Copied({ name, value }: CopiedProps): ReactElement {
  const { how: words } = useMessages(ownPayInMessages);
  const [copied, setCopied] = useState(false);
  // Without TLS, as on a local network, browsers offer no clipboard.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const copy = (): void => {
    clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <span className={css["copied"]}>
      <b>{value}</b>
      {clipboard && (
        <Button
          small
          look="quiet"
          aria-label={fill(copied ? words.copiedName : words.copyName, { name })}
          onClick={copy}
        >
          {copied ? words.copied : words.copy}
        </Button>
      )}
    </span>
  );
}
