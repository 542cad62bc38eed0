import { messageNames } from "#shared/messages/messaging/message-names-sw.ts";
import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { list } from "#shared/contract/messaging/texts.ts";
import { fill } from "#shared/language.ts";
import { type MessagePurpose, messagePurposes } from "#shared/message-kinds.ts";
import type { MessageNames } from "#shared/messages/messaging/message-names-en.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { messagesAddress, settingsAddress } from "#web/staff/addresses.ts";
import { useParameters } from "#web/staff/parameters.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Search } from "#web/staff/list-tools.tsx";
import queue from "#web/ui/queue.module.css";
import { holds } from "./message-search.ts";
import { Part } from "./section.tsx";
import css from "./settings.module.css";

export type Messages = z.output<typeof list.answer>;
export type Message = Messages["rows"][number];

/**
 * Returns the name of a message: an e-mail takes its SMS's name; one without a name uses its key.
 */
export function nameOf(names: MessageNames, template: string): { title: string; when: string } {
  const all: Readonly<Record<string, { title: string; when: string }>> = names;
  return all[template.replace(/-e?mail$/, "")] ?? { title: template, when: "" };
}

/** All messages by purpose, or those that match the search. */
export function MessagesPart(): ReactElement {
  const words = useMessages(settingsMessages);
  const load = useRequest(list);
  return (
    <Part load={load} title={words.parts.messages} rows={10}>
      {({ rows }) => (
        <>
          <p className={css["quiet"]}>{words.messages.lead}</p>
          <AuditSubject rows={rows} />
        </>
      )}
    </Part>
  );
}

function AuditSubject({ rows }: { readonly rows: readonly Message[] }): ReactElement {
  const { messages } = useMessages(settingsMessages);
  const names = useMessages(messageNames);
  const { go } = useNavigation();
  const { search = "" } = useParameters("settings");
  const look = (given: string): void => go(messagesAddress(given), { replace: true });
  const found = rows.filter((row) => holds(row, nameOf(names, row.template), search));
  return (
    <>
      <Card>
        <div className={queue["tools"]}>
          <Search
            label={messages.search}
            hint={messages.searchHint}
            value={search}
            onSearch={look}
          />
          <p role="status" className={css["quiet"]}>
            {fill(messages.found, { found: found.length, all: rows.length })}
          </p>
        </div>
        {found.length === 0 && <NoneFound onClear={() => look("")} />}
      </Card>
      {messagePurposes.map((purpose) => (
        <Purpose
          key={purpose}
          purpose={purpose}
          rows={found.filter((row) => row.purpose === purpose)}
        />
      ))}
    </>
  );
}

function NoneFound({ onClear }: { readonly onClear: () => void }): ReactElement {
  const { messages } = useMessages(settingsMessages);
  return (
    <EmptyState
      icon="search"
      title={messages.none}
      actions={
        <Button small onClick={onClear}>
          {messages.clear}
        </Button>
      }
    >
      <p>{messages.noneText}</p>
    </EmptyState>
  );
}

interface PurposeProps {
  readonly purpose: MessagePurpose;
  readonly rows: readonly Message[];
}

function Purpose({ purpose, rows }: PurposeProps): ReactElement | null {
  const names = useMessages(messageNames);
  const { messages } = useMessages(settingsMessages);
  if (rows.length === 0) return null;
  const count = rows.length === 1 ? messages.one : fill(messages.many, { count: rows.length });
  return (
    <Card title={messages.purposes[purpose]} link={<span className={css["quiet"]}>{count}</span>}>
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

/** Whether a message uses the society's own texts or the standard ones. */
export function Words({ row }: { readonly row: Message }): ReactElement {
  const { messages } = useMessages(settingsMessages);
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
