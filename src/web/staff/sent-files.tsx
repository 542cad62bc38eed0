import type { ReactElement } from "react";
import type { Load } from "#web/lib/loading.ts";
import type { Pages } from "#web/lib/query.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { Card } from "#web/ui/card.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import css from "./sent-files.module.css";

interface SentFilesWords {
  readonly title: string;
  readonly intro: string;
  readonly add: string;
  readonly failed: string;
  readonly empty: string;
  readonly emptyText: string;
  readonly caption: string;
  readonly more: string;
}

interface SentFilesProps<Row> {
  readonly words: SentFilesWords;
  readonly place: string;
  /** The address to upload the next one; null for those who may not. */
  readonly addTo: string | null;
  /** The list as a file, where the page has no other download. */
  readonly file?: ReactElement;
  readonly load: Load<Pages<{ readonly rows: readonly Row[] }>>;
  readonly columns: readonly Column<Row>[];
}

/** The files that the office uploaded, newest first, and a link to upload the next. */
export function SentFiles<Row extends { readonly id: string }>(
  props: SentFilesProps<Row>,
): ReactElement {
  const { words, place, addTo, file, load } = props;
  return (
    <div className={css["page"]}>
      <PageHeader
        title={words.title}
        place={place}
        lead={words.intro}
        actions={
          <div className={layout["row"]}>
            {file}
            {addTo !== null && (
              <LinkButton to={addTo} look="primary">
                {words.add}
              </LinkButton>
            )}
          </div>
        }
      />
      <Card>
        <Loaded
          load={load}
          loading={words.title}
          failed={words.failed}
          skeleton={<SkeletonLines rows={5} />}
        >
          {(pages) => <Rows {...props} pages={pages} />}
        </Loaded>
      </Card>
    </div>
  );
}

interface RowsProps<Row> extends Omit<SentFilesProps<Row>, "load"> {
  readonly pages: Pages<{ readonly rows: readonly Row[] }>;
}

function Rows<Row extends { readonly id: string }>({
  words,
  columns,
  pages: { pages, more },
}: RowsProps<Row>): ReactElement {
  const rows = pages.flatMap((page) => page.rows);
  if (rows.length === 0) {
    return (
      <EmptyState icon="tray" title={words.empty}>
        <p>{words.emptyText}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Table caption={words.caption} columns={columns} rows={rows} rowKey={({ id }) => id} />
      {more && (
        <div className={card["foot"]}>
          <Button small onClick={more}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}
