import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { signedInMessages } from "#web/lib/member-texts.ts";
import { today } from "#web/lib/period.ts";
import { useSociety } from "#web/lib/society.ts";
import { useMessages } from "#web/lib/words.ts";
import { Mark } from "#web/ui/top-bar.tsx";
import css from "./print-header.module.css";

/**
 * The heading of a page printed by the browser's own menu: the member, and that it is not a
 * document.
 */
export function PrintHeader(): ReactElement {
  const { onPaper } = useMessages(signedInMessages);
  const { language } = useSpoken();
  return (
    <div className={css["head"]}>
      <Mark />
      <b>{useSociety().organisationName}</b>
      {fill(onPaper, { day: formatDay(today(), language) })}
    </div>
  );
}
