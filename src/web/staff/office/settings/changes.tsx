import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type { SettingChange } from "#shared/contract/office/settings.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Card } from "#web/ui/card.tsx";
import css from "./settings.module.css";

interface Done {
  readonly by: string;
  readonly date: string;
  readonly time: string;
}

/** Formats who did something and when, in one line. */
export function useFormatDone(): (done: Done) => string {
  const { changes } = useMessages(settingsMessages);
  const { language } = useSpoken();
  return ({ by, date, time }) =>
    fill(changes.by, { name: by || changes.atStart, day: formatDay(date, language), time });
}

interface ChangesProps {
  readonly changes: readonly SettingChange[];
  /** The labels of the fields. */
  readonly names: Readonly<Record<string, string>>;
}

/** The changes of a section: old value, new value, person and time. */
export function Changes({ changes, names }: ChangesProps): ReactElement {
  const { changes: words } = useMessages(settingsMessages);
  const formatDone = useFormatDone();
  // A digest means nothing to a reader, so only the change of picture is reported.
  const shown = (value: string): string => {
    if (value === "") return words.nothing;
    return /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 8)}…` : value;
  };
  return (
    <Card title={words.title}>
      {changes.length === 0 && <p className={css["inside"]}>{words.none}</p>}
      {changes.length > 0 && (
        <ul className={css["changes"]}>
          {changes.map((change) => (
            <li key={change.version}>
              <p>{formatDone(change)}</p>
              {change.fields.map(({ field, from, to }) => (
                <p key={field}>
                  {fill(words.change, {
                    field: names[field] ?? field,
                    from: shown(from),
                    to: shown(to),
                  })}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
