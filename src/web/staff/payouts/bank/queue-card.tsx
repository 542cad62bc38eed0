import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { eftFiles, eftQueue, requestEftFile } from "#shared/contract/payouts/bank.ts";
import { fill, type Language } from "#shared/language.ts";
import type { BankWords } from "#shared/messages/payouts/bank-en.ts";
import { bankMessages } from "#shared/messages/payouts/bank-sw.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { useMessages } from "#web/lib/words.ts";
import { bankPayoutsAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import desk from "#web/ui/desk.module.css";
import page from "#web/ui/desk-page.module.css";
import type { Officer } from "../../officer.ts";
import { formatNairobiMoment } from "../../nairobi-moment.ts";
import { useRenewDesk } from "../../renew-desk.ts";
import { WaitsForSecond } from "../../waits-for-second.tsx";

type Queue = z.output<typeof eftQueue.answer>;
type Row = Queue["rows"][number];

/** The payouts that can go to the bank now, and the request for a file of them. */
export function BankQueueCard({ officer }: { readonly officer: Officer }): ReactElement {
  const { queue: words } = useMessages(bankMessages);
  const load = useRequest(eftQueue);
  return (
    <Card title={words.title}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={4} />}
      >
        {(found) => <Found found={found} officer={officer} />}
      </Loaded>
    </Card>
  );
}

function Found({ found, officer }: { readonly found: Queue; readonly officer: Officer }) {
  const all = useMessages(bankMessages);
  const { queue: words } = all;
  const waits = found.approvalId !== "";
  const mayAsk = officer.may("payouts.send") && found.debitAccount !== "" && found.payments > 0;
  return (
    <>
      <Facts
        facts={[
          { term: words.account, value: found.debitAccount || words.noAccount },
          { term: waits ? words.ofFile : words.payments, value: formatCount(found.payments) },
          { term: words.amount, value: `Ksh ${money(found.amount)}` },
          { term: words.without, value: formatCount(found.without) },
        ]}
      />
      {found.isStale && (
        <div className={desk["act"]}>
          <Tip meaning="warn">{words.stale}</Tip>
        </div>
      )}
      {found.rows.length === 0 ? (
        <EmptyState icon="tray" title={words.none}>
          <p>{words.noneText}</p>
        </EmptyState>
      ) : (
        <Table
          caption={waits ? words.askedCaption : words.caption}
          columns={columnsOf(words)}
          rows={found.rows}
          rowKey={({ reference }) => reference}
        />
      )}
      {found.later.payments > 0 && (
        <>
          <Facts
            facts={[
              { term: words.forNext, value: formatCount(found.later.payments) },
              { term: words.amount, value: `Ksh ${money(found.later.amount)}` },
            ]}
          />
          <Table
            caption={words.laterCaption}
            columns={columnsOf(words)}
            rows={found.later.rows}
            rowKey={({ reference }) => reference}
          />
        </>
      )}
      {found.waiting.length > 0 && <Waiting rows={found.waiting} />}
      {(waits || mayAsk) && (
        <div className={desk["act"]}>
          {waits ? (
            <WaitsForSecond approvalId={found.approvalId} text={words.waits} link={all.open} />
          ) : (
            <AskForFile />
          )}
        </div>
      )}
    </>
  );
}

type WaitingRow = Queue["waiting"][number];

/** Lists the members whose payouts wait for a bank account, each with a link to set one. */
function Waiting({ rows }: { readonly rows: readonly WaitingRow[] }): ReactElement {
  const { queue: words } = useMessages(bankMessages);
  const { language } = useSpoken();
  return (
    <Table
      caption={words.waitingCaption}
      columns={waitingColumns(words, language)}
      rows={rows}
      rowKey={({ reference }) => reference}
    />
  );
}

function waitingColumns(words: BankWords["queue"], language: Language): Column<WaitingRow>[] {
  const { heads } = words;
  return [
    { head: heads.reference, place: "reference", cell: ({ reference }) => reference },
    {
      head: heads.member,
      place: "what",
      cell: ({ memberNo, fullName }) => (
        <Link className={page["open"]} to={bankPayoutsAddress(memberNo)}>
          {`${fullName}, ${memberNo}`}
        </Link>
      ),
    },
    {
      head: heads.bank,
      place: "more",
      cell: ({ usableFrom }) =>
        usableFrom === ""
          ? words.noDetails
          : fill(words.usableFrom, { at: formatNairobiMoment(usableFrom, language) }),
    },
    { head: heads.amount, place: "howMuch", number: true, cell: ({ amount }) => money(amount) },
  ];
}

function AskForFile(): ReactElement {
  const { queue: words, sent } = useMessages(bankMessages);
  const renew = useRenewDesk();
  const ask = async (): Promise<void> => {
    await call(requestEftFile, { body: {} });
    showToast({ kind: "success", text: sent, detail: words.sentDetail });
    await renew(eftQueue, eftFiles);
  };
  const { busy, failed, run } = useAction(ask);
  return (
    <>
      {failed && <Tip meaning="bad">{failed}</Tip>}
      <Button look="primary" width="full-on-phones" blocked={busy} onClick={() => run()}>
        {words.ask}
      </Button>
    </>
  );
}

function columnsOf({ heads }: BankWords["queue"]): Column<Row>[] {
  return [
    { head: heads.reference, place: "reference", cell: ({ reference }) => reference },
    {
      head: heads.member,
      place: "what",
      cell: ({ memberNo, fullName }) => `${fullName}, ${memberNo}`,
    },
    {
      head: heads.bank,
      place: "more",
      cell: ({ bankName, accountNo }) => `${bankName}, ${accountNo}`,
    },
    { head: heads.amount, place: "howMuch", number: true, cell: ({ amount }) => money(amount) },
  ];
}
