import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useRef } from "react";
import type * as z from "zod/mini";
import { type LoanStage, loanStages, queue as endpoint } from "#shared/contract/loans/desk.ts";
import { fill } from "#shared/language.ts";
import type { LoanDeskWords } from "#shared/messages/loans/desk-en.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { useInSight } from "#web/lib/in-sight.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { applicationAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useOfficer } from "#web/staff/officer.ts";
import { KeyHints } from "#web/staff/key-hints.tsx";
import { useKeys } from "#web/staff/keys.ts";
import { useMoves, useListPosition } from "#web/staff/list-keys.ts";
import { type Asked, useAsked, isNarrowed, queryOf, queueAddress } from "./filters.ts";
import css from "#web/ui/queue.module.css";
import { QueueTable } from "./queue-table.tsx";
import { QueueTools } from "./queue-tools.tsx";
import { formatLongWait } from "./format.ts";
import { loanPosition } from "#web/staff/list-position.ts";

export type QueueAnswer = z.output<typeof endpoint.answer>;
export type QueueRow = QueueAnswer["rows"][number];
export type Tab = QueueAnswer["tabs"][number];

function hintsOf(does: LoanDeskWords["queue"]["keys"]) {
  return [
    { keys: ["J", "K"], does: does.move },
    { keys: ["Enter"], does: does.open },
    { keys: ["A"], does: does.approve },
    { keys: ["D"], does: does.decline },
    { keys: ["/"], does: does.search },
  ];
}

/** The tabs of the loan desk: waiting and finished applications, each one press away. */
export function LoanQueue(): ReactElement {
  const words = useMessages(loanDeskMessages);
  const { go } = useNavigation();
  const asked = useAsked();
  const load = usePagedRequest(endpoint, { query: queryOf(asked) }, "after", { keepBefore: true });
  const { pages, more } = load.state === "loaded" ? load.data : { pages: [], more: null };
  const rows = pages.flatMap((page) => page.rows);
  const tabs = pages[0]?.tabs ?? [];
  const search = useRef<HTMLInputElement>(null);
  const numbers = rows.map(({ loanNo }) => loanNo);
  const count = isNarrowed(asked) ? rows.length : tabOf(tabs, asked.stage).count;
  useListPosition(loanPosition, {
    from: queueAddress(asked),
    numbers,
    count,
    changing: load.changing,
  });
  useQueueKeys(numbers, () => search.current?.focus());
  const ask = (change: Partial<Asked>): void =>
    go(queueAddress({ ...asked, ...change }), { replace: true });
  return (
    <div className={css["desk"]}>
      <PageHeader title={words.queue.title} lead={<Lead rows={rows} asked={asked} tabs={tabs} />} />
      <Stages asked={asked} tabs={tabs} />
      <Card>
        <QueueTools key={asked.stage} asked={asked} onAsk={ask} search={search} />
        <Loaded
          load={load}
          loading={words.queue.loading}
          failed={words.queue.failed}
          skeleton={<SkeletonLines rows={9} />}
        >
          {() =>
            rows.length === 0 && more === null ? (
              <Empty asked={asked} onAsk={ask} />
            ) : (
              <QueueTable asked={asked} rows={rows} tab={tabOf(tabs, asked.stage)} more={more} />
            )
          }
        </Loaded>
        {more && (
          <div className={css["more"]}>
            <Button small onClick={more}>
              {words.queue.more}
            </Button>
          </div>
        )}
        <KeyHints hints={hintsOf(words.queue.keys)} at={load.at} />
      </Card>
    </div>
  );
}

function tabOf(tabs: readonly Tab[], stage: LoanStage): Tab {
  return tabs.find((tab) => tab.stage === stage) ?? { stage, count: 0, amount: 0 };
}

/** J and K move, Enter opens, A and D open it at the decision, and a slash leads to the search. */
function useQueueKeys(numbers: readonly string[], onSearch: () => void): void {
  const { at } = loanPosition.use();
  const { go } = useNavigation();
  const moves = useMoves(loanPosition, numbers, (loanNo) => `a[data-loan="${loanNo}"]`);
  const open = (decision?: "approve" | "decline"): void => {
    if (at !== null) go(applicationAddress(at, decision));
  };
  useKeys({
    ...moves,
    a: () => open("approve"),
    d: () => open("decline"),
    "/": onSearch,
    enter: () => open(),
  });
}

interface LeadProps {
  readonly rows: readonly QueueRow[];
  readonly asked: Asked;
  readonly tabs: readonly Tab[];
}

/** How many wait, for how long at most, and what the person may do here. */
function Lead({ rows, asked, tabs }: LeadProps): ReactElement {
  const words = useMessages(loanDeskMessages);
  const officer = useOfficer();
  const { count } = tabOf(tabs, "to-approve");
  const longest = useLongest(rows, asked);
  const may = officer?.may("loans.decide")
    ? words.queue.mayApprove
    : officer?.may("loans.disburse")
      ? words.queue.mayDisburse
      : words.queue.mayReceive;
  if (tabs.length === 0) return <>{"\u00a0"}</>;
  const wait = longest === null ? null : formatLongWait(longest, words);
  const text = wait === null ? words.queue.waitingOnly : words.queue.waiting;
  const waiting = fill(text, { count, wait: wait ?? "" });
  return <>{`${count === 0 ? words.queue.nothingWaits : waiting} ${may}`}</>;
}

/** The longest wait in hours; known where the list begins with that application. */
function useLongest(rows: readonly QueueRow[], asked: Asked): number | null {
  const begins = asked.stage === "to-approve" && Object.keys(queryOf(asked)).length === 0;
  return begins ? (rows[0]?.waitingHours ?? null) : null;
}

function Stages({
  asked,
  tabs,
}: {
  readonly asked: Asked;
  readonly tabs: readonly Tab[];
}): ReactElement {
  const { queue: words } = useMessages(loanDeskMessages);
  const nav = useInSight<HTMLElement>(loanStages.indexOf(asked.stage));
  return (
    <nav ref={nav} className={css["stages"]} aria-label={words.stages}>
      {loanStages.map((stage) => (
        <Link
          key={stage}
          to={queueAddress({ stage, order: "longest", checks: "", search: "" })}
          className={classes(stage === asked.stage && css["on"])}
          aria-current={stage === asked.stage ? "page" : undefined}
        >
          {words.stage[stage]} <b>{tabs.length > 0 ? tabOf(tabs, stage).count : ""}</b>
        </Link>
      ))}
    </nav>
  );
}

function Empty({
  asked,
  onAsk,
}: {
  readonly asked: Asked;
  readonly onAsk: (change: Partial<Asked>) => void;
}): ReactElement {
  const { queue: words } = useMessages(loanDeskMessages);
  if (asked.checks === "" && asked.search.trim().length < 2) {
    return (
      <EmptyState icon="check" title={words.empty}>
        <p>{words.emptyText[asked.stage]}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="search"
      title={words.none}
      actions={
        <Button small onClick={() => onAsk({ checks: "", search: "" })}>
          {words.clear}
        </Button>
      }
    >
      <p>{words.noneText}</p>
    </EmptyState>
  );
}
