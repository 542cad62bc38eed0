import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { fileReadingMessages } from "#shared/messages/kernel/file-reading-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { remove } from "#shared/contract/imports/desk.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/figures.ts";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { Card } from "#web/ui/card.tsx";
import { showFailure } from "#web/ui/toast.tsx";
import css from "./imports.module.css";
import { letterOf, samplesOf } from "#web/staff/imports/file-reading/column-choice.tsx";
import { Skipped } from "#web/staff/imports/file-reading/reading-panel.tsx";
import { LookAlike } from "./repeated-file-warning.tsx";
import { CorrectionForm } from "./correction-form.tsx";
import { Repeats } from "./repeats.tsx";
import { columnWords, type Import, type ImportFile, useRenewImports } from "./import-data.ts";
import { MappingForm } from "./mapping.tsx";

interface FileProps {
  readonly found: Import;
  readonly file: ImportFile;
  /** Whether the viewer may change it in its state. */
  readonly mends: boolean;
}

/** One file: the mapping of its columns, first to choose and then to read. */
export function FileCard({ found, file, mends }: FileProps): ReactElement {
  const { file: words, kinds } = useMessages(importsMessages);
  const [open, setOpen] = useState<"mapping" | "replacing" | null>(null);
  const renew = useRenewImports();
  const close = (): void => setOpen(null);
  const renewed = (): void => {
    close();
    void renew();
  };
  const isMapped = file.mapping === "chosen";
  const rows =
    file.rows === 1 ? words.rowsOne : fill(words.rows, { count: formatCount(file.rows) });
  const chooses = mends && (!isMapped || open === "mapping");
  return (
    <Card title={file.name} link={<span className={css["note"]}>{rows}</span>}>
      <p className={css["kind"]}>{kinds[file.kind]}</p>
      {chooses ? (
        <MappingForm
          importId={found.id}
          file={file}
          onDone={renewed}
          onCancel={isMapped ? close : undefined}
        />
      ) : (
        <Columns file={file} />
      )}
      {!chooses && file.reading.skipped.length > 0 && (
        <div className={css["inset"]}>
          <Skipped reading={file.reading} />
        </div>
      )}
      {file.repeats > 0 && (
        <Repeats importId={found.id} file={file} mends={mends} onDone={renewed} />
      )}
      {mends && file.lookAlike !== "no" && (
        <LookAlike importId={found.id} file={file} onDone={renewed} />
      )}
      {mends && open === "replacing" && (
        <div className={css["inset"]}>
          <CorrectionForm importId={found.id} file={file} onDone={renewed} onCancel={close} />
        </div>
      )}
      {mends && open !== "replacing" && (
        <div className={card["foot"]}>
          {isMapped && open === null && (
            <Button
              small
              aria-label={fill(words.changeLabel, { name: file.name })}
              onClick={() => setOpen("mapping")}
            >
              {words.change}
            </Button>
          )}
          <Button
            small
            aria-label={fill(words.replaceLabel, { name: file.name })}
            onClick={() => setOpen("replacing")}
          >
            {words.replace}
          </Button>
          <Remove found={found} file={file} />
        </div>
      )}
    </Card>
  );
}

function Remove({ found, file }: Omit<FileProps, "mends">): ReactElement {
  const { file: words } = useMessages(importsMessages);
  const renew = useRenewImports();
  const removeFile = async (): Promise<void> => {
    const params = { importId: found.id, file: file.id };
    await call(remove, { params, body: {} }).finally(() => void renew());
  };
  const { busy, run } = useAction(removeFile, { onFailure: showFailure });
  return (
    <Button
      small
      look="quiet"
      blocked={busy}
      aria-label={fill(words.removeLabel, { name: file.name })}
      onClick={() => run()}
    >
      {words.remove}
    </Button>
  );
}

/** Our columns with the source column of each, and its first rows. */
function Columns({ file }: { readonly file: ImportFile }): ReactElement {
  const words = useMessages(importsMessages);
  const reading = useMessages(fileReadingMessages);
  const chosen = file.columns.filter(({ place }) => place !== -1);
  return (
    <dl className={css["read"]} aria-label={words.file.columns}>
      {chosen.map(({ name, place }) => {
        const column = file.header[place] || reading.nameless;
        const from = `${letterOf(place)}: ${column}`;
        return (
          <div key={name}>
            <dt>
              {columnWords(words, name)}
              <small>{fill(words.file.from, { column: from })}</small>
            </dt>
            <dd>{samplesOf(file, place)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
