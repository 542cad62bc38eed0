import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import css from "./privacy-desk.module.css";
import type { Whole } from "./request.tsx";

type Erasable = Whole["erasable"][number];

/** The parts that can be erased today; for others, the reason and the date they are kept until. */
export function RulesCard({ whole }: { readonly whole: Whole }): ReactElement {
  const { rules: words } = useMessages(privacyDeskMessages);
  const { language } = useSpoken();
  const { erasable, leftOn, proposed } = whole;
  const names = proposed.map((part) => words.parts[part]).join(", ");
  return (
    <Card title={words.title}>
      <ul className={css["rules"]}>
        {erasable.map((one) => (
          <li key={one.part}>
            <b>{words.parts[one.part]}</b>
            <Said erasable={one} />
          </li>
        ))}
      </ul>
      <div className={css["body"]}>
        {names && <p>{fill(words.proposed, { parts: names })}</p>}
        {leftOn && <p>{fill(words.left, { day: formatDay(leftOn, language) })}</p>}
        <p className={css["quiet"]}>{words.books}</p>
      </div>
    </Card>
  );
}

function Said({ erasable: { state, because, until } }: { readonly erasable: Erasable }) {
  const { rules: words } = useMessages(privacyDeskMessages);
  const { language } = useSpoken();
  if (state === "now") {
    return (
      <Badge meaning="ok" icon="check">
        {words.now}
      </Badge>
    );
  }
  if (state === "empty" || because === "") return <span>{words.empty}</span>;
  const day = formatDay(until, language);
  return <span>{fill(words.because[because], { day })}</span>;
}
