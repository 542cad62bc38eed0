import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { list } from "#shared/contract/message-texts.ts";
import { type MessagePurpose, messagePurposes } from "#shared/message-text.ts";
import type { MessageNames } from "#shared/messages/message-names-en.ts";
import { useAsk } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { useMessageNames, useSettingsWords } from "#web/lib/settings-words.ts";
import { settingsAddress } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Part } from "./part.tsx";
import css from "./settings.module.css";

export type Messages = z.output<typeof list.answer>;
export type Message = Messages["rows"][number];

/** What a message is called: a letter by the name of its SMS; one without a name by its own. */
export function nameOf(names: MessageNames, template: string): { title: string; when: string } {
  const all: Readonly<Record<string, { title: string; when: string }>> = names;
  return all[template.replace(/-e?mail$/, "")] ?? { title: template, when: "" };
}

/** Every message there is, by what it is for. */
export function MessagesPart(): ReactElement {
  const words = useSettingsWords();
  const load = useAsk(list);
  return (
    <Part load={load} title={words.parts.messages} rows={10}>
      {({ rows }) => (
        <>
          <p className={css["quiet"]}>{words.messages.lead}</p>
          {messagePurposes.map((purpose) => (
            <Purpose
              key={purpose}
              purpose={purpose}
              rows={rows.filter((row) => row.purpose === purpose)}
            />
          ))}
        </>
      )}
    </Part>
  );
}

interface PurposeProps {
  readonly purpose: MessagePurpose;
  readonly rows: readonly Message[];
}

function Purpose({ purpose, rows }: PurposeProps): ReactElement | null {
  const names = useMessageNames();
  const { messages } = useSettingsWords();
  if (rows.length === 0) return null;
  return (
    <Card title={messages.purposes[purpose]}>
      <ul className={css["listed"]}>
        {rows.map((row) => {
          const { title, when } = nameOf(names, row.template);
          return (
            <li key={row.template}>
              <span>
                <Link to={settingsAddress("messages", row.template)}>
                  {title} <span className={css["way"]}>{messages[row.channel]}</span>
                </Link>
                <small>{when}</small>
              </span>
              <Words row={row} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Whose words a message has. */
export function Words({ row }: { readonly row: Message }): ReactElement {
  const { messages } = useSettingsWords();
  if (row.own === undefined) return <span className={css["quiet"]}>{messages.standard}</span>;
  return row.gaveWay ? (
    <Badge icon="warn" meaning="warn">
      {messages.gaveWay}
    </Badge>
  ) : (
    <Badge icon="check" meaning="ok">
      {messages.own}
    </Badge>
  );
}
