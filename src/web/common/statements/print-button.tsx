import type { ReactElement, ReactNode } from "react";
import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { bringIntoSight } from "#web/lib/form.ts";
import { Tip } from "#web/ui/tip.tsx";
import { canPrint, type Printing } from "./printing.tsx";

interface PrintButtonProps {
  readonly printing: Printing;
  readonly ready: boolean;
  /** The document, if a page prints more than one. */
  readonly of?: string;
}

/** Prints the document with a code; hidden in a browser that cannot print. */
export function PrintButton({ printing, ready, of }: PrintButtonProps): ReactElement | null {
  const { print } = useMessages(statementsMessages).actions;
  if (!canPrint) return null;
  return (
    <Button
      small
      needsNetwork
      blocked={!ready || printing.busy}
      onClick={printing.print}
      {...(of && { "aria-label": `${print}: ${of}` })}
    >
      <Icon name={printing.busy ? "clock" : "print"} small />
      {print}
    </Button>
  );
}

/** The problems with making a document. */
export function Failures({ texts }: { readonly texts: readonly (string | null)[] }): ReactNode {
  return texts.map(
    (text) =>
      text && (
        <div key={text} ref={bringIntoSight}>
          <Tip meaning="bad">{text}</Tip>
        </div>
      ),
  );
}
