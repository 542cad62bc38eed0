import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { type ImportKind, importKinds, sample, upload } from "#shared/contract/imports/desk.ts";
import { fill } from "#shared/language.ts";
import { call, callForFile } from "#web/lib/api.ts";
import { failureWords, ProblemAnswer } from "#web/lib/failure.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { TABLE_FILES } from "#web/staff/imports/file-reading/reading-panel.tsx";
import css from "./imports.module.css";

interface UploadProps {
  /** The import it is added to; a new one where there is none. */
  readonly into?: string;
  readonly onTaken: (id: string) => void;
  readonly onCancel?: () => void;
}

/** Uploads one file; anything that is not a table is rejected, and nothing chosen is lost. */
export function UploadForm({ into, onTaken, onCancel }: UploadProps): ReactElement {
  const { add, mapping, kinds } = useMessages(importsMessages);
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const form = useForm<"kind" | "fileName">({
    names: ["kind", "fileName"],
    starting: { kind: importKinds[0] },
    check: ({ fileName }) => {
      if (file === null) return { fileName: add.choose };
      return /\.(ods|numbers|pdf|docx?)$/i.test(fileName) ? { fileName: add.notTable } : {};
    },
    async send({ kind, fileName }) {
      setFault(null);
      if (file === null) return;
      const query = { kind, fileName, into };
      try {
        onTaken((await call(upload, { query, file })).id);
      } catch (error) {
        setFault(faultIn(error));
        throw error;
      }
    },
  });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    setFault(null);
    form.bind("fileName").onValue(chosen?.name.slice(-120) ?? "");
  };
  const size = Math.max(1, Math.round((file?.size ?? 0) / 1024));
  const offered = Object.fromEntries(importKinds.map((kind) => [kind, kinds[kind]]));
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <Select label={add.kind} bind={form.bind("kind")} options={offered} />
      <Sample kind={form.values.kind as ImportKind} />
      <FileField
        label={add.file}
        accept={TABLE_FILES}
        error={form.bind("fileName").error ?? fault ?? undefined}
        hint={file ? fill(add.chosen, { name: file.name, size }) : add.fileHint}
        onFile={choose}
      />
      {form.alert && fault === null && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["actions"]}>
        <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
          {form.busy ? add.busy : add.submit}
        </Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel} blocked={form.busy}>
            {mapping.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The messages about the file as a whole, shown next to it. */
function faultIn(error: unknown): string | null {
  if (!(error instanceof ProblemAnswer)) return null;
  const found = Object.entries(error.details.fields).find(([where]) => where.startsWith("row:"));
  return found?.[1] ?? null;
}

function Sample({ kind }: { readonly kind: ImportKind }): ReactElement {
  const { add } = useMessages(importsMessages);
  const words = useWords();
  const download = async (): Promise<void> => {
    try {
      saveFile(await callForFile(sample, { params: { kind } }));
    } catch (error) {
      showToast({ kind: "failure", text: failureWords(error, words) });
    }
  };
  return (
    <div className={css["actions"]}>
      <Button small onClick={() => void download()}>
        {add.sample}
      </Button>
    </div>
  );
}
