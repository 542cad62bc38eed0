import { casesMessages } from "#web/lib/member-texts.ts";
import { caseDeskMessages } from "#shared/messages/cases/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type RefObject, useRef } from "react";
import type * as z from "zod/mini";
import {
  type CaseOrder,
  type CaseTab,
  caseTabs,
  exported,
  queue,
} from "#shared/contract/cases/desk.ts";
import { fill } from "#shared/language.ts";
import { useInSight } from "#web/lib/in-sight.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { caseAddress, holidaysAddress } from "#web/staff/addresses.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Choice, Csv, Search } from "../list-tools.tsx";
import { KeyHints } from "../key-hints.tsx";
import { useKeys } from "../keys.ts";
import desk from "#web/ui/queue.module.css";
import { useMoves, useListPosition } from "../list-keys.ts";
import { allWaiting, type Asked, useAsked, inboxAddress, isNarrowed, queryOf } from "./filters.ts";
import { casePosition } from "#web/staff/list-position.ts";
import { InboxTable } from "./inbox-table.tsx";

type Answer = z.output<typeof queue.answer>;
export type InboxRow = Answer["rows"][number];
type Tab = Answer["tabs"][number];

/** The inbox of questions, suggestions and complaints, earliest deadline first. */
export function Inbox(): ReactElement {
  const { queue: words, keys } = useMessages(caseDeskMessages);
  const { go } = useNavigation();
  const asked = useAsked();
  const load = usePagedRequest(queue, { query: queryOf(asked) }, "after", { keepBefore: true });
  const { pages, more } = load.state === "loaded" ? load.data : { pages: [], more: null };
  const rows = pages.flatMap((page) => page.rows);
  const tabs = pages[0]?.tabs ?? [];
  const search = useRef<HTMLInputElement>(null);
  const numbers = rows.map(({ caseNo }) => caseNo);
  const count = isNarrowed(asked) ? rows.length : tabOf(tabs, asked.state).count;
  useListPosition(casePosition, {
    from: inboxAddress(asked),
    numbers,
    count,
    changing: load.changing,
  });
  useInboxKeys(numbers, () => search.current?.focus());
  const ask = (change: Partial<Asked>): void =>
    go(inboxAddress({ ...asked, ...change }), { replace: true });
  return (
    <div className={desk["desk"]}>
      <PageHeader
        title={words.title}
        place="inbox"
        lead={<Lead tabs={tabs} />}
        actions={
          <LinkButton small to={holidaysAddress()}>
            {words.holidays}
          </LinkButton>
        }
      />
      <Tabs asked={asked} tabs={tabs} />
      <Card>
        <Tools key={asked.state} asked={asked} onAsk={ask} search={search} />
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={9} />}
        >
          {() =>
            rows.length === 0 ? <Empty asked={asked} onAsk={ask} /> : <InboxTable rows={rows} />
          }
        </Loaded>
        {more && (
          <div className={desk["more"]}>
            <Button small onClick={more}>
              {words.more}
            </Button>
          </div>
        )}
        <KeyHints
          hints={[
            { keys: ["J", "K"], does: keys.move },
            { keys: ["Enter"], does: keys.open },
            { keys: ["/"], does: keys.search },
          ]}
          at={load.at}
        />
      </Card>
    </div>
  );
}

function tabOf(tabs: readonly Tab[], state: CaseTab): Tab {
  return tabs.find((tab) => tab.state === state) ?? { state, count: 0, late: 0 };
}

/** J and K move, Enter opens, and a slash leads to the search. */
function useInboxKeys(numbers: readonly string[], onSearch: () => void): void {
  const { at } = casePosition.use();
  const { go } = useNavigation();
  const moves = useMoves(casePosition, numbers, (caseNo) => `a[data-case="${caseNo}"]`);
  const open = (): void => {
    if (at !== null) go(caseAddress(at));
  };
  useKeys({ ...moves, "/": onSearch, enter: open });
}

