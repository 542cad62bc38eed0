import { payoutsMessages } from "#shared/messages/payouts/payouts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { file, files } from "#shared/contract/payouts/desk.ts";
import { fill, type Language } from "#shared/language.ts";
import type { PayoutWords } from "#shared/messages/payouts/payouts-en.ts";
import { callForFile } from "#web/lib/api.ts";
import { failureWords } from "#web/lib/failure.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { saveFile } from "#web/lib/save-file.ts";
import { approvalAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Officer } from "../officer.ts";
import { type ActorLabel, useActorLabel } from "../actor-label.ts";
import css from "#web/ui/desk-page.module.css";
import { ResultsDialog } from "./results.tsx";

type Row = z.output<typeof files.answer>["rows"][number];

/** The latest files, each with buttons to download it again and to upload its results. */
export function FilesCard({ officer }: { readonly officer: Officer }): ReactElement {
  const { files: words } = useMessages(payoutsMessages);
  const load = useRequest(files);
  return (
    <Card title={words.title}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={3} />}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon="tray" title={words.none}>
              <p>{words.noneText}</p>
            </EmptyState>
          ) : (
            <Files rows={rows} sends={officer.may("payouts.send")} />
          )
        }
      </Loaded>
    </Card>
  );
}

interface FilesProps {
  readonly rows: readonly Row[];
  readonly sends: boolean;
}

function Files({ rows, sends }: FilesProps): ReactElement {
  const words = useMessages(payoutsMessages);
  const { language } = useSpoken();
  const actorLabel = useActorLabel();
  const [brings, setBrings] = useState<string | null>(null);
  return (
    <>
      <Table
        caption={words.files.caption}
        columns={columnsOf(words, language, { actorLabel, onBring: sends ? setBrings : null })}
        rows={rows}
        rowKey={({ id }) => id}
      />
      {brings !== null && <ResultsDialog id={brings} onClose={() => setBrings(null)} />}
    </>
  );
}

type OnBring = (id: string) => void;

function columnsOf(
  { files: words }: PayoutWords,
  language: Language,
  { actorLabel, onBring }: { readonly actorLabel: ActorLabel; readonly onBring: OnBring | null },
): Column<Row>[] {
  const { heads } = words;
  const columns: Column<Row>[] = [
    { head: heads.file, place: "what", cell: ({ id }) => `${heads.file} ${id}` },
    {
      head: heads.made,
      place: "when",
      quiet: true,
      cell: ({ madeBy, madeAt }) =>
        fill(words.by, {
          by: actorLabel(madeBy),
          moment: formatMoment(madeAt, language),
        }),
    },
    {
      head: heads.payments,
      place: "balance",
      number: true,
      cardLabel: heads.payments,
      cell: ({ payments }) => formatCount(payments),
    },
    {
      head: heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
    {
      head: heads.results,
      place: "reference",
      cell: (row) => <Results row={row} words={words} />,
    },
  ];
  if (onBring === null) return columns;
  const acts = ({ id }: Row) => <Acts id={id} onBring={() => onBring(id)} />;
  return [...columns, { head: heads.act, place: "more", cell: acts }];
}

interface FileResultsProps {
  readonly row: Row;
  readonly words: PayoutWords["files"];
}

/** The outcome of a file's payments, and whether results wait for another person. */
function Results({ row, words }: FileResultsProps): ReactElement {
  const { paid, failed, open, approvalId, setAside } = row;
  const counted = { paid: formatCount(paid), failed: formatCount(failed), open: formatCount(open) };
  return (
    <span className={css["why"]}>
      {fill(words.result, counted)}
      {setAside > 0 && <>. {fill(words.setAside, { count: formatCount(setAside) })}</>}
      {approvalId !== "" && (
        <>
          . <Link to={approvalAddress(approvalId)}>{words.waits}</Link>
        </>
      )}
    </span>
  );
}

interface ActsProps {
  readonly id: string;
  readonly onBring: () => void;
}

function Acts({ id, onBring }: ActsProps): ReactElement {
  const all = useWords();
  const { files: words } = useMessages(payoutsMessages);
  const download = async (): Promise<void> => {
    try {
      saveFile(await callForFile(file, { params: { id } }));
    } catch (error) {
      showToast({ kind: "failure", text: failureWords(error, all) });
    }
  };
  return (
    <span className={css["acts"]}>
      <Button small aria-label={fill(words.downloadOf, { id })} onClick={() => void download()}>
        {words.download}
      </Button>
      <Button small aria-label={fill(words.bringOf, { id })} onClick={onBring}>
        {words.bring}
      </Button>
    </span>
  );
}
