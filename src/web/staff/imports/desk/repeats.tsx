import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { meanRepeats } from "#shared/contract/imports/corrections.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/figures.ts";
import { Button } from "#web/ui/button.tsx";
import { Tip } from "#web/ui/tip.tsx";
import css from "./imports.module.css";
import type { ImportFile } from "./import-data.ts";

interface RepeatsProps {
  readonly importId: string;
  readonly file: ImportFile;
  /** Whether the person may change the file as it is. */
  readonly mends: boolean;
  readonly onDone: () => void;
}

/** Says how many lines of a file are listed twice, and asks whether all of them are intended. */
export function Repeats({ importId, file, mends, onDone }: RepeatsProps): ReactElement {
  const { repeats: words } = useMessages(importsMessages);
  const count = file.repeats;
  const listed = count === 1 ? words.one : fill(words.many, { count: formatCount(count) });
  const { busy, failed, run } = useAction(async () => {
    await call(meanRepeats, { params: { importId, file: file.id }, body: { count } });
    onDone();
  });
  return (
    <div className={css["inset"]}>
      <Tip meaning="warn">
        {listed} {file.repeatsMeant ? words.meant : words.text}
      </Tip>
      {mends && !file.repeatsMeant && (
        <Button small blocked={busy} onClick={() => run()}>
          {words.confirm}
        </Button>
      )}
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </div>
  );
}
