import { type ReactElement, useState } from "react";
import { attach } from "#shared/contract/treasury/movements.ts";
import { fill } from "#shared/language.ts";
import { treasuryMessages } from "#shared/messages/treasury/treasury-sw.ts";
import { MAX_ATTACHMENTS } from "#shared/treasury-kinds.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import css from "./treasury.module.css";

/** A file that was uploaded for the movement being entered. */
export interface Attached {
  readonly id: string;
  readonly name: string;
}

/** The files of the movement being entered, and the one that was chosen last. */
export interface Attachments {
  readonly files: readonly Attached[];
  readonly isOnItsWay: boolean;
  /** Why a file was rejected, and which; null if none was. */
  readonly rejected: { readonly name: string; readonly problem: string } | null;
  /** Changes when the field is to be emptied. */
  readonly round: number;
  /** Uploads a file at once; while another is on its way, it only empties the field. */
  readonly choose: (file: File | null) => void;
  readonly discard: () => void;
  readonly remove: (id: string) => void;
}

/** Holds what was attached to the movement being entered. */
export function useAttachments(): Attachments {
  const [files, setFiles] = useState<readonly Attached[]>([]);
  const [tried, setTried] = useState("");
  // A new key empties the field, so that the same file can be chosen again.
  const [round, setRound] = useState(0);
  const empty = (): void => setRound((count) => count + 1);
  const upload = async (file: File): Promise<void> => {
    const { id, name } = await call(attach, { query: { fileName: file.name }, file });
    setFiles((others) => [...others, { id, name }]);
    empty();
  };
  const { busy, failed, run, forget } = useAction(upload, { textOf: fileProblem });
  return {
    files,
    isOnItsWay: busy,
    rejected: failed === null ? null : { name: tried, problem: failed },
    round,
    choose(file) {
      if (busy) return empty();
      if (!file) return forget();
      setTried(file.name);
      run(file);
    },
    discard() {
      forget();
      empty();
    },
    remove: (id) => setFiles((others) => others.filter((one) => one.id !== id)),
  };
}

interface AttachProps {
  readonly attachments: Attachments;
}

/** The field for the next file, and the list of those that will be entered with the movement. */
export function AttachFiles({ attachments }: AttachProps): ReactElement {
  const { form: words } = useMessages(treasuryMessages);
  const { files, rejected } = attachments;
  return (
    <div>
      {files.length < MAX_ATTACHMENTS && (
        <FileField
          key={attachments.round}
          label={words.attach}
          accept="application/pdf,image/png,image/jpeg"
          error={rejected?.problem}
          hint={attachments.isOnItsWay ? words.attaching : words.attachHint}
          onFile={attachments.choose}
        />
      )}
      {rejected !== null && (
        <p className={css["rejected"]}>
          <Button small onClick={attachments.discard}>
            {fill(words.remove, { name: rejected.name })}
          </Button>
        </p>
      )}
      {files.length > 0 && (
        <ul className={css["files"]} aria-label={words.attached}>
          {files.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <Button small onClick={() => attachments.remove(id)}>
                {fill(words.remove, { name })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns the text for a rejected file, or the general one for any other failure. */
function fileProblem(general: string, error: unknown): string {
  const said = error instanceof ProblemAnswer ? error.details.fields["file"] : undefined;
  return said ?? general;
}
