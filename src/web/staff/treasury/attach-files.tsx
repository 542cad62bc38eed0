import { type ReactElement, useRef, useState } from "react";
import { attach } from "#shared/contract/treasury/movements.ts";
import { fill } from "#shared/language.ts";
import { treasuryMessages } from "#shared/messages/treasury/treasury-sw.ts";
import { MAX_ATTACHMENTS } from "#shared/treasury-kinds.ts";
import { call } from "#web/lib/api.ts";
import { failureWords, ProblemAnswer } from "#web/lib/failure.ts";
import { useWords } from "#web/lib/language.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import css from "./treasury.module.css";

/** A file that was chosen for the movement being entered. */
interface ChosenFile {
  readonly key: number;
  readonly name: string;
  /** Null until it was attached. */
  readonly id: string | null;
  /** Why it was rejected; null if it was not. */
  readonly problem: string | null;
}

export interface Attachments {
  readonly files: readonly ChosenFile[];
  /** The identifiers of those that were attached. */
  readonly ids: readonly string[];
  readonly isOnItsWay: boolean;
  readonly isRejected: boolean;
  /** Uploads a file at once. */
  readonly choose: (file: File | null) => void;
  readonly remove: (key: number) => void;
}

/** Holds the files of the movement being entered. */
export function useAttachments(): Attachments {
  const words = useWords();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const chosen = useRef(0);
  const change = (key: number, to: Partial<ChosenFile>): void =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const upload = async (key: number, file: File): Promise<void> => {
    try {
      change(key, await call(attach, { query: { fileName: file.name }, file }));
    } catch (error) {
      change(key, { problem: fileProblem(failureWords(error, words), error) });
    }
  };
  return {
    files,
    ids: files.flatMap(({ id }) => id ?? []),
    isOnItsWay: files.some(isOnItsWay),
    isRejected: files.some(({ problem }) => problem !== null),
    choose(file) {
      if (file === null) return;
      const key = (chosen.current += 1);
      setFiles((others) => [...others, { key, name: file.name, id: null, problem: null }]);
      void upload(key, file);
    },
    remove: (key) => setFiles((all) => all.filter((one) => one.key !== key)),
  };
}

function isOnItsWay({ id, problem }: ChosenFile): boolean {
  return id === null && problem === null;
}

interface AttachProps {
  readonly attachments: Attachments;
}

/** The field for the next file, and the list of those that were chosen. */
export function AttachFiles({ attachments }: AttachProps): ReactElement {
  const { form: words } = useMessages(treasuryMessages);
  const { files } = attachments;
  return (
    <div>
      {files.length < MAX_ATTACHMENTS && (
        <FileField
          label={words.attach}
          accept="application/pdf,image/png,image/jpeg"
          error={undefined}
          hint={words.attachHint}
          onFile={attachments.choose}
          takesNext
        />
      )}
      {files.length > 0 && (
        <ul className={css["files"]} aria-label={words.attached}>
          {files.map((file) => (
            <li key={file.key}>
              <div>
                {file.name}
                <div className={css[file.problem === null ? "state" : "problem"]} role="status">
                  {isOnItsWay(file) && words.attaching}
                  {file.problem}
                </div>
              </div>
              <Button
                small
                aria-label={fill(words.remove, { name: file.name })}
                onClick={() => attachments.remove(file.key)}
              >
                {words.removeFile}
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
