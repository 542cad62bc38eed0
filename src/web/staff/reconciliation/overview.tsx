import { reconciliationMessages } from "#shared/messages/reconciliation/reconciliation-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { overview } from "#shared/contract/reconciliation/files.ts";
import { fill } from "#shared/language.ts";
import type { ReconciliationWords } from "#shared/messages/reconciliation/reconciliation-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { reconciliationAddress } from "#web/staff/addresses.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import page from "#web/ui/desk-page.module.css";
import { useActorLabel } from "../actor-label.ts";
import type { Officer } from "../officer.ts";
import css from "./reconciliation.module.css";

type Answer = z.output<typeof overview.answer>;
type Account = Answer["rows"][number];
type File = Answer["files"][number];

/** The accounts that are compared with a statement, and the statements that were imported. */
export function Overview({ officer }: { readonly officer: Officer }): ReactElement {
  const { overview: words } = useMessages(reconciliationMessages);
  const load = useRequest(overview);
  return (
    <div className={page["page"]}>
      <PageHeader title={words.title} place="reconciliation" lead={words.lead} />
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={8} />}
      >
        {({ rows, files }) => (
          <>
            <div className={css["accounts"]}>
              {rows.map((row) => (
                <AccountCard key={row.account} row={row} officer={officer} />
              ))}
            </div>
            <Files files={files} />
          </>
        )}
      </Loaded>
    </div>
  );
}

interface AccountProps {
  readonly row: Account;
  readonly officer: Officer;
}

function AccountCard({ row, officer }: AccountProps): ReactElement {
  const { accounts, overview: words } = useMessages(reconciliationMessages);
  const { language } = useSpoken();
  const { account, startsOn, coversTo } = row;
  const day = (on: string) => formatDay(on, language);
  return (
    <Card title={accounts[account]}>
      <div className={css["account"]}>
        {startsOn === "" ? (
          <EmptyState icon="upload" title={words.none}>
            <p>{words.noneText}</p>
          </EmptyState>
        ) : (
          <>
            <p className={css["cover"]}>
              {fill(words.covered, { from: day(startsOn), to: day(coversTo) })}{" "}
              <StateBadge row={row} />
            </p>
            <Facts facts={factsOf(row, words)} />
          </>
        )}
        <p className={css["links"]}>
          {startsOn !== "" && (
            <>
              <Link className={page["open"]} to={reconciliationAddress(account)}>
                {words.work}
              </Link>
              <Link className={page["open"]} to={reconciliationAddress(account, { part: "day" })}>
                {words.day}
              </Link>
            </>
          )}
          {officer.may("reconciliation.prepare") && (
            <Link className={page["open"]} to={reconciliationAddress(account, { part: "new" })}>
              {words.upload}
            </Link>
          )}
        </p>
      </div>
    </Card>
  );
}

function isReconciled({ unpresented, unrecorded, broughtForward }: Account): boolean {
  return unpresented.items + unrecorded.items === 0 && broughtForward === 0;
}

function StateBadge({ row }: { readonly row: Account }): ReactElement {
  const { overview: words } = useMessages(reconciliationMessages);
  return isReconciled(row) ? (
    <Badge icon="check" meaning="ok">
      {words.reconciled}
    </Badge>
  ) : (
    <Badge icon="clock" meaning="warn">
      {words.open}
    </Badge>
  );
}

function factsOf(row: Account, words: ReconciliationWords["overview"]) {
  const items = ({ items: count, amount }: Account["unpresented"]) =>
    fill(words.items, { count: formatCount(count), amount: money(amount) });
  return [
    { term: words.statement, value: `Ksh ${money(row.statement)}` },
    { term: words.unpresented, value: items(row.unpresented) },
    { term: words.unrecorded, value: items(row.unrecorded) },
    ...(row.broughtForward === 0
      ? []
      : [{ term: words.broughtForward, value: `Ksh ${money(row.broughtForward)}` }]),
    { term: words.books, value: `Ksh ${money(row.books)}` },
    ...(row.proposed === 0
      ? []
      : [{ term: words.open, value: fill(words.proposed, { count: formatCount(row.proposed) }) }]),
  ];
}

function Files({ files }: { readonly files: readonly File[] }): ReactElement {
  const { accounts, overview: words } = useMessages(reconciliationMessages);
  const { language } = useSpoken();
  const actor = useActorLabel();
  const { heads } = words;
  const day = (on: string) => formatDay(on, language);
  const columns: Column<File>[] = [
    { head: heads.file, place: "what", cell: ({ fileName }) => fileName },
    { head: heads.account, place: "more", cell: ({ account }) => accounts[account] },
    {
      head: heads.period,
      place: "when",
      cell: ({ from, to }) => `${day(from)} – ${day(to)}`,
    },
    { head: heads.lines, place: "noPhone", number: true, cell: ({ lines }) => formatCount(lines) },
    { head: heads.added, place: "noPhone", number: true, cell: ({ added }) => formatCount(added) },
    { head: heads.opening, place: "noPhone", number: true, cell: ({ opening }) => money(opening) },
    { head: heads.closing, place: "howMuch", number: true, cell: ({ closing }) => money(closing) },
    { head: heads.by, place: "reference", quiet: true, cell: ({ by }) => actor(by) },
  ];
  return (
    <Card title={words.files}>
      {files.length === 0 ? (
        <p className={page["note"]}>{words.filesNone}</p>
      ) : (
        <Table
          caption={words.filesCaption}
          columns={columns}
          rows={files}
          rowKey={({ id }) => id}
        />
      )}
    </Card>
  );
}
