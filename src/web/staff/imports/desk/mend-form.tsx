import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type FormEvent, type ReactElement, useRef, useState } from "react";
import type * as z from "zod/mini";
import { mend, preview as previewEndpoint } from "#shared/contract/imports/mending.ts";
import { upload } from "#shared/contract/imports/desk.ts";
import { fill } from "#shared/language.ts";
import type { ImportsWords } from "#shared/messages/imports/imports-en.ts";
import { call } from "#web/lib/api.ts";
import { failureWords, ProblemAnswer } from "#web/lib/failure.ts";
import { sayCount } from "#web/lib/figures.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { TABLE_FILES } from "#web/staff/imports/file-reading/reading-panel.tsx";
import css from "./imports.module.css";
import type { ImportFile } from "./one.tsx";

type Preview = z.output<typeof previewEndpoint.answer>;
type Way = "rows" | "whole";

interface MendProps {
  readonly importId: string;
  readonly file: ImportFile;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Uploads fixed rows or a whole new file, and shows the changes before it does. */
export function MendForm(props: MendProps): ReactElement {
  const { mend: said, mapping } = useMessages(importsMessages);
  const { sent, preview, way, setWay, busy, fault, choose, submit } = useMending(props);
  return (
    <form className={css["form"]} onSubmit={submit} noValidate>
      <FileField
        label={said.file}
        accept={TABLE_FILES}
        error={fault ?? undefined}
        hint={sent ? sent.name : said.fileHint}
        onFile={choose}
      />
      <div role="status">{busy && preview === null && <p>{said.looking}</p>}</div>
      {preview && <Ways file={props.file} preview={preview} way={way} onWay={setWay} said={said} />}
      <div className={css["actions"]}>
        <Button type="submit" look="primary" width="full-on-phones" blocked={busy || way === null}>
          {way === "whole" ? said.submitWhole : said.submit}
        </Button>
        <Button look="quiet" onClick={props.onCancel} blocked={busy}>
          {mapping.cancel}
        </Button>
      </div>
    </form>
  );
}

interface WaysProps {
  readonly file: ImportFile;
  readonly preview: Preview;
  readonly way: Way | null;
  readonly onWay: (way: Way) => void;
  readonly said: ImportsWords["mend"];
}

/** The two ways a file can be changed, each with what it would do. */
function Ways({ file, preview, way, onWay, said }: WaysProps): ReactElement {
  const { replaced, replacedCount, stays, rows } = preview;
  const listed = replaced.slice(0, 12).join(", ") + (replacedCount > 12 ? ", …" : "");
  const counts = { count: sayCount(replacedCount), rows: listed, stays: sayCount(stays) };
  const whole = { count: sayCount(rows), of: sayCount(file.rows) };
  const offered: readonly (readonly [Way, string])[] = [
    ...(preview.byRow ? [["rows", fill(said.rows, counts)] as const] : []),
    ["whole", fill(said.whole, whole)],
  ];
  return (
    <>
      {!preview.byRow && <Tip meaning="warn">{said.noNumbers}</Tip>}
      <fieldset className={css["ways"]}>
        <legend>{said.question}</legend>
        {offered.map(([one, text]) => (
          <label key={one}>
            <input
              type="radio"
              name="way"
              value={one}
              checked={way === one}
              onChange={() => onWay(one)}
            />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

function useMending({ importId, file, onDone }: MendProps) {
  const { mend: said } = useMessages(importsMessages);
  const words = useWords();
  const [sent, setSent] = useState<File | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [way, setWay] = useState<Way | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const latest = useRef<File | null>(null);
  const params = { importId, file: file.id };
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await work();
    } catch (error) {
      setFault(rowFault(error, said) ?? failureWords(error, words));
    } finally {
      setBusy(false);
    }
  };
  const choose = (chosen: File | null): void => {
    latest.current = chosen;
    setSent(chosen);
    setPreview(null);
    setWay(null);
    if (chosen === null) return;
    void during(async () => {
      const found = await call(previewEndpoint, { params, file: chosen });
      if (latest.current !== chosen) return;
      setPreview(found);
      if (found.byRow) setWay("rows");
    });
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy || sent === null || way === null) return;
    const query = { kind: file.kind, fileName: sent.name.slice(-120), into: importId };
    void during(async () => {
      if (way === "rows") await call(mend, { params, file: sent });
      else await call(upload, { query: { ...query, replaces: file.id }, file: sent });
      showToast({ kind: "success", text: said.done });
      onDone();
    });
  };
  return { sent, preview, way, setWay, busy, fault, choose, submit };
}

/** The problem of the first rejected row, with its number. */
function rowFault(error: unknown, said: ImportsWords["mend"]): string | null {
  if (!(error instanceof ProblemAnswer)) return null;
  const found = Object.entries(error.details.fields).find(([where]) => where.startsWith("row:"));
  if (found === undefined) return null;
  const [, row = "0"] = found[0].split(":");
  return row === "0" ? found[1] : fill(said.faultAt, { row, fault: found[1] });
}
