import { checkOffAdviceMessages } from "#shared/messages/check-off/advice-sw.ts";
import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { batches, type BatchState } from "#shared/contract/check-off/files.ts";
import type { CheckOffWords } from "#shared/messages/check-off/check-off-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { addressOf, checkOffAddress } from "#web/staff/addresses.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import type { Column } from "#web/ui/table.tsx";
import text from "#web/ui/text.module.css";
import type { Officer } from "../officer.ts";
import { type ActorLabel, useActorLabel } from "../actor-label.ts";
import { SentFiles } from "../sent-files.tsx";

type Row = z.output<typeof batches.answer>["rows"][number];

/** Every uploaded file, the newest first. */
export function ListPage({ officer }: { readonly officer: Officer }): ReactElement {
  const actorLabel = useActorLabel();
  const words = useMessages(checkOffMessages);
  const advice = useMessages(checkOffAdviceMessages);
  return (
    <SentFiles
      words={words.list}
      place="check-off"
      addTo={officer.may("checkoff.prepare") ? checkOffAddress("new") : null}
      file={<LinkButton to={addressOf("checkOff", { part: "advice" })}>{advice.link}</LinkButton>}
      load={usePagedRequest(batches, {}, "before")}
      columns={columnsOf(words, actorLabel)}
    />
  );
}

function columnsOf(words: CheckOffWords, actorLabel: ActorLabel): Column<Row>[] {
  const { list } = words;
  return [
    {
      head: list.heads.month,
      place: "what",
      cell: (row) => <Opening row={row} />,
    },
    { head: list.heads.file, place: "reference", quiet: true, cell: ({ fileName }) => fileName },
    { head: list.heads.by, place: "when", cell: ({ preparedBy }) => actorLabel(preparedBy) },
    {
      head: list.heads.lines,
      place: "balance",
      number: true,
      cardLabel: list.heads.lines,
      cell: ({ lines }) => formatCount(lines),
    },
    {
      head: list.heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
    {
      head: list.heads.state,
      place: "more",
      cell: (row) => <StateBadge state={row.state} words={words} />,
    },
  ];
}

function Opening({ row }: { readonly row: Row }): ReactElement {
  const { language } = useSpoken();
  return (
    <Link className={text["open"]} to={checkOffAddress(row.id)}>
      {formatDay(row.month, language, "monthYear")}
    </Link>
  );
}

const badges: Readonly<Record<BatchState, Pick<BadgeProps, "icon" | "meaning">>> = {
  prepared: { icon: "clock", meaning: "info" },
  posted: { icon: "check", meaning: "ok" },
  reversed: { icon: "retry", meaning: "warn" },
  discarded: { icon: "stop" },
};

/** The icon and label of a file's state. */
export function StateBadge(props: {
  readonly state: BatchState;
  readonly words: CheckOffWords;
}): ReactElement {
  return <Badge {...badges[props.state]}>{props.words.states[props.state]}</Badge>;
}
