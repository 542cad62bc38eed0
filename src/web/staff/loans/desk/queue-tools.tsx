import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement, RefObject } from "react";
import { exported, type QueueOrder } from "#shared/contract/loans/desk.ts";
import { Choice, Csv, Search } from "#web/staff/list-tools.tsx";
import { type Asked, isWaiting, queryOf } from "./filters.ts";
import css from "#web/ui/queue.module.css";

interface ToolsProps {
  readonly asked: Asked;
  readonly onAsk: (change: Partial<Asked>) => void;
  readonly search: RefObject<HTMLInputElement | null>;
}

/** The filters and order of the list, and the list as a file. */
export function QueueTools({ asked, onAsk, search }: ToolsProps): ReactElement {
  const { queue: words } = useMessages(loanDeskMessages);
  const waits = isWaiting(asked.stage);
  return (
    <div className={css["tools"]}>
      <Search
        label={words.search}
        hint={words.searchHint}
        value={asked.search}
        onSearch={(given) => onAsk({ search: given })}
        input={search}
      />
      {waits && (
        <Choice
          label={words.checks}
          value={asked.checks}
          onChoose={(checks) => onAsk({ checks })}
          options={{ "": words.checksAny, met: words.checksMet, unmet: words.checksUnmet }}
        />
      )}
      <Choice<QueueOrder>
        label={waits ? words.order : words.orderOf}
        value={asked.order}
        onChoose={(order) => onAsk({ order })}
        options={{
          longest: waits ? words.longest : words.oldest,
          newest: words.newest,
          amount: words.amount,
        }}
      />
      <Csv endpoint={exported} query={queryOf(asked)} words={words} />
    </div>
  );
}
