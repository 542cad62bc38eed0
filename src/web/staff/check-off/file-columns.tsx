import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { fileReadingMessages } from "#shared/messages/kernel/file-reading-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import {
  type CheckOffColumn,
  preview as previewEndpoint,
} from "#shared/contract/check-off/reading.ts";
import { call } from "#web/lib/api.ts";
import { ColumnChoice, NONE } from "#web/staff/imports/file-reading/column-choice.tsx";
import {
  type FilePreviewState,
  type LookAt,
  useFilePreview,
} from "#web/staff/imports/file-reading/file-preview.ts";
import { ReadingPanel } from "#web/staff/imports/file-reading/reading-panel.tsx";
import css from "./check-off.module.css";

type Looked = z.output<typeof previewEndpoint.answer>;
const preview: LookAt<Looked> = (file, query) => call(previewEndpoint, { query, file });

/** Previews each check-off file when it is chosen. */
export const useCheckOffPreview = (onFault: (error: unknown) => void) =>
  useFilePreview<CheckOffColumn, Looked>(preview, onFault);

interface ColumnsProps {
  readonly file: File;
  readonly looked: FilePreviewState<CheckOffColumn, Looked>;
}

/** Shows how the file is read, and lets the user map its columns. */
export function FileColumns({ file, looked }: ColumnsProps): ReactElement | null {
  const { add } = useMessages(checkOffMessages);
  const words = useMessages(fileReadingMessages);
  const { seen, places, missing, begin, choose } = looked;
  if (seen === null) return null;
  return (
    <>
      <ReadingPanel file={seen} onRead={(chosen) => begin(file, chosen)} />
      <p>{seen.isRemembered ? add.remembered : add.proposed}</p>
      <div className={css["two"]}>
        {seen.columns.map(({ name, needed }) => (
          <ColumnChoice
            key={name}
            label={add.columns[name]}
            needed={needed}
            file={seen}
            bind={{
              name,
              value: places[name] ?? NONE,
              error: missing.includes(name) ? words.missing : undefined,
              onValue: (place) => choose(name, place),
            }}
          />
        ))}
      </div>
    </>
  );
}
