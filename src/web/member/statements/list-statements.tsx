import { statementsMessages } from "#shared/messages/statements/statements-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useState } from "react";
import type * as z from "zod/mini";
import {
  contributions,
  guarantor,
  loans,
  withdrawable,
} from "#shared/contract/statements/member-statements.ts";
import { fill } from "#shared/language.ts";
import type { Language } from "#shared/language.ts";
import type { StatementWords } from "#shared/messages/statements/statements-en.ts";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import { sayDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import type { Load } from "#web/lib/loading.ts";
import { useAsk } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { useSessionState } from "#web/lib/session.ts";
import { loanAddress } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { type Column, Table, Tie } from "#web/ui/table.tsx";
import { VoidState } from "#web/ui/void-state.tsx";
import { ServicedCard } from "#web/member/loans/guarantees/serviced-card.tsx";
import { SearchBox } from "./period-tools.tsx";
import { FoundLine, NothingFound, RowsSkeleton } from "./rows.tsx";
import css from "./statement.module.css";
import { StatementPage } from "./statement-page.tsx";

type Loan = z.output<typeof loans.answer>["data"][number];
type Guarantee = z.output<typeof guarantor.answer>["data"][number];
type Contribution = z.output<typeof contributions.answer>["data"][number];
type Account = z.output<typeof withdrawable.answer>["data"][number];

const sum = (amounts: readonly number[]): string =>
  formatMoney(addCents(...amounts.map(fromWireAmount)));

interface ListProps<Row> {
  readonly statement: "loans" | "guarantor" | "withdrawable" | "contributions";
  readonly icon: IconName;
  readonly load: Load<{ readonly curDate: string; readonly data: readonly Row[] }>;
  readonly rowKey: (row: Row) => string;
  /** Returns the text that a search covers, the same as on the server for a document. */
  readonly texts: (row: Row) => readonly string[];
  readonly columns: (rows: readonly Row[], spoken: Said) => Column<Row>[];
  readonly proof: (rows: readonly Row[], words: StatementWords["proof"]) => string;
  /** The content below the list. */
  readonly below?: ReactNode;
}

interface Said {
  readonly words: StatementWords;
  readonly language: Language;
}

/** A statement that lists today's position; it has no period, because it has no movements. */
function ListPage<Row>(props: ListProps<Row>): ReactElement {
  const words = useMessages(statementsMessages);
  const { language } = useSpoken();
  const [search, setSearch] = useState("");
  const { statement, load } = props;
  const day = load.state === "loaded" ? load.data.curDate : undefined;
  const lead = day ? fill(words.period.asAt, { to: sayDay(day, language, "long") }) : "\u00a0";
  return (
    <StatementPage
      statement={statement}
      lead={lead}
      printDate={day}
      ready={day !== undefined}
      wanted={{ search: search.trim() }}
    >
      <Card>
        <div className={css["tools"]}>
          <SearchBox value={search} hint={words.search.list} onValue={setSearch} />
        </div>
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<RowsSkeleton />}
        >
          {({ data }) => (
            <Listed {...props} rows={data} search={search} onClear={() => setSearch("")} />
          )}
        </Loaded>
      </Card>
      {props.below}
    </StatementPage>
  );
}

interface ListedProps<Row> extends ListProps<Row> {
  readonly rows: readonly Row[];
  readonly search: string;
  readonly onClear: () => void;
}

function Listed<Row>(props: ListedProps<Row>): ReactNode {
  const words = useMessages(statementsMessages);
  const { language } = useSpoken();
  const { statement, icon, rows, texts, search, onClear } = props;
  if (rows.length === 0) {
    const { title, text } = words.empty[statement];
    return (
      <VoidState icon={icon} title={title}>
        <p>{text}</p>
      </VoidState>
    );
  }
  const auditSubject = search.trim().toLowerCase();
  const found = rows.filter((row) =>
    texts(row).some((text) => text.toLowerCase().includes(auditSubject)),
  );
  if (found.length === 0) return <NothingFound search={search} onClear={onClear} />;
  return (
    <>
      <Table
        caption={words.titles[statement]}
        columns={props.columns(rows, { words, language })}
        rows={found}
        rowKey={props.rowKey}
        total={words.table.total}
      />
      {found.length < rows.length && (
        <FoundLine count={found.length} all={rows.length} search={search} onClear={onClear} />
      )}
      <p className={css["proof"]}>
        <Icon name="check" small />
        <span>{props.proof(rows, words.proof)}</span>
      </p>
    </>
  );
}

function loanColumns(rows: readonly Loan[], { words, language }: Said): Column<Loan>[] {
  const { heads, card } = words;
  return [
    {
      head: heads.loanNo,
      place: "reference",
      cell: ({ loanNo }) => <Link to={loanAddress(loanNo)}>{loanNo}</Link>,
    },
    { head: heads.purpose, place: "what", cell: ({ loanPurpose }) => loanPurpose },
    { head: heads.startDate, place: "when", cell: ({ startDate }) => sayDay(startDate, language) },
    {
      head: heads.endDate,
      place: "more",
      cardLabel: card.ends,
      cell: ({ endDate }) => sayDay(endDate, language),
    },
    { head: heads.period, place: "noPhone", number: true, cell: ({ period }) => period },
    {
      head: heads.original,
      place: "balance",
      number: true,
      cardLabel: card.of,
      cell: ({ amount }) => money(amount),
      total: sum(rows.map(({ amount }) => amount)),
      totalLabel: card.of,
    },
    {
      head: heads.balance,
      place: "howMuch",
      number: true,
      cell: ({ outStanding }) => money(outStanding),
      total: <Tie>{sum(rows.map(({ outStanding }) => outStanding))}</Tie>,
    },
  ];
}

