import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { list } from "#shared/contract/privacy/desk.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { StateBadge } from "#web/common/privacy/state-badge.tsx";
import { isOpen } from "#web/common/privacy/format.ts";
import { privacyRequestAddress } from "#web/staff/addresses.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListFile } from "../list-file.tsx";
import type { Officer } from "../officer.ts";
import css from "./privacy-desk.module.css";
import { useFormatRequest } from "./format.ts";

type Page = z.output<typeof list.answer>;
export type Listed = Page["rows"][number];
type Tab = "open" | "answered";

/** Open requests by due date, with late ones marked; or the answered ones. */
export function ListPage({ officer }: { readonly officer: Officer }): ReactElement {
  const words = useMessages(privacyDeskMessages);
  const [tab, setTab] = useState<Tab>("open");
  const load = usePagedRequest(list, { query: { tab } }, "after", { keepBefore: true });
  const first = load.state === "loaded" ? load.data.pages[0] : undefined;
  return (
    <>
      <PageHeader
        title={words.title}
        place="privacy-requests"
        lead={words.lead}
        actions={
          <div className={layout["row"]}>
            <ListFile list="privacy-requests" />
            {officer.may("privacy.handle") && (
              <LinkButton to={privacyRequestAddress("new")} look="primary">
                {words.take}
              </LinkButton>
            )}
          </div>
        }
      />
      <Card>
        <div className={css["tools"]}>
          <div role="group" aria-label={words.tabs} className={css["tabs"]}>
            {(["open", "answered"] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={tab === one}
                onClick={() => setTab(one)}
              >
                {words.tab[one]}
              </button>
            ))}
          </div>
          <p role="status">{first && fill(words.counts, { open: first.open, late: first.late })}</p>
        </div>
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={5} />}
        >
          {({ pages, more }) => (
            <Rows rows={pages.flatMap(({ rows }) => rows)} more={more} tab={tab} />
          )}
        </Loaded>
      </Card>
    </>
  );
}

interface RowsProps {
  readonly rows: readonly Listed[];
  readonly more: (() => void) | null;
  readonly tab: Tab;
}

function Rows({ rows, more, tab }: RowsProps): ReactElement {
  const words = useMessages(privacyDeskMessages);
  const columns = useColumns();
  if (rows.length === 0) {
    return (
      <EmptyState icon="lock" title={tab === "open" ? words.none : words.noneAnswered}>
        <p>{words.noneText}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Table caption={words.title} columns={columns} rows={rows} rowKey={({ id }) => id} />
      {more && (
        <div className={css["more"]}>
          <Button small onClick={more}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

function useColumns(): Column<Listed>[] {
  const { heads, late } = useMessages(privacyDeskMessages);
  const say = useFormatRequest();
  const { language } = useSpoken();
  return [
    {
      head: heads.asked,
      place: "what",
      cell: (row) => (
        <Link className={css["open"]} to={privacyRequestAddress(row.id)}>
          {say(row)}
        </Link>
      ),
    },
    {
      head: heads.member,
      place: "when",
      cell: ({ fullName, memberNo }) => `${fullName}, ${memberNo}`,
    },
    {
      head: heads.received,
      place: "reference",
      quiet: true,
      cardLabel: heads.received,
      cell: ({ receivedOn }) => formatDay(receivedOn, language),
    },
    {
      head: heads.due,
      place: "balance",
      cardLabel: heads.due,
      cell: (row) => (
        <span className={css["due"]}>
          {formatDay(row.dueOn, language)}
          {isOpen(row) && row.daysLeft < 0 && (
            <Badge meaning="bad" icon="warn">
              {late}
            </Badge>
          )}
        </span>
      ),
    },
    { head: heads.state, place: "more", cell: ({ state }) => <StateBadge state={state} /> },
  ];
}
