import { auditLogMessages } from "#shared/messages/oversight/audit-log-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import type { search } from "#shared/contract/oversight/audit-log.ts";
import { fill } from "#shared/language.ts";
import type { AuditLogWords } from "#shared/messages/oversight/audit-log-en.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatInstant } from "#web/lib/moment.ts";
import type { Pages } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import css from "./audit.module.css";

type Page = z.output<typeof search.answer>;
type Row = Page["rows"][number];

/** Records, newest first, each expandable to all its details. */
export function Records({ data: { pages, more } }: { readonly data: Pages<Page> }): ReactElement {
  const words = useMessages(auditLogMessages);
  const { language } = useSpoken();
  const [open, setOpen] = useState<Row | null>(null);
  const rows = pages.flatMap((page) => page.rows);
  const lookedTo = pages.at(-1)?.lookedTo ?? "";
  const moment = (at: string): string => formatInstant(at, language);
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState icon="search" title={words.empty}>
          <p>{words.emptyText}</p>
        </EmptyState>
      ) : (
        <Table
          caption={words.caption}
          columns={columnsOf(words, moment, setOpen)}
          rows={rows}
          rowKey={({ seq }) => seq}
        />
      )}
      {more && (
        <div className={card["foot"]}>
          <Button small onClick={more}>
            {lookedTo ? words.further : words.more}
          </Button>
          {lookedTo && <span>{fill(words.looked, { moment: moment(lookedTo) })}</span>}
        </div>
      )}
      {open && <RecordDialog row={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function columnsOf(
  { heads, open }: AuditLogWords,
  moment: (at: string) => string,
  onOpen: (row: Row) => void,
): Column<Row>[] {
  return [
    { head: heads.at, place: "when", cell: ({ at }) => moment(at) },
    { head: heads.actor, place: "howMuch", cell: ({ actor }) => actor },
    {
      head: heads.action,
      place: "what",
      cell: (row) => (
        <button
          type="button"
          className={css["open"]}
          aria-label={`${row.action}, ${fill(open, { seq: row.seq })}`}
          onClick={() => onOpen(row)}
        >
          {row.action}
        </button>
      ),
    },
    {
      head: heads.subject,
      place: "reference",
      cell: ({ subject }) => <span className={css["subject"]}>{subject}</span>,
    },
  ];
}

interface RecordProps {
  readonly row: Row;
  readonly onClose: () => void;
}

function RecordDialog({ row, onClose }: RecordProps): ReactElement {
  const { record: words, open } = useMessages(auditLogMessages);
  const { language } = useSpoken();
  return (
    <Dialog
      title={fill(open, { seq: row.seq })}
      onClose={onClose}
      actions={
        <Button first onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <Facts
        facts={[
          { term: words.at, value: formatInstant(row.at, language) },
          { term: words.actor, value: row.actor },
          { term: words.action, value: row.action },
          { term: words.subject, value: row.subject },
          { term: words.detail, value: <Detail json={row.detail} /> },
          { term: words.hash, value: <code className={css["code"]}>{row.hash}</code> },
        ]}
      />
    </Dialog>
  );
}

function Detail({ json }: { readonly json: string }): ReactElement {
  const read = JSON.parse(json) as unknown;
  return <pre className={css["code"]}>{JSON.stringify(read, null, 2)}</pre>;
}
