import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Bar } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import css from "./statement.module.css";

/** A placeholder of a statement's rows while they load. */
export function RowsSkeleton(): ReactElement {
  return (
    <ul className={css["rows"]}>
      {Array.from({ length: 8 }, (_, row) => (
        <li key={row}>
          <Bar size="long" />
          <Bar size={row % 3 === 1 ? "long" : "middle"} />
          <Bar size="long" />
          <Bar size="long" />
        </li>
      ))}
    </ul>
  );
}

interface SearchProps {
  readonly search: string;
  readonly onClear: () => void;
}

/** Shown where no row matches the search. */
export function NothingFound({ search, onClear }: SearchProps): ReactElement {
  const words = useMessages(statementsMessages).search;
  return (
    <div role="status">
      <EmptyState
        icon="search"
        title={fill(words.none, { search: search.trim() })}
        actions={
          <Button small onClick={onClear}>
            {words.clear}
          </Button>
        }
      >
        <p>{words.noneText}</p>
      </EmptyState>
    </div>
  );
}

interface FoundProps extends SearchProps {
  readonly count: number;
  readonly all: number;
}

/** Says that not all rows are shown, and that the totals include all of them. */
export function FoundLine({ count, all, search, onClear }: FoundProps): ReactElement {
  const words = useMessages(statementsMessages).search;
  return (
    <p className={css["found"]} role="status">
      <span>{fill(words.found, { count, all, search: search.trim() })}</span>
      <Button small look="quiet" onClick={onClear}>
        {words.clear}
      </Button>
    </p>
  );
}
