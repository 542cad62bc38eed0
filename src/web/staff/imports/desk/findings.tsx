import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { entryKinds } from "#shared/contract/ledger/entry-kinds.ts";
import { faultsFile, findings as endpoint } from "#shared/contract/imports/desk.ts";
import { fill, type Language } from "#shared/language.ts";
import type { ImportReasonCode } from "#shared/messages/imports/reasons-en.ts";
import { formatKept } from "#shared/messages/imports/reasons.ts";
import type { ImportsWords } from "#shared/messages/imports/imports-en.ts";
import { callForFile } from "#web/lib/api.ts";
import { failureWords } from "#web/lib/failure.ts";
import { formatCount } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./imports.module.css";
import { columnWords, type Import } from "./import-data.ts";

type Finding = z.output<typeof endpoint.answer>["rows"][number];

/** At most this many findings are kept. */
const KEPT = 1000;
const PLACE = "import-findings";

/** Scrolls to the findings and moves the focus there. */
export function goToFindings(): void {
  const place = document.getElementById(PLACE);
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: "start" });
}

/** The findings by file, row and column, a page at a time, and the rows to download and fix. */
export function FindingsCard({ found }: { readonly found: Import }): ReactElement {
  const words = useMessages(importsMessages);
  const { findings: texts } = words;
  const { language } = useSpoken();
  const load = usePagedRequest(endpoint, { params: { importId: found.id } }, "after");
  return (
    <div id={PLACE} tabIndex={-1} className={css["place"]}>
      <Card title={texts.title}>
        <Loaded
          load={load}
          loading={texts.title}
          failed={texts.failed}
          skeleton={<SkeletonLines rows={6} />}
        >
          {({ pages, more }) => (
            <>
              <Table
                caption={texts.caption}
                columns={columnsOf(words, found, language)}
                rows={pages.flatMap(({ rows }) => rows)}
                rowKey={({ place }) => String(place)}
              />
              <EntryKinds rows={pages.flatMap(({ rows }) => rows)} />
              <Foot found={found} more={more} />
            </>
          )}
        </Loaded>
      </Card>
    </div>
  );
}

function columnsOf(words: ImportsWords, found: Import, language: Language): Column<Finding>[] {
  const { heads, ...said } = words.findings;
  const columns: Column<Finding>[] = [
    {
      head: heads.row,
      place: "howMuch",
      cell: ({ row }) => (
        <span className={css["rowNo"]}>
          {row === 0 ? said.whole : fill(said.rowLabel, { row: formatCount(row) })}
        </span>
      ),
    },
    {
      head: heads.column,
      place: "when",
      cell: ({ column }) => column && columnWords(words, column),
    },
    {
      head: heads.reason,
      place: "what",
      cell: ({ reason, given }) => formatKept(reason, given, language),
    },
  ];
  if (found.files.length < 2) return columns;
  const file: Column<Finding> = {
    head: heads.file,
    place: "reference",
    quiet: true,
    cell: ({ fileName }) => fileName,
  };
  return [...columns, file];
}

/** The known kinds of entry, where a file names an unknown one. */
function EntryKinds({ rows }: { readonly rows: readonly Finding[] }): ReactElement | null {
  const { findings: words } = useMessages(importsMessages);
  const unknown: ImportReasonCode = "cell.kind";
  if (!rows.some(({ reason }) => reason === unknown)) return null;
  return (
    <details className={css["kinds"]}>
      <summary>{words.entryKinds}</summary>
      <ul>
        {entryKinds.map((kind) => (
          <li key={kind}>
            <code>{kind}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface FootProps {
  readonly found: Import;
  readonly more: (() => void) | null;
}

function Foot({ found, more }: FootProps): ReactElement | null {
  const { findings: texts } = useMessages(importsMessages);
  const words = useWords();
  const faulty = found.state === "draft" ? found.files.filter((file) => file.findings > 0) : [];
  const download = async (file: string): Promise<void> => {
    try {
      saveFile(await callForFile(faultsFile, { params: { importId: found.id, file } }));
    } catch (error) {
      showToast({ kind: "failure", text: failureWords(error, words) });
    }
  };
  if (faulty.length === 0 && more === null) return null;
  return (
    <div className={card["foot"]}>
      {faulty.map((file) => (
        <Button
          key={file.id}
          small
          aria-label={fill(texts.downloadLabel, { name: file.name })}
          onClick={() => void download(file.id)}
        >
          {faulty.length > 1 ? fill(texts.downloadLabel, { name: file.name }) : texts.download}
        </Button>
      ))}
      {more && (
        <Button small onClick={more}>
          {texts.more}
        </Button>
      )}
      {found.findings > KEPT && (
        <span>{fill(texts.shown, { count: formatCount(found.findings) })}</span>
      )}
    </div>
  );
}
