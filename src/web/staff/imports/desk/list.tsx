import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { type ImportState, list as endpoint } from "#shared/contract/imports/desk.ts";
import { fill } from "#shared/language.ts";
import type { ImportsWords } from "#shared/messages/imports/imports-en.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { importAddress } from "#web/staff/addresses.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import type { Column } from "#web/ui/table.tsx";
import text from "#web/ui/text.module.css";
import { ListFile } from "#web/staff/list-file.tsx";
import type { Officer } from "#web/staff/officer.ts";
import { type ActorLabel, useActorLabel } from "#web/staff/actor-label.ts";
import { SentFiles } from "#web/staff/sent-files.tsx";
import css from "./imports.module.css";

type Row = z.output<typeof endpoint.answer>["rows"][number];

/** Every import, the newest first. */
export function ListPage({ officer }: { readonly officer: Officer }): ReactElement {
  const words = useMessages(importsMessages);
  const actorLabel = useActorLabel();
  return (
    <SentFiles
      words={words.list}
      place="imports"
      addTo={officer.may("imports.prepare") ? importAddress("new") : null}
      file={<ListFile list="imports" />}
      load={usePagedRequest(endpoint, {}, "before")}
      columns={columnsOf(words, actorLabel)}
    />
  );
}

function columnsOf(words: ImportsWords, actorLabel: ActorLabel): Column<Row>[] {
  const { heads, ...list } = words.list;
  return [
    {
      head: heads.number,
      place: "what",
      cell: ({ id }) => (
        <Link className={text["open"]} to={importAddress(id)}>
          {fill(list.open, { id })}
        </Link>
      ),
    },
    {
      head: heads.files,
      place: "reference",
      cell: ({ files }) => (
        <ul className={css["names"]}>
          {files.map(({ kind, name }) => (
            <li key={`${kind} ${name}`}>{name}</li>
          ))}
        </ul>
      ),
    },
    {
      head: heads.by,
      place: "when",
      cell: ({ origin, createdBy }) =>
        origin === "page" ? actorLabel(createdBy) : list.commandLine,
    },
    {
      head: heads.rows,
      place: "balance",
      number: true,
      cardLabel: heads.rows,
      cell: ({ rows }) => formatCount(rows),
    },
    { head: heads.amount, place: "howMuch", number: true, cell: ({ amount }) => money(amount) },
    {
      head: heads.state,
      place: "more",
      cell: ({ state }) => <StateBadge state={state} words={words} />,
    },
  ];
}

const badges: Readonly<Record<ImportState, Pick<BadgeProps, "icon" | "meaning">>> = {
  draft: { icon: "half" },
  prepared: { icon: "clock", meaning: "info" },
  posted: { icon: "check", meaning: "ok" },
  undone: { icon: "retry", meaning: "warn" },
  discarded: { icon: "stop" },
};

/** The state of an import, as label and icon. */
export function StateBadge(props: {
  readonly state: ImportState;
  readonly words: ImportsWords;
}): ReactElement {
  return <Badge {...badges[props.state]}>{props.words.states[props.state]}</Badge>;
}
