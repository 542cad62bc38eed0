import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { mend, preview as previewEndpoint } from "#shared/contract/imports/corrections.ts";
import { upload } from "#shared/contract/imports/desk.ts";
import { fill } from "#shared/language.ts";
import type { ImportsWords } from "#shared/messages/imports/imports-en.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { failureWords, ProblemAnswer } from "#web/lib/failure.ts";
import { formatCount } from "#web/lib/figures.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { TABLE_FILES } from "#web/staff/imports/file-reading/reading-panel.tsx";
import css from "./imports.module.css";
import type { ImportFile } from "./import-data.ts";

type Preview = z.output<typeof previewEndpoint.answer>;
type Way = "rows" | "whole";

interface CorrectionProps {
  readonly importId: string;
  readonly file: ImportFile;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Uploads corrected rows or a whole new file, after showing the changes. */
export function CorrectionForm(props: CorrectionProps): ReactElement {
  const { mend: words, mapping } = useMessages(importsMessages);
  const { sent, preview, way, setWay, busy, fault, choose, submit } = useCorrections(props);
  return (
    <form className={css["form"]} onSubmit={submit} noValidate>
      <FileField
        label={words.file}
        accept={TABLE_FILES}
        error={fault ?? undefined}
        hint={sent ? sent.name : words.fileHint}
        onFile={choose}
      />
      <div role="status">{busy && preview === null && <p>{words.looking}</p>}</div>
      {preview && (
        <Ways file={props.file} preview={preview} way={way} onWay={setWay} said={words} />
      )}
      <div className={css["actions"]}>
        <Button type="submit" look="primary" width="full-on-phones" blocked={busy || way === null}>
          {way === "whole" ? words.submitWhole : words.submit}
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
  const counts = { count: formatCount(replacedCount), rows: listed, stays: formatCount(stays) };
  const whole = { count: formatCount(rows), of: formatCount(file.rows) };
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

interface Choice {
  /** A file that was changed on the disk and chosen again counts as another file. */
  readonly number: number;
  readonly file: File | null;
}

function useCorrections({ importId, file, onDone }: CorrectionProps) {
  const { mend: texts } = useMessages(importsMessages);
  const words = useWords();
  const [choice, setChoice] = useState<Choice>({ number: 0, file: null });
  const [chosenWay, setWay] = useState<Way | null>(null);
  const { file: sent } = choice;
  const params = { importId, file: file.id };
  const textOf = (general: string, error: unknown): string => rowFault(error, texts) ?? general;
  // Another file may be chosen while one is being checked; only the last one counts.
  const looking = useQuery({
    queryKey: [previewEndpoint.path, params, choice.number],
    queryFn: ({ signal }) => call(previewEndpoint, { params, file: choice.file as File, signal }),
    enabled: choice.file !== null,
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const way = chosenWay ?? (looking.data?.byRow ? "rows" : null);
  const send = async ({ chosen, how }: { chosen: File; how: Way }): Promise<void> => {
    const query = { kind: file.kind, fileName: chosen.name.slice(-120), into: importId };
    if (how === "rows") await call(mend, { params, file: chosen });
    else await call(upload, { query: { ...query, replaces: file.id }, file: chosen });
    showToast({ kind: "success", text: texts.done });
    onDone();
  };
  const sending = useAction(send, { textOf });
  const choose = (chosen: File | null): void => {
    setChoice({ number: choice.number + 1, file: chosen });
    setWay(null);
    sending.forget();
  };
  const busy = looking.isFetching || sending.busy;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy || sent === null || way === null) return;
    sending.run({ chosen: sent, how: way });
  };
  const unread = looking.error && textOf(failureWords(looking.error, words), looking.error);
  const fault = unread ?? sending.failed;
  return { sent, preview: looking.data ?? null, way, setWay, busy, fault, choose, submit };
}

/** The problem of the first rejected row, with its number. */
function rowFault(error: unknown, words: ImportsWords["mend"]): string | null {
  if (!(error instanceof ProblemAnswer)) return null;
  const found = Object.entries(error.details.fields).find(([where]) => where.startsWith("row:"));
  if (found === undefined) return null;
  const [, row = "0"] = found[0].split(":");
  return row === "0" ? found[1] : fill(words.faultAt, { row, fault: found[1] });
}
