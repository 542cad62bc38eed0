import { memberSearchMessages } from "#shared/messages/members/search-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import type { MemberSearchWords } from "#shared/messages/members/search-en.ts";
import { money } from "#web/lib/figures.ts";
import { Link } from "#web/lib/router.tsx";
import { applicationAddress, recordAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { type Column, Table, Tie } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { MemberRecord } from "./record-page.tsx";
import css from "./record.module.css";

type Loan = MemberRecord["loans"][number];
type Guarantee = MemberRecord["given"][number];

const sum = (amounts: readonly number[]): string =>
  formatMoney(addCents(...amounts.map(fromWireAmount)));

/** The loans with a balance and the applications that are open. */
export function LoansCard({ record }: { readonly record: MemberRecord }): ReactElement {
  const words = useMessages(memberSearchMessages).loans;
  return (
    <Card title={words.title}>
      {record.loans.length === 0 ? (
        <EmptyState icon="list" title={words.none}>
          <p>{words.noneText}</p>
        </EmptyState>
      ) : (
        <Table
          caption={words.title}
          columns={loanColumns(words, record.loans)}
          rows={record.loans}
          rowKey={({ loanNo }) => loanNo}
          total={words.total}
        />
      )}
    </Card>
  );
}

function loanColumns(words: MemberSearchWords["loans"], loans: readonly Loan[]): Column<Loan>[] {
  return [
    {
      head: words.no,
      place: "reference",
      cell: ({ loanNo }) => <Link to={applicationAddress(loanNo)}>{loanNo}</Link>,
    },
    { head: words.purpose, place: "what", cell: ({ purpose }) => purpose },
    { head: words.state, place: "when", cell: ({ state }) => words.states[state] },
    {
      head: words.amount,
      place: "balance",
      number: true,
      cardLabel: words.of,
      cell: ({ amount }) => money(amount),
    },
    {
      head: words.balance,
      place: "howMuch",
      number: true,
      cell: ({ outstanding }) => money(outstanding),
      total: <Tie>{sum(loans.map(({ outstanding }) => outstanding))}</Tie>,
    },
  ];
}

interface GuaranteesProps {
  readonly kind: "given" | "received";
  readonly rows: readonly Guarantee[];
}

/** The members that this one guarantees, or its guarantors; each links to the other's record. */
export function GuaranteesCard({ kind, rows }: GuaranteesProps): ReactElement {
  const words = useMessages(memberSearchMessages).guarantees;
  const given = kind === "given";
  const title = given ? words.given : words.received;
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className={css["foot"]}>{given ? words.noneGiven : words.noneReceived}</p>
      ) : (
        <Table
          caption={title}
          columns={guaranteeColumns(words, given)}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
    </Card>
  );
}

function guaranteeColumns(
  words: MemberSearchWords["guarantees"],
  given: boolean,
): Column<Guarantee>[] {
  return [
    {
      head: given ? words.borrower : words.guarantor,
      place: "what",
      cell: ({ memberNo, name }) => <Link to={recordAddress(memberNo)}>{name}</Link>,
    },
    { head: words.no, place: "when", cell: ({ loanNo }) => loanNo },
    {
      head: words.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
    {
      head: words.balance,
      place: "balance",
      number: true,
      cardLabel: words.owed,
      cell: ({ outstanding }) => money(outstanding),
    },
  ];
}
