import type { ReactElement } from "react";
import { formatCount, money } from "#web/lib/figures.ts";
import { Link } from "#web/lib/router.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import css from "#web/ui/desk-page.module.css";
import tools from "#web/ui/queue.module.css";

interface TotalTabsProps<Tab extends string> {
  readonly label: string;
  /** The tabs in their order. */
  readonly names: Readonly<Record<Tab, string>>;
  readonly current: Tab;
  /** The tab on which a single item is urgent. */
  readonly pressing: Tab;
  readonly addressOf: (tab: Tab) => string;
  /** The tabs that have payments; undefined while they are loading. */
  readonly totals:
    | readonly { readonly tab: Tab; readonly payments: number; readonly amount: number }[]
    | undefined;
}

/** The tabs of a list of payments, each with its count and total. */
export function TotalTabs<Tab extends string>(props: TotalTabsProps<Tab>): ReactElement {
  const { label, names, current, pressing, addressOf, totals } = props;
  const tabs = Object.entries(names) as [Tab, string][];
  return (
    <nav className={classes(css["tabs"], tabs.length === 5 && css["five"])} aria-label={label}>
      {tabs.map(([tab, name]) => {
        const { payments, amount } = totals?.find((one) => one.tab === tab) ?? none;
        return (
          <Link
            key={tab}
            to={addressOf(tab)}
            className={classes(
              tab === current && css["on"],
              tab === pressing && payments > 0 && css["pressing"],
            )}
            aria-current={tab === current ? "page" : undefined}
          >
            <span>{name}</span> <b>{totals ? formatCount(payments) : "\u00a0"}</b>{" "}
            <small>{totals ? `Ksh ${money(amount)}` : "\u00a0"}</small>
          </Link>
        );
      })}
    </nav>
  );
}

const none = { payments: 0, amount: 0 };

interface EmptyListProps {
  /** The words of a search without results. */
  readonly words: { readonly none: string; readonly noneText: string; readonly clear: string };
  readonly search: string;
  readonly onClear: () => void;
  /** The title and text of a list that is empty without a search. */
  readonly title: string;
  readonly text: string;
}

/** Says that a list is empty, or that a search found nothing. */
export function EmptyList({ words, search, onClear, title, text }: EmptyListProps): ReactElement {
  if (search.trim().length < 2) {
    return (
      <EmptyState icon="check" title={title}>
        <p>{text}</p>
      </EmptyState>
    );
  }
  const clear = (
    <Button small onClick={onClear}>
      {words.clear}
    </Button>
  );
  return (
    <EmptyState icon="search" title={words.none} actions={clear}>
      <p>{words.noneText}</p>
    </EmptyState>
  );
}

interface MoreProps {
  readonly text: string;
  /** Null on the last page. */
  readonly onMore: (() => void) | null;
}

/** The button that loads the next page of a list. */
export function MoreRows({ text, onMore }: MoreProps): ReactElement | null {
  if (onMore === null) return null;
  return (
    <div className={tools["more"]}>
      <Button small onClick={onMore}>
        {text}
      </Button>
    </div>
  );
}
