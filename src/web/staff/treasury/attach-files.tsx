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

interface AttachProps {
  readonly files: readonly Attached[];
  readonly onFiles: (files: readonly Attached[]) => void;
}

/** Uploads each chosen file at once, and lists those that will be entered with the movement. */
export function AttachFiles({ files, onFiles }: AttachProps): ReactElement {
  const { form: words } = useMessages(treasuryMessages);
  // A new key empties the field, so that the same file can be chosen again.
  const [round, setRound] = useState(0);
  const upload = async (file: File): Promise<void> => {
    const { id, name } = await call(attach, { query: { fileName: file.name }, file });
    onFiles([...files, { id, name }]);
    setRound(round + 1);
  };
  const { busy, failed, run, forget } = useAction(upload, { textOf: fileProblem });
  return (
    <div>
      {files.length < MAX_ATTACHMENTS && (
        <FileField
          key={round}
          label={words.attach}
          accept="application/pdf,image/png,image/jpeg"
          error={failed ?? undefined}
          hint={busy ? words.attaching : words.attachHint}
          onFile={(file) => (file ? run(file) : forget())}
        />
      )}
      {files.length > 0 && (
        <ul className={css["files"]} aria-label={words.attached}>
          {files.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <Button small onClick={() => onFiles(files.filter((one) => one.id !== id))}>
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
