import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useEffectEvent } from "react";
import type * as z from "zod/mini";
import { review as endpoint, reviewFile } from "#shared/contract/check-off/review.ts";
import { fill } from "#shared/language.ts";
import type { CheckOffWords } from "#shared/messages/check-off/check-off-en.ts";
import { callForFile } from "#web/lib/api.ts";
import { failureWords } from "#web/lib/failure.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useActorLabel } from "../actor-label.ts";
import { type Batch, useRefresh } from "./batch-data.ts";
import css from "./check-off.module.css";

export type Reviewed = z.output<typeof endpoint.answer>["rows"][number];

/** Lists the lines that were not clearly matched, with who is credited and who decided it. */
export function ReviewCard({ batch }: { readonly batch: Batch }): ReactElement {
  const words = useMessages(checkOffMessages);
  const { review: texts } = words;
  const params = { batch: batch.id };
  const load = usePagedRequest(endpoint, { params }, "after");
  useSameFile(batch, load.state === "loaded" ? load.data.pages : []);
  return (
    <>
      <div className={css["actions"]}>
        <span>{formatReview(batch.review, texts)}</span>
        <Download id={batch.id} />
      </div>
      <Card>
        <Loaded
          load={load}
          loading={texts.title}
          failed={texts.failed}
          skeleton={<SkeletonLines rows={8} />}
        >
          {({ pages, more }) => (
            <Rows rows={pages.flatMap(({ rows }) => rows)} more={more} words={words} />
          )}
        </Loaded>
      </Card>
    </>
  );
}

/** Reloads the file and its lines where one was read before a change and the other after. */
function useSameFile({ print }: Batch, pages: readonly { readonly print: string }[]): void {
  const refresh = useRefresh();
  const differs = pages.some((page) => page.print !== print);
  const refreshNow = useEffectEvent(refresh);
  useEffect(() => {
    if (differs) refreshNow();
  }, [differs]);
}

/** Says how many lines were not clearly matched, and their total. */
export function formatReview(
  { lines, amount }: Batch["review"],
  words: CheckOffWords["review"],
): string {
  if (lines === 0) return words.allMatched;
  const values = { count: formatCount(lines), amount: money(amount) };
  return fill(lines === 1 ? words.leadOne : words.lead, values);
}

/** Says where one part of a line goes and who is credited. */
export function formatCredited(part: Reviewed["parts"][number], words: CheckOffWords): string {
  const { batch: texts, destinations, review } = words;
  if (part.to === "suspense") return destinations.suspense;
  const where = part.to === "loan" ? fill(texts.loan, part) : destinations[part.to];
  return fill(review.credited, { where, memberNo: part.memberNo, member: part.member });
}

function Download({ id }: { readonly id: string }): ReactElement {
  const { review: texts } = useMessages(checkOffMessages);
  const words = useWords();
  const download = async (): Promise<void> => {
    try {
      saveFile(await callForFile(reviewFile, { params: { batch: id } }));
    } catch (error) {
      showToast({ kind: "failure", text: failureWords(error, words) });
    }
  };
  return (
    <Button small onClick={() => void download()}>
      {texts.download}
    </Button>
  );
}

interface RowsProps {
  readonly rows: readonly Reviewed[];
  readonly more: (() => void) | null;
  readonly words: CheckOffWords;
}

function Rows({ rows, more, words }: RowsProps): ReactElement {
  const { review: texts, batch } = words;
  if (rows.length === 0) {
    return (
      <EmptyState icon="check" title={texts.none}>
        <p>{texts.allMatched}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption={texts.title}
        columns={columnsOf(words)}
        rows={rows}
        rowKey={({ row }) => String(row)}
      />
      {more && (
        <div className={card["foot"]}>
          <Button small onClick={more}>
            {batch.more}
          </Button>
        </div>
      )}
    </>
  );
}

function columnsOf(words: CheckOffWords): Column<Reviewed>[] {
  const { batch: texts, review } = words;
  return [
    {
      head: texts.heads.row,
      place: "balance",
      number: true,
      quiet: true,
      cardLabel: texts.heads.row,
      cell: ({ row }) => formatCount(row),
    },
    {
      head: review.heads.inFile,
      place: "what",
      cell: ({ memberNo, member, note }) => (
        <>
          {memberNo}
          <span className={css["name"]}>{member || texts.unknown}</span>
          {note && <span className={css["name"]}>{note}</span>}
        </>
      ),
    },
    {
      head: review.heads.credited,
      place: "reference",
      cell: (line) => <Credited line={line} words={words} />,
    },
    {
      head: review.heads.decided,
      place: "when",
      cell: (line) => <Decided line={line} words={words} />,
    },
    { head: texts.heads.amount, place: "howMuch", number: true, cell: (l) => money(l.amount) },
  ];
}

interface CellProps {
  readonly line: Reviewed;
  readonly words: CheckOffWords;
}

function Credited({ line, words }: CellProps): ReactElement {
  const isWhole = line.parts.length === 1;
  return (
    <ul className={css["parts"]}>
      {line.parts.map((part) => {
        const text = formatCredited(part, words);
        return (
          <li key={`${part.to} ${part.loanNo} ${part.memberNo}`}>
            {isWhole ? text : `${text}: ${money(part.amount)}`}
          </li>
        );
      })}
      {line.another && (
        <li>
          <Badge meaning="warn" icon="swap">
            {words.review.another}
          </Badge>
        </li>
      )}
    </ul>
  );
}

function Decided({ line, words }: CellProps): ReactElement {
  const actorLabel = useActorLabel();
  const { language } = useSpoken();
  const { review: texts, reasons } = words;
  if (line.decidedBy === "") return <>{reasons[line.reason]}</>;
  const when = line.decidedAt === "" ? "" : formatMoment(line.decidedAt, language);
  return (
    <>
      {fill(texts.decidedBy, { who: actorLabel(line.decidedBy), when })}
      <span className={css["name"]}>{reasons[line.reason]}</span>
    </>
  );
}
