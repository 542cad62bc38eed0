import { splitMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { useFocusedHeading } from "#web/member/focused-heading.ts";
import css from "./dividends.module.css";
import { SaidRows } from "./receipt.tsx";
import type { Share } from "./typed-split.ts";

interface NewerProps {
  readonly share: Share;
  readonly onTake: () => void;
  readonly onMine: () => void;
}

/**
 * Shows what was submitted elsewhere meanwhile, and lets the member choose which version to keep.
 */
export function Newer({ share, onTake, onMine }: NewerProps): ReactElement {
  const { newer: words } = useMessages(splitMessages);
  const { language } = useSpoken();
  const heading = useFocusedHeading();
  const date = formatDay(share.submittedOn, language);
  return (
    <section className={css["newer"]} aria-labelledby="newer">
      <header>
        <h2 id="newer" ref={heading} tabIndex={-1}>
          {fill(words.title, { date, time: share.submittedTime })}
        </h2>
        <p>{fill(words.text, { version: share.version })}</p>
      </header>
      <SaidRows said={share} />
      <footer>
        <p>{words.yours}</p>
        <Button small onClick={onTake}>
          {words.take}
        </Button>
        <Button small onClick={onMine}>
          {words.mine}
        </Button>
      </footer>
    </section>
  );
}
