import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { Fragment, type ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { formatClock } from "#web/lib/moment.ts";
import { classes } from "#web/ui/classes.ts";
import { turnKeys, useKeysOn } from "./keys.ts";
import css from "#web/ui/queue.module.css";

/** The keyboard shortcuts and their effects. */
export interface KeyHint {
  readonly keys: readonly string[];
  readonly does: string;
}

interface HintsProps {
  readonly hints: readonly KeyHint[];
  /** When the data arrived; zero if that does not matter. */
  readonly at: number;
}

/** Shows the keyboard shortcuts, and how fresh the list is. */
export function KeyHints({ hints, at }: HintsProps): ReactElement {
  const { queue: words } = useMessages(loanDeskMessages);
  const on = useKeysOn();
  return (
    <div className={classes(css["keys"], at === 0 && css["keysAlone"])}>
      {on &&
        hints.map(({ keys, does }) => (
          <span key={does}>
            {keys.map((key) => (
              <Fragment key={key}>
                <kbd>{key}</kbd>{" "}
              </Fragment>
            ))}
            {does}
          </span>
        ))}
      <button type="button" onClick={() => turnKeys(!on)}>
        {on ? words.keysOff : words.keysOn}
      </button>
      {at > 0 && (
        <span className={css["fresh"]}>{fill(words.fresh, { time: formatClock(at) })}</span>
      )}
    </div>
  );
}
