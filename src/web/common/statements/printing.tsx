import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { PrintedDocument } from "#shared/contract/statements/printed-document.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { statementsMessages } from "#web/lib/member-texts.ts";
import { useOffline } from "#web/lib/offline-since.ts";
import { useMessages } from "#web/lib/words.ts";
import { PrintSheet } from "./print-sheet.tsx";

/** A press within this time of the last prints the same document; a later one issues another. */
const SAME_MS = 5000;

/** The second tap of two belongs to the first. */
const SECOND_TAP_MS = 1000;

/** Removes the sheet from the page; there is never more than one. */
let clearSheet = (): void => undefined;

/**
 * Keeps the sheet until the user is active on the page again: phones print while the page runs on,
 * and draw it again for another paper size. It listens in the capture phase, so that the key that
 * prints again clears the old sheet before the new one is laid out.
 */
function clearOnUse(): void {
  for (const used of ["pointerdown", "keydown"]) {
    window.addEventListener(used, () => clearSheet(), { once: true, capture: true });
  }
}

/** Whether the browser prints at all; those inside other apps do not. */
export const canPrint = typeof window.print === "function";

export interface Printing {
  readonly busy: boolean;
  /** The progress, for screen readers. */
  readonly said: string;
  readonly failed: string | null;
  /** Issues the document and prints it. */
  readonly print: () => void;
  /** The document as it is printed; belongs anywhere on the page. */
  readonly sheet: ReactElement | null;
}

interface Issued {
  readonly issued: PrintedDocument;
  readonly asked: string;
  readonly at: number;
}

/**
 * Issues a document with a code and prints it; `asked` is the text that distinguishes it from
 * others.
 */
export function usePrinting(issue: () => Promise<PrintedDocument>, asked: string): Printing {
  const { actions } = useMessages(statementsMessages);
  const last = useRef<Issued | null>(null);
  const sheet = useRef<HTMLElement>(null);
  const [laid, setLaid] = useState<PrintedDocument | null>(null);
  const act = async (): Promise<void> => {
    const kept = last.current;
    const isSame = kept?.asked === asked && Date.now() - kept.at < SAME_MS;
    const issued = isSame ? kept.issued : await issue();
    if (!isSame) last.current = { issued, asked, at: Date.now() };
    clearSheet();
    flushSync(() => setLaid(issued));
    clearSheet = () => setLaid(null);
    // Its page may have been left meanwhile.
    if (sheet.current === null) return;
    await Promise.allSettled([...sheet.current.querySelectorAll("img")].map((one) => one.decode()));
    window.print();
    setTimeout(clearOnUse, SECOND_TAP_MS);
  };
  const { busy, failed, run } = useAction(act, {
    textOf: (why) => fill(actions.notPrinted, { why }),
  });
  return {
    busy,
    said: busy ? actions.printing : "",
    failed,
    print: run,
    sheet: laid && <PrintSheet ref={sheet} issued={laid} />,
  };
}

/**
 * Intercepts Ctrl+P and Cmd+P to print the document with a code. Without a connection, or while
 * nothing can be issued, the browser prints the screen.
 */
export function usePrintKey(print: () => void, ready: boolean): void {
  const isOn = !useOffline() && ready;
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== "p" || ctrlKey === metaKey || altKey || shiftKey) return;
    event.preventDefault();
    print();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn]);
}