/** Member Statement Summary: the loans with a balance and the applications not yet decided. */
export function LoansPage(): ReactElement {
  const memberNo = useSessionState().session?.memberNo ?? "";
  return (
    <ListPage
      statement="loans"
      icon="list"
      load={useAsk(loans, { params: { memberNo } })}
      rowKey={({ id }) => id}
      texts={({ loanNo, loanPurpose }) => [loanNo, loanPurpose]}
      columns={loanColumns}
      proof={(rows, words) => {
        const total = sum(rows.map(({ outStanding }) => outStanding));
        if (rows.length === 1) return fill(words.owedOne, { total });
        return fill(words.owed, { count: rows.length, total });
      }}
    />
  );
}

function guaranteeColumns(
  rows: readonly Guarantee[],
  { words, language }: Said,
): Column<Guarantee>[] {
  const { heads, card } = words;
  return [
    { head: heads.inputDate, place: "when", cell: ({ cdate }) => sayDay(cdate, language) },
    { head: heads.loanNo, place: "reference", quiet: true, cell: ({ loanNo }) => loanNo },
    { head: heads.loanType, place: "noPhone", cell: ({ loanPurpose }) => loanPurpose },
    { head: heads.name, place: "what", cell: ({ memberName }) => memberName },
    {
      head: heads.loanAmount,
      place: "noPhone",
      number: true,
      cell: ({ lamount }) => money(lamount),
    },
    {
      head: heads.guaranteed,
      place: "howMuch",
      number: true,
      cell: ({ amountGuaranteed }) => money(amountGuaranteed),
      total: sum(rows.map(({ amountGuaranteed }) => amountGuaranteed)),
    },
    {
      head: heads.loanBalance,
      place: "balance",
      number: true,
      cardLabel: card.owed,
      cell: ({ outstanding }) => money(outstanding),
      total: <Tie>{sum(rows.map(({ outstanding }) => outstanding))}</Tie>,
      totalLabel: card.owed,
    },
    { head: heads.level, place: "more", cell: ({ guarantorType }) => guarantorType, total: "" },
  ];
}

/** Guarantor Statement: the loans of others that the member guarantees. */
export function GuarantorPage(): ReactElement {
  const memberNo = useSessionState().session?.memberNo ?? "";
  return (
    <ListPage
      statement="guarantor"
      icon="guarantee"
      load={useAsk(guarantor, { params: { memberNo } })}
      rowKey={({ id }) => id}
      texts={({ loanNo, loanPurpose, memberName, guarantorType }) => [
        loanNo,
        loanPurpose,
        memberName,
        guarantorType,
      ]}
      columns={guaranteeColumns}
      proof={(rows, words) => {
        const total = sum(rows.map(({ amountGuaranteed }) => amountGuaranteed));
        if (rows.length === 1) return fill(words.guaranteedOne, { total });
        return fill(words.guaranteed, { count: rows.length, total });
      }}
      below={<ServicedCard />}
    />
  );
}

function accountColumns(rows: readonly Account[], { words, language }: Said): Column<Account>[] {
  const { heads } = words;
  return [
    { head: heads.accountNo, place: "reference", cell: ({ accNo }) => accNo },
    { head: heads.name, place: "what", cell: ({ holdersName }) => holdersName },
    { head: heads.registered, place: "when", cell: ({ regDate }) => sayDay(regDate, language) },
    {
      head: heads.total,
      place: "howMuch",
      number: true,
      cell: ({ outStanding }) => money(outStanding),
      total: <Tie>{sum(rows.map(({ outStanding }) => outStanding))}</Tie>,
    },
  ];
}

/** W/drawable Deposit Statement: the accounts from which the member can withdraw. */
export function WithdrawablePage(): ReactElement {
  const memberNo = useSessionState().session?.memberNo ?? "";
  return (
    <ListPage
      statement="withdrawable"
      icon="tray"
      load={useAsk(withdrawable, { params: { memberNo } })}
      rowKey={({ accNo }) => accNo}
      texts={({ accNo, holdersName }) => [accNo, holdersName]}
      columns={accountColumns}
      proof={(rows, words) => {
        const total = sum(rows.map(({ outStanding }) => outStanding));
        if (rows.length === 1) return fill(words.accountsOne, { total });
        return fill(words.accounts, { count: rows.length, total });
      }}
    />
  );
}

function contributionColumns(
  rows: readonly Contribution[],
  { words, language }: Said,
): Column<Contribution>[] {
  const { heads } = words;
  return [
    { head: heads.date, place: "when", cell: ({ date }) => sayDay(date, language) },
    { head: heads.paidFor, place: "what", cell: ({ kind }) => words.contributions[kind] },
    {
      head: heads.month,
      place: "more",
      cardLabel: heads.month,
      cell: ({ month }) => sayDay(month, language, "monthYear"),
    },
    { head: heads.ref, place: "reference", quiet: true, cell: ({ reference }) => reference },
    {
      head: heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
      total: <Tie>{sum(rows.map(({ amount }) => amount))}</Tie>,
    },
  ];
}

/** Fees and Contributions Statement: what the member's check-off paid outside their accounts. */
export function ContributionsPage(): ReactElement {
  const memberNo = useSessionState().session?.memberNo ?? "";
  const words = useMessages(statementsMessages);
  return (
    <ListPage
      statement="contributions"
      icon="list"
      load={useAsk(contributions, { params: { memberNo } })}
      rowKey={({ id }) => id}
      texts={({ kind, reference }) => [words.contributions[kind], reference]}
      columns={contributionColumns}
      proof={(rows, proof) => {
        const total = sum(rows.map(({ amount }) => amount));
        if (rows.length === 1) return fill(proof.contributionsOne, { total });
        return fill(proof.contributions, { count: rows.length, total });
      }}
    />
  );
}
