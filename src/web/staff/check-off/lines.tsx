import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { lines as endpoint } from "#shared/contract/check-off/files.ts";
import { fill } from "#shared/language.ts";
import type { CheckOffWords } from "#shared/messages/check-off/check-off-en.ts";
import { fromWireAmount } from "#shared/money.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { Money } from "#web/ui/money.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Officer } from "../officer.ts";
import { type ActorLabel, useActorLabel } from "../actor-label.ts";
import type { Batch } from "./batch-data.ts";
import css from "./check-off.module.css";
import { DecisionDialog } from "./decision.tsx";
import { ReversePlacement } from "./reverse-placement.tsx";
import { Where } from "./line-destinations.tsx";

export type Line = z.output<typeof endpoint.answer>["rows"][number];

interface LinesProps {
  readonly batch: Batch;
  readonly state: "matched" | "ambiguous" | "unmatched" | "decided" | "suspense";
  /** The total of the lines. */
  readonly sum: number;
  readonly officer: Officer;
}

/** The lines of a file in one state, a page at a time. */
export function LinesCard(props: LinesProps): ReactElement {
  const { batch: words } = useMessages(checkOffMessages);
  const { batch, state } = props;
  const load = usePagedRequest(
    endpoint,
    { params: { batch: batch.id }, query: { state } },
    "after",
  );
  return (
    <Card>
      <Loaded
        load={load}
        loading={words.lines}
        failed={words.linesFailed}
        skeleton={<SkeletonLines rows={8} />}
      >
        {({ pages, more }) => (
          <Rows {...props} rows={pages.flatMap(({ rows }) => rows)} more={more} />
        )}
      </Loaded>
    </Card>
  );
}

interface RowsProps extends LinesProps {
  readonly rows: readonly Line[];
  readonly more: (() => void) | null;
}

function Rows({ batch, state, sum, officer, rows, more }: RowsProps): ReactElement {
  const actorLabel = useActorLabel();
  const words = useMessages(checkOffMessages);
  const [open, setOpen] = useState<Line | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const [settled, setSettled] = useState<number | null>(null);
  useFocusAfter(place, rows, settled);
  const decides = batch.state === "prepared" && officer.may("checkoff.prepare");
  const places = batch.state === "posted" && officer.may("checkoff.place");
  const act = state === "suspense" ? places : decides;
  return (
    <div ref={place} tabIndex={-1}>
      {rows.length === 0 ? (
        <EmptyState icon="check" title={words.batch.none}>
          <p>{words.batch.noneText}</p>
        </EmptyState>
      ) : (
        <Table
          caption={words.batch[state]}
          columns={columnsOf(words, batch.id, { actorLabel, open: act ? setOpen : null })}
          rows={rows}
          rowKey={({ row }) => String(row)}
        />
      )}
      {rows.length > 0 && (
        <div className={card["foot"]}>
          <span>
            {words.batch.heads.amount} <Money amount={fromWireAmount(sum)} />
          </span>
          {more && (
            <Button small onClick={more}>
              {words.batch.more}
            </Button>
          )}
        </div>
      )}
      {open && (
        <DecisionDialog
          batch={batch}
          line={open}
          onClose={() => setOpen(null)}
          onDone={() => setSettled(open.row)}
        />
      )}
    </div>
  );
}

/** Whether a line is neither placed nor has a proposal. */
function isOpen({ placed, proposed }: Line): boolean {
  return placed === "" && proposed === undefined;
}

/** Once a settled line has left the list, the focus goes to the next one so that it is not lost. */
function useFocusAfter(
  place: { readonly current: HTMLDivElement | null },
  rows: readonly Line[],
  settled: number | null,
): void {
  useEffect(() => {
    if (settled === null || rows.some((line) => line.row === settled && isOpen(line))) return;
    if (document.activeElement !== document.body) return;
    const buttons = place.current?.querySelectorAll<HTMLElement>("td button") ?? [];
    const next = rows.filter(isOpen).findIndex(({ row }) => row > settled);
    (buttons[Math.max(0, next)] ?? place.current)?.focus();
  }, [place, rows, settled]);
}

function columnsOf(
  words: CheckOffWords,
  id: string,
  {
    actorLabel,
    open,
  }: { readonly actorLabel: ActorLabel; readonly open: ((line: Line) => void) | null },
): Column<Line>[] {
  const { heads, ...said } = words.batch;
  const columns: Column<Line>[] = [
    {
      head: heads.row,
      place: "balance",
      number: true,
      quiet: true,
      cardLabel: heads.row,
      cell: ({ row }) => formatCount(row),
    },
    {
      head: heads.member,
      place: "what",
      cell: ({ memberNo, member }) => (
        <>
          {memberNo}
          <span className={css["name"]}>{member || said.unknown}</span>
        </>
      ),
    },
    { head: heads.note, place: "noPhone", quiet: true, cell: ({ note }) => note },
    {
      head: heads.why,
      place: "when",
      cell: ({ reason, decidedBy, repeats }) => (
        <>
          {words.reasons[reason]}
          {repeats > 0 && (
            <span className={css["name"]}>{fill(said.repeated, { row: repeats })}</span>
          )}
          {decidedBy && (
            <span className={css["name"]}>
              {fill(said.decidedBy, { by: actorLabel(decidedBy) })}
            </span>
          )}
        </>
      ),
    },
    { head: heads.where, place: "reference", cell: (line) => <Where line={line} /> },
    {
      head: heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
  ];
  if (open === null) return columns;
  return [
    ...columns,
    {
      head: heads.act,
      place: "more",
      cell: (line) =>
        isOpen(line) ? <Act line={line} open={open} /> : <ReversePlacement id={id} line={line} />,
    },
  ];
}

interface ActProps {
  readonly line: Line;
  readonly open: (line: Line) => void;
}

function Act({ line, open }: ActProps): ReactElement {
  const { batch: words } = useMessages(checkOffMessages);
  const isHeld = line.parts.some(({ to }) => to === "suspense");
  const isSettled = !isHeld && (line.state === "matched" || line.state === "decided");
  const label = fill(isSettled ? words.changeRow : words.settleRow, { row: line.row });
  return (
    <Button
      small
      aria-label={label}
      onClick={() => open(line)}
      look={isSettled ? "quiet" : "outline"}
    >
      {isSettled ? words.change : words.settle}
    </Button>
  );
}
