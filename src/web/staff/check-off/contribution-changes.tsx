import { checkOffAdviceMessages } from "#shared/messages/check-off/advice-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { contributionChanges } from "#shared/contract/check-off/advice.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { recordAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListFile } from "../list-file.tsx";

type Row = z.output<typeof contributionChanges.answer>["rows"][number];

/** The monthly contributions that members changed, the latest first, on the page or as a file. */
export function ContributionChanges(): ReactElement {
  const { changes: words } = useMessages(checkOffAdviceMessages);
  const load = usePagedRequest(contributionChanges, {}, "before");
  return (
    <Card title={words.title} link={<ListFile list="contribution-changes" />}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={4} />}
      >
        {({ pages, more }) => <Rows rows={pages.flatMap(({ rows }) => rows)} more={more} />}
      </Loaded>
    </Card>
  );
}

interface RowsProps {
  readonly rows: readonly Row[];
  readonly more: (() => void) | null;
}

function Rows({ rows, more }: RowsProps): ReactElement {
  const { changes: words } = useMessages(checkOffAdviceMessages);
  const columns = useColumns();
  if (rows.length === 0) {
    return (
      <EmptyState icon="tray" title={words.none}>
        <p>{words.noneText}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Table caption={words.title} rows={rows} rowKey={({ id }) => id} columns={columns} />
      {more && (
        <div className={card["foot"]}>
          <Button small onClick={more}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { changes: words } = useMessages(checkOffAdviceMessages);
  const { language } = useSpoken();
  return [
    {
      head: words.member,
      place: "what",
      cell: ({ memberNo, member }) => (
        <>
          <Link to={recordAddress(memberNo)}>{memberNo}</Link> {member}
        </>
      ),
    },
    {
      head: words.from,
      place: "when",
      cell: ({ month }) => formatDay(month, language, "monthYear"),
    },
    {
      head: words.before,
      place: "balance",
      number: true,
      cardLabel: words.before,
      cell: ({ before }) => (before === undefined ? "" : money(before)),
    },
    {
      head: words.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
    {
      head: words.decided,
      place: "reference",
      quiet: true,
      cell: ({ date, time }) => `${formatDay(date, language)}, ${time}`,
    },
    { head: words.state, place: "more", cell: ({ state }) => words.states[state] },
  ];
}
