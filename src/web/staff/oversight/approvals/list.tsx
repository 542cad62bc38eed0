import { approvalsMessages } from "#shared/messages/oversight/approvals-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useId, useState } from "react";
import {
  type ApprovalList,
  approvalLists,
  list as endpoint,
} from "#shared/contract/oversight/approvals.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { approvalAddress, approvalsAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { KeyHints } from "#web/staff/key-hints.tsx";
import { useKeys } from "#web/staff/keys.ts";
import { useMoves, useListPosition } from "#web/staff/list-keys.ts";
import css from "./approvals.module.css";
import { DecideDialog } from "./decide-dialog.tsx";
import { type Deciding, type Request, RequestCard } from "./request-card.tsx";
import { approvalPosition } from "#web/staff/list-position.ts";

/** The waiting requests, oldest first, or the decided ones, latest first. */
export function ListPage({ list }: { readonly list: ApprovalList }): ReactElement {
  const words = useMessages(approvalsMessages);
  const load = usePagedRequest(endpoint, { query: { list } }, "after", { keepBefore: true });
  const { pages, more } = load.state === "loaded" ? load.data : { pages: [], more: null };
  const rows = load.changing ? [] : pages.flatMap((page) => page.rows);
  const sections = sectionsOf(rows, list);
  const numbers = sections.flatMap((section) => section.rows.map(({ id }) => id));
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const { changing } = load;
  useListPosition(approvalPosition, {
    from: approvalsAddress(list),
    numbers,
    count: rows.length,
    changing,
  });
  useListKeys(numbers);
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <Lists list={list} />
      <Loaded
        load={changing ? { state: "loading" } : load}
        loading={words.loading}
        failed={words.failed}
        skeleton={
          <Card>
            <SkeletonLines rows={7} />
          </Card>
        }
      >
        {() => (
          <>
            {rows.length === 0 && <Empty list={list} />}
            {sections.map((section) => (
              <Section key={section.name} section={section} onDecide={setDeciding} />
            ))}
          </>
        )}
      </Loaded>
      {more && !changing && (
        <p className={css["more"]}>
          <Button small onClick={more}>
            {words.more}
          </Button>
        </p>
      )}
      <Hints at={load.at} />
      {deciding && <DecideDialog deciding={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

type SectionName = "decide" | "own" | "others" | "decided";

interface RequestSection {
  readonly name: SectionName;
  readonly rows: readonly Request[];
}

/** Requests that the user may decide come first, then their own; decided ones keep their order. */
function sectionsOf(rows: readonly Request[], list: ApprovalList): RequestSection[] {
  const nameOf = ({ isOwn, mayDecide }: Request): SectionName => {
    if (list === "decided") return "decided";
    if (mayDecide) return "decide";
    return isOwn ? "own" : "others";
  };
  const names = ["decide", "own", "others", "decided"] as const;
  return names
    .map((name) => ({ name, rows: rows.filter((row) => nameOf(row) === name) }))
    .filter((section) => section.rows.length > 0);
}

interface SectionProps {
  readonly section: RequestSection;
  readonly onDecide: (deciding: Deciding) => void;
}

function Section({ section: { name, rows }, onDecide }: SectionProps): ReactElement {
  const { sections, lists } = useMessages(approvalsMessages);
  const id = useId();
  return (
    <section className={css["section"]} aria-labelledby={id}>
      <h2 id={id}>{name === "decided" ? lists.decided : sections[name]}</h2>
      <ul aria-labelledby={id}>
        {rows.map((request) => (
          <RequestCard key={request.id} request={request} onDecide={onDecide} />
        ))}
      </ul>
    </section>
  );
}

function Lists({ list }: { readonly list: ApprovalList }): ReactElement {
  const words = useMessages(approvalsMessages);
  return (
    <nav className={css["lists"]} aria-label={words.listsLabel}>
      {approvalLists.map((one) => (
        <Link
          key={one}
          to={approvalsAddress(one)}
          className={classes(one === list && css["on"])}
          aria-current={one === list ? "page" : undefined}
        >
          {words.lists[one]}
        </Link>
      ))}
    </nav>
  );
}

function Empty({ list }: { readonly list: ApprovalList }): ReactElement {
  const words = useMessages(approvalsMessages);
  return (
    <Card>
      <EmptyState icon="check" title={words.empty[list]}>
        <p>{words.emptyText[list]}</p>
      </EmptyState>
    </Card>
  );
}

/** J and K move along the list, and Enter opens the selected request. */
function useListKeys(numbers: readonly string[]): void {
  const { at } = approvalPosition.use();
  const { go } = useNavigation();
  const moves = useMoves(approvalPosition, numbers, (id) => `a[data-approval="${id}"]`);
  useKeys({ ...moves, enter: () => at !== null && go(approvalAddress(at)) });
}

function Hints({ at }: { readonly at: number }): ReactElement {
  const { keys } = useMessages(approvalsMessages);
  return (
    <div className={css["hints"]}>
      <KeyHints
        at={at}
        hints={[
          { keys: ["J"], does: keys.next },
          { keys: ["K"], does: keys.before },
          { keys: ["Enter"], does: keys.open },
        ]}
      />
    </div>
  );
}
