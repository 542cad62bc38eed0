import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { paths } from "#web/paths.ts";
import { applicationAddress } from "#web/staff/addresses.ts";
import { LinkButton } from "#web/ui/button.tsx";
import css from "./application.module.css";
import { loanPosition } from "#web/staff/list-position.ts";

/**
 * Links from a loan that was just decided to the next one of its queue, or back to the queue. The
 * decided loan stays on the screen, so that a second press never lands on the next one's buttons.
 */
export function Decided({ loanNo }: { readonly loanNo: string }): ReactElement {
  const { decide: words } = useMessages(loanDeskMessages);
  const next = loanPosition.neighbour(loanNo, 1) ?? loanPosition.neighbour(loanNo, -1);
  const queue = loanPosition.left(loanNo) ?? paths.loanQueue;
  const leave = (): void => {
    loanPosition.leave(loanNo);
  };
  return (
    <p className={css["decided"]}>
      <LinkButton to={next === null ? queue : applicationAddress(next)} onClick={leave}>
        {next === null ? words.toQueue : fill(words.next, { loanNo: next })}
      </LinkButton>
    </p>
  );
}
