import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { meanRepeats } from "#shared/contract/imports/mending.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { failureWords } from "#web/lib/failure.ts";
import { sayCount } from "#web/lib/figures.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Tip } from "#web/ui/tip.tsx";
import css from "./imports.module.css";
import type { ImportFile } from "./one.tsx";

interface RepeatsProps {
  readonly importId: string;
  readonly file: ImportFile;
  /** Whether the person may change the file as it is. */
  readonly mends: boolean;
  readonly onDone: () => void;
}

/** Says how many lines of a file are listed twice, and asks whether all of them are intended. */
export function Repeats({ importId, file, mends, onDone }: RepeatsProps): ReactElement {
  const { repeats: said } = useMessages(importsMessages);
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const count = file.repeats;
  const listed = count === 1 ? said.one : fill(said.many, { count: sayCount(count) });
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailed("");
    try {
      await call(meanRepeats, { params: { importId, file: file.id }, body: { count } });
      onDone();
    } catch (error) {
      setFailed(failureWords(error, words));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css["inset"]}>
      <Tip meaning="warn">
        {listed} {file.repeatsMeant ? said.meant : said.text}
      </Tip>
      {mends && !file.repeatsMeant && (
        <Button small blocked={busy} onClick={() => void confirm()}>
          {said.confirm}
        </Button>
      )}
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </div>
  );
}
