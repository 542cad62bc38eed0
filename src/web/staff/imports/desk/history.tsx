import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { formatCount } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import timeline from "#web/ui/timeline.module.css";
import desk from "#web/ui/desk.module.css";
import type { Import } from "./import-data.ts";

type Step = Import["steps"][number];

/** The history of the import, with the person and time of each step, and the next step. */
export function History({ found }: { readonly found: Import }): ReactElement {
  const { history: words } = useMessages(importsMessages);
  const { language } = useSpoken();
  const detailOf = ({ step, detail }: Step): string => {
    if (step === "mended") return formatCount(Number(detail));
    if (step !== "checked") return detail;
    return detail === "0"
      ? words.foundNone
      : fill(words.found, { count: formatCount(Number(detail)) });
  };
  const next = found.state === "draft" || found.state === "prepared" ? found.state : null;
  return (
    <Card title={words.title}>
      <ol className={classes(timeline["timeline"], desk["log"])}>
        {found.steps.map((step, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- Steps are only appended.
          <li key={place}>
            {[words.steps[step.step], detailOf(step)].filter(Boolean).join(": ")}
            <small>
              {fill(words.by, {
                who: step.by,
                day: formatDay(step.on, language),
                time: step.at,
              })}
            </small>
          </li>
        ))}
        {next && <li className={timeline["next"]}>{words.next[next]}</li>}
      </ol>
    </Card>
  );
}
