import { statementsMessages } from "#shared/messages/statements/statements-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { useRef, useState } from "react";
import {
  type DocumentFormat,
  type DocumentStatement,
  issueDocument,
} from "#shared/contract/statements/member-statements.ts";
import { fill } from "#shared/language.ts";
import { callForFile } from "#web/lib/api.ts";
import { failureWords } from "#web/lib/failure.ts";
import { useWords } from "#web/lib/language.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { useSessionState } from "#web/lib/session.ts";
import { showToast } from "#web/ui/toast.tsx";

/** The part of a statement that is on the screen, and so in the document. */
export interface DocumentWanted {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
}

export interface Documents {
  /** The format that is being made, while it is. */
  readonly making: DocumentFormat | null;
  /** The progress, for screen readers. */
  readonly said: string;
  readonly failed: string | null;
  readonly make: (format: DocumentFormat) => void;
}

/** Requests documents of a statement and saves them: the member's own, or one that staff serve. */
export function useDocuments(
  statement: DocumentStatement,
  wanted: DocumentWanted,
  ofMember?: string,
): Documents {
  const words = useWords();
  const { actions } = useMessages(statementsMessages);
  const own = useSessionState().session?.memberNo ?? "";
  const memberNo = ofMember ?? own;
  const [making, setMaking] = useState<DocumentFormat | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const busy = useRef(false);
  const make = async (format: DocumentFormat): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setMaking(format);
    setFailed(null);
    try {
      const params = { memberNo, statement };
      const file = await callForFile(issueDocument, { params, body: { format, ...given(wanted) } });
      saveFile(file);
      showToast({ kind: "success", text: fill(actions.done, { name: file.name }) });
    } catch (error) {
      const why = failureWords(error, words);
      setFailed(fill(actions.failed, { format: actions[format], why }));
    } finally {
      busy.current = false;
      setMaking(null);
    }
  };
  return {
    making,
    said: making ? fill(actions.preparing, { format: actions[making] }) : "",
    failed,
    make: (format) => void make(format),
  };
}

function given(wanted: DocumentWanted): Record<string, string> {
  const pairs = Object.entries(wanted).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return Object.fromEntries(pairs);
}
