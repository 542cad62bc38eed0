import type { ReactNode } from "react";
import { list } from "#shared/contract/identity/staff.ts";
import { peopleMessages } from "#shared/messages/identity/staff-accounts-sw.ts";
import { useRenew } from "#web/lib/query.ts";
import { useMessages } from "#web/lib/words.ts";
import { Card } from "#web/ui/card.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./people.module.css";

export interface ActWords {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
}

/**
 * Reloads the list and shows a message about the action or, with null, that a second person must
 * approve it.
 */
export function useDone(): (said: string | null) => Promise<void> {
  const renew = useRenew();
  const { waiting } = useMessages(peopleMessages);
  return async (said) => {
    if (said !== null) showToast({ kind: "success", text: said });
    else showToast({ kind: "success", text: waiting.done, detail: waiting.doneDetail });
    await renew(list);
  };
}

/** A card with the title and the text of an action around its form. */
export function Framed({
  words,
  children,
}: {
  readonly words: ActWords;
  readonly children: ReactNode;
}) {
  return (
    <Card title={words.title}>
      <div className={css["act"]}>
        <p>{words.text}</p>
        {children}
      </div>
    </Card>
  );
}
