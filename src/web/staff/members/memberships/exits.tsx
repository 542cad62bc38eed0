import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { type ExitState, list } from "#shared/contract/exits/settlement.ts";
import { EXIT_DAYS } from "#shared/exit-deadline.ts";
import { fill, type Language } from "#shared/language.ts";
import type { MembershipWords } from "#shared/messages/members/membership-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { exitAddress, exitsAddress } from "#web/staff/addresses.ts";
import { type ExitTab, exitTabs, useParameters } from "#web/staff/parameters.ts";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListFile } from "#web/staff/list-file.tsx";
import css from "./memberships.module.css";

type Row = z.output<typeof list.answer>["rows"][number];

const looks = {
  asked: { icon: "clock", meaning: "info" },
  approved: { icon: "clock", meaning: "warn" },
  paid: { icon: "check", meaning: "ok" },
  withdrawn: { icon: "cross" },
} as const;

/** The state of an exit, as label and icon. */
export function ExitBadge({ state }: { readonly state: ExitState }): ReactElement {
  const { exit } = useMessages(membershipMessages);
  return <Badge {...looks[state]}>{exit.states[state]}</Badge>;
}

/** Members who leave, ordered by when their refund is due. */
export function Exits(): ReactElement {
  const { exits: words } = useMessages(membershipMessages);
  const { tab = "open", page: asked = 1 } = useParameters("exits");
  const page = Math.max(1, asked);
  const load = useRequest(list, { query: { tab, page: String(page) } });
  return (
    <>
      <PageHeader
        title={words.title}
        lead={fill(words.lead, { days: EXIT_DAYS })}
        actions={<ListFile list="exits" />}
      />
      <nav className={css["tabs"]} aria-label={words.tabsLabel}>
        {exitTabs.map((one) => (
          <Link
            key={one}
            to={exitsAddress(one)}
            className={classes(one === tab && css["on"])}
            aria-current={one === tab ? "page" : undefined}
          >
            {words.tabs[one]}
          </Link>
        ))}
      </nav>
      <Card>
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={5} />}
        >
          {({ rows, more }) => (
            <>
              <Rows rows={rows} tab={tab} />
              {(more || page > 1) && (
                <div className={css["more"]}>
                  {page > 1 && (
                    <LinkButton small to={exitsAddress(tab)}>
                      {words.first}
                    </LinkButton>
                  )}
                  {more && (
                    <LinkButton small to={exitsAddress(tab, page + 1)}>
                      {words.more}
                    </LinkButton>
                  )}
                </div>
              )}
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

interface RowsProps {
  readonly rows: readonly Row[];
  readonly tab: ExitTab;
}

function Rows({ rows, tab }: RowsProps): ReactElement {
  const words = useMessages(membershipMessages);
  const { language } = useSpoken();
  if (rows.length === 0) {
    return (
      <EmptyState icon="leave" title={words.exits.empty}>
        <p>{words.exits.emptyText[tab]}</p>
      </EmptyState>
    );
  }
  return (
    <Table
      caption={words.exits.caption}
      columns={columnsOf(words.exits, language)}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}

function columnsOf(words: MembershipWords["exits"], language: Language): Column<Row>[] {
  const { heads } = words;
  return [
    {
      head: heads.member,
      place: "what",
      cell: ({ memberNo, fullName }) => (
        <>
          <Link to={exitAddress(memberNo)}>{fullName}</Link>{" "}
          <span className={css["quiet"]}>{memberNo}</span>
        </>
      ),
    },
    { head: heads.state, place: "more", cell: ({ state }) => <ExitBadge state={state} /> },
    {
      head: heads.asked,
      place: "when",
      cell: ({ askedOn, dayNo }) =>
        `${formatDay(askedOn, language)}, ${fill(words.day, { day: dayNo, days: EXIT_DAYS })}`,
    },
    {
      head: heads.due,
      place: "reference",
      cardLabel: heads.due,
      cell: ({ dueOn }) => formatDay(dueOn, language),
    },
    {
      head: heads.refund,
      place: "howMuch",
      number: true,
      cell: ({ state, refund }) => (state === "paid" ? money(refund) : ""),
    },
  ];
}
