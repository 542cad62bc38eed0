import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { close, file, list } from "#shared/contract/ledger/chart.ts";
import { fill, type Language } from "#shared/language.ts";
import type { TreasuryWords } from "#shared/messages/treasury/treasury-en.ts";
import { treasuryMessages } from "#shared/messages/treasury/treasury-sw.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { useMessages } from "#web/lib/words.ts";
import { booksAddress } from "#web/staff/addresses.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import page from "#web/ui/desk-page.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Download } from "../download.tsx";
import type { Officer } from "../officer.ts";
import { useRenewDesk } from "../renew-desk.ts";
import { AddAccount } from "./add-account.tsx";
import css from "./treasury.module.css";

type Chart = z.output<typeof list.answer>;
type Account = Chart["rows"][number];
type Words = TreasuryWords["chart"];

/** The accounts that were added to the chart, and a form for the administrator to add one. */
export function ChartPart({ officer }: { readonly officer: Officer }): ReactElement {
  const { chart: words } = useMessages(treasuryMessages);
  const load = useRequest(list, undefined, { keepBefore: true });
  const edits = officer.may("chart.edit");
  return (
    <>
      <p className={css["lead"]}>{words.lead}</p>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={
          <Card>
            <SkeletonLines rows={6} />
          </Card>
        }
      >
        {({ rows, types }) => (
          <div className={edits ? layout["two"] : undefined}>
            <Card>
              <Accounts rows={rows} edits={edits} />
            </Card>
            {edits && <AddAccount types={types} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

interface AccountsProps {
  readonly rows: readonly Account[];
  readonly edits: boolean;
}

function Accounts({ rows, edits }: AccountsProps): ReactElement {
  const all = useMessages(treasuryMessages);
  const { chart: words } = all;
  const { language } = useSpoken();
  const [asked, setAsked] = useState<Account | null>(null);
  if (rows.length === 0) {
    return (
      <EmptyState icon="list" title={words.empty}>
        <p>{words.emptyText}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <div className={css["tools"]}>
        <Download endpoint={file} request={{}} words={words} />
      </div>
      <Table
        caption={words.caption}
        columns={columnsOf(all, language, edits ? setAsked : null)}
        rows={rows}
        rowKey={({ code }) => code}
      />
      {asked && <CloseDialog account={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function columnsOf(
  { chart: words, kinds }: TreasuryWords,
  language: Language,
  onClose: ((account: Account) => void) | null,
): Column<Account>[] {
  const { heads } = words;
  return [
    {
      head: heads.account,
      place: "what",
      cell: ({ code, name, under }) => (
        <>
          <Link
            className={page["open"]}
            to={booksAddress("account", { account: under, added: code })}
          >
            {name}
          </Link>
          <span className={page["number"]}>{code}</span>
        </>
      ),
    },
    { head: heads.type, place: "noPhone", cell: ({ type }) => words.types[type] },
    {
      head: heads.kinds,
      place: "more",
      quiet: true,
      cell: (row) => row.kinds.map((kind) => kinds[kind]).join(", "),
    },
    {
      head: heads.state,
      place: "when",
      cell: (row) => <State account={row} words={words} language={language} />,
    },
    { head: heads.balance, place: "howMuch", number: true, cell: ({ balance }) => money(balance) },
    ...(onClose === null ? [] : [closing(words, onClose)]),
  ];
}

/** The press that closes an open account. */
function closing(words: Words, onClose: (account: Account) => void): Column<Account> {
  return {
    head: words.heads.next,
    place: "reference",
    cell: (row) =>
      row.isOpen && (
        <Button
          small
          aria-label={fill(words.close.label, { name: row.name })}
          onClick={() => onClose(row)}
        >
          {words.close.act}
        </Button>
      ),
    onCard: ({ isOpen }) => isOpen,
  };
}

interface StateProps {
  readonly account: Account;
  readonly words: Words;
  readonly language: Language;
}

/** Whether an account is open, with the person and the day, and the movements that wait. */
function State({ account, words, language }: StateProps): ReactElement {
  const { isOpen, waiting } = account;
  const day = (given: string) => formatDay(given, language);
  return (
    <div className={css["state"]}>
      <Badge icon={isOpen ? "check" : "lock"} {...(isOpen && { meaning: "ok" })}>
        {isOpen ? words.open : words.closed}
      </Badge>
      <span className={page["number"]}>
        {isOpen
          ? fill(words.openedOn, { day: day(account.openedOn), name: account.openedBy })
          : fill(words.closedOn, { day: day(account.closedOn), name: account.closedBy })}
      </span>
      {waiting > 0 && (
        <Link className={page["open"]} to={booksAddress("treasury", { search: account.code })}>
          {fill(words.waiting, { count: waiting })}
        </Link>
      )}
    </div>
  );
}

interface CloseProps {
  readonly account: Account;
  readonly onClose: () => void;
}

function CloseDialog({ account: { code, name }, onClose }: CloseProps): ReactElement {
  const { chart } = useMessages(treasuryMessages);
  const { close: words } = chart;
  const renew = useRenewDesk();
  const { busy, failed, run } = useAction(async () => {
    try {
      await call(close, { params: { added: code }, body: {} });
    } catch (error) {
      await renew(list);
      throw error;
    }
    showToast({ kind: "success", text: fill(words.done, { code }) });
    onClose();
    await renew(list);
  });
  return (
    <Dialog
      title={fill(words.title, { name })}
      onClose={() => busy || onClose()}
      actions={
        <>
          <Button first blocked={busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button look="danger" blocked={busy} onClick={() => run()}>
            {words.yes}
          </Button>
        </>
      }
    >
      <p>{fill(words.text, { code })}</p>
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </Dialog>
  );
}
