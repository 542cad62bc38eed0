import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { type ChangeTab, changeTabs, list } from "#shared/contract/members/contact-changes.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { changesAddress } from "#web/staff/addresses.ts";
import { useParameters } from "#web/staff/parameters.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Officer } from "#web/staff/officer.ts";
import { ChangeRow } from "./change-row.tsx";
import { DecideDialog, type Deciding } from "./decide-dialog.tsx";
import css from "./memberships.module.css";

type Page = z.output<typeof list.answer>;
export type Change = Page["rows"][number];

/** Contact changes in their tabs; waiting and held ones are listed oldest first. */
export function Changes({ officer }: { readonly officer: Officer }): ReactElement {
  const { changes: words } = useMessages(membershipMessages);
  const { tab = "waiting" } = useParameters("contactChanges");
  const load = usePagedRequest(list, { query: { tab } }, "after", { keepBefore: true });
  const { pages, more } = load.state === "loaded" ? load.data : { pages: [], more: null };
  const rows = load.changing ? [] : pages.flatMap((page) => page.rows);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <Tabs tab={tab} counts={pages[0]} />
      <Card>
        <Loaded
          load={load.changing ? { state: "loading" } : load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={7} />}
        >
          {() =>
            rows.length === 0 ? (
              <EmptyState icon="check" title={words.empty}>
                <p>{words.emptyText[tab]}</p>
              </EmptyState>
            ) : (
              <ul className={css["changes"]} aria-label={words.caption}>
                {rows.map((change) => (
                  <ChangeRow
                    key={change.id}
                    change={change}
                    officer={officer}
                    onDecide={setDeciding}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
        {more && !load.changing && (
          <div className={css["more"]}>
            <Button small onClick={more}>
              {words.more}
            </Button>
          </div>
        )}
      </Card>
      {deciding && <DecideDialog deciding={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

interface TabsProps {
  readonly tab: ChangeTab;
  readonly counts: Page | undefined;
}

function Tabs({ tab, counts }: TabsProps): ReactElement {
  const { changes: words } = useMessages(membershipMessages);
  const count = { waiting: counts?.waiting, held: counts?.held, done: undefined };
  return (
    <nav className={css["tabs"]} aria-label={words.tabsLabel}>
      {changeTabs.map((one) => (
        <Link
          key={one}
          to={changesAddress(one)}
          className={classes(one === tab && css["on"])}
          aria-current={one === tab ? "page" : undefined}
        >
          {words.tabs[one]} <b>{count[one] ?? ""}</b>
        </Link>
      ))}
    </nav>
  );
}
