import type { ReactElement } from "react";
import { formatCount, money } from "#web/lib/figures.ts";
import { Link } from "#web/lib/router.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { VoidState } from "#web/ui/void-state.tsx";
import css from "#web/ui/desk-page.module.css";
import tools from "#web/ui/queue.module.css";

/** A tab of a list with its total. */
interface TotalTab {
  readonly tab: string;
  readonly name: string;
  readonly to: string;
  readonly isCurrent: boolean;
  /** Whether a single item on it is urgent. */
  readonly isPressing: boolean;
  /** Null while the totals are loading. */
  readonly total: { readonly payments: number; readonly amount: number } | null;
}

interface TotalTabsProps {
  readonly label: string;
  readonly tabs: readonly TotalTab[];
}

/** The tabs of a list of payments, each with its count and total. */
export function TotalTabs({ label, tabs }: TotalTabsProps): ReactElement {
  return (
    <nav className={classes(css["tabs"], tabs.length === 5 && css["five"])} aria-label={label}>
      {tabs.map(({ tab, name, to, isCurrent, isPressing, total }) => (
        <Link
          key={tab}
          to={to}
          className={classes(
            isCurrent && css["on"],
            isPressing && (total?.payments ?? 0) > 0 && css["pressing"],
          )}
          aria-current={isCurrent ? "page" : undefined}
        >
          <span>{name}</span> <b>{total ? formatCount(total.payments) : "\u00a0"}</b>{" "}
          <small>{total ? `Ksh ${money(total.amount)}` : "\u00a0"}</small>
        </Link>
      ))}
    </nav>
  );
}

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
      <VoidState icon="check" title={title}>
        <p>{text}</p>
      </VoidState>
    );
  }
  const clear = (
    <Button small onClick={onClear}>
      {words.clear}
    </Button>
  );
  return (
    <VoidState icon="search" title={words.none} actions={clear}>
      <p>{words.noneText}</p>
    </VoidState>
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
