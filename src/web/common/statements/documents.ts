import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import {
  type DocumentFormat,
  type DocumentStatement,
  issueDocument,
  issueLoanStatement,
  type IssuedFormat,
} from "#shared/contract/statements/member-statements.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call, callForFile, type ServedFile } from "#web/lib/api.ts";
import { useSpoken } from "#web/lib/language.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { useSessionState } from "#web/lib/session.ts";
import { showToast } from "#web/ui/toast.tsx";
import { type Printing, usePrinting } from "./printing.tsx";

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
  readonly printing: Printing;
}

/** Requests documents of a statement and saves them: the member's own, or one that staff serve. */
export function useDocuments(
  statement: DocumentStatement,
  wanted: DocumentWanted,
  ofMember?: string,
): Documents {
  const own = useSessionState().session?.memberNo ?? "";
  const params = { memberNo: ofMember ?? own, statement };
  const requested = (format: IssuedFormat) => ({ params, body: { format, ...given(wanted) } });
  const printing = usePrinting(
    () => call(issueDocument, requested("print")),
    JSON.stringify([params, wanted, useSpoken().language]),
  );
  return { ...useFiles((format) => callForFile(issueDocument, requested(format))), printing };
}

/** Requests the statement of one loan and saves it: the member's own, or one that staff serve. */
export function useLoanStatement(loanNo: string, ofMember?: string): Documents {
  const own = useSessionState().session?.memberNo ?? "";
  const params = { memberNo: ofMember ?? own, loanNo };
  const printing = usePrinting(
    () => call(issueLoanStatement, { params, body: { format: "print" } }),
    JSON.stringify([params, useSpoken().language]),
  );
  return { ...useFiles(() => callForFile(issueLoanStatement, { params, body: {} })), printing };
}

type Files = Omit<Documents, "printing">;

function useFiles(issue: (format: DocumentFormat) => Promise<ServedFile>): Files {
  const { actions } = useMessages(statementsMessages);
  const make = async (format: DocumentFormat): Promise<void> => {
    const file = await issue(format);
    saveFile(file);
    showToast({ kind: "success", text: fill(actions.done, { name: file.name }) });
  };
  const { doing, failed, run } = useAction(make, {
    textOf: (why, _, format) => fill(actions.failed, { format: actions[format], why }),
  });
  return {
    making: doing,
    said: doing ? fill(actions.preparing, { format: actions[doing] }) : "",
    failed,
    make: run,
  };
}

/** Returns what was filled in. */
export function given(wanted: object): Record<string, string> {
  const pairs = Object.entries(wanted).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return Object.fromEntries(pairs);
}