function Lead({ tabs }: { readonly tabs: readonly Tab[] }): ReactElement {
  const { queue: words } = useMessages(caseDeskMessages);
  if (tabs.length === 0) return <>{"\u00a0"}</>;
  const { count, late } = tabOf(tabs, "waiting");
  if (count === 0) return <>{words.nothingWaits}</>;
  return <>{fill(late > 0 ? words.leadLate : words.lead, { count, late })}</>;
}

interface TabsProps {
  readonly asked: Asked;
  readonly tabs: readonly Tab[];
}

function Tabs({ asked, tabs }: TabsProps): ReactElement {
  const { queue: words } = useMessages(caseDeskMessages);
  const nav = useInSight<HTMLElement>(caseTabs.indexOf(asked.state));
  return (
    <nav ref={nav} className={desk["stages"]} aria-label={words.tabs}>
      {caseTabs.map((state) => (
        <Link
          key={state}
          to={inboxAddress({ ...allWaiting, state })}
          className={classes(state === asked.state && desk["on"])}
          aria-current={state === asked.state ? "page" : undefined}
        >
          {words.tab[state]} <b>{tabs.length > 0 ? tabOf(tabs, state).count : ""}</b>
        </Link>
      ))}
    </nav>
  );
}

interface ToolsProps {
  readonly asked: Asked;
  readonly onAsk: (change: Partial<Asked>) => void;
  readonly search: RefObject<HTMLInputElement | null>;
}

function Tools({ asked, onAsk, search }: ToolsProps): ReactElement {
  const { queue: words } = useMessages(caseDeskMessages);
  const { kinds } = useMessages(casesMessages);
  const waits = asked.state !== "closed";
  return (
    <div className={desk["tools"]}>
      <Search
        label={words.search}
        hint={words.searchHint}
        value={asked.search}
        onSearch={(given) => onAsk({ search: given })}
        input={search}
      />
      {waits && (
        <Choice
          label={words.due}
          value={asked.due}
          onChoose={(due) => onAsk({ due })}
          options={{
            "": words.dueAny,
            late: words.dueLate,
            today: words.dueToday,
            week: words.dueWeek,
          }}
        />
      )}
      <Choice
        label={words.kind}
        value={asked.kind}
        onChoose={(kind) => onAsk({ kind })}
        options={{ "": words.kindAny, ...kinds }}
      />
      <Choice
        label={words.who}
        value={asked.who}
        onChoose={(who) => onAsk({ who })}
        options={{ "": words.whoAny, mine: words.whoMine, nobody: words.whoNobody }}
      />
      <Order asked={asked} onAsk={onAsk} />
      <Csv endpoint={exported} query={queryOf(asked)} words={words} />
    </div>
  );
}

/** Closed cases have no deadline, so the newest come first. */
function Order({ asked, onAsk }: Omit<ToolsProps, "search">): ReactElement {
  const { queue: words } = useMessages(caseDeskMessages);
  const isClosed = asked.state === "closed";
  const byAge = { newest: words.orderNewest, oldest: words.orderOldest };
  const options = isClosed ? byAge : { due: words.orderDue, ...byAge };
  return (
    <Choice<string>
      label={words.order}
      value={isClosed && asked.order === "due" ? "newest" : asked.order}
      onChoose={(order) => onAsk({ order: order as CaseOrder })}
      options={options}
    />
  );
}

function Empty({ asked, onAsk }: Omit<ToolsProps, "search">): ReactElement {
  const { queue: words } = useMessages(caseDeskMessages);
  if (!isNarrowed(asked)) {
    return (
      <EmptyState icon="check" title={words.empty}>
        <p>{words.emptyText}</p>
      </EmptyState>
    );
  }
  const clear = (): void => onAsk({ ...allWaiting, state: asked.state });
  return (
    <EmptyState
      icon="search"
      title={words.none}
      actions={
        <Button small onClick={clear}>
          {words.clear}
        </Button>
      }
    >
      <p>{words.noneText}</p>
    </EmptyState>
  );
}
