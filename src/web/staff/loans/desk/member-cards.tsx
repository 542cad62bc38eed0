import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { applicationAddress, recordAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Table } from "#web/ui/table.tsx";
import css from "./application.module.css";
import type { LoanFile } from "./application.tsx";

interface Props {
  readonly file: LoanFile;
}

/** The borrower and their position with the society. */
export function Standing({ file }: Props): ReactElement {
  const { standing: words } = useMessages(loanDeskMessages);
  const { member } = file;
  return (
    <Card title={words.title}>
      <Facts
        facts={[
          { term: words.name, value: member.fullName },
          { term: words.mobile, value: formatMobileNumber(member.mobile) },
          { term: words.deposits, value: money(member.deposits) },
          { term: words.shareCapital, value: money(member.shareCapital) },
          { term: words.member, value: fill(words.months, { months: member.months }) },
        ]}
      />
      <p className={css["foot"]}>
        <Link to={recordAddress(member.memberNo)}>{words.record}</Link>
      </p>
    </Card>
  );
}

/** The loans that the member guarantees, and the member's own guarantors. */
export function Guarantees({ file }: Props): ReactElement {
  const { guarantees: words } = useMessages(loanDeskMessages);
  return (
    <Card title={words.title}>
      <GuaranteeList title={words.held} rows={file.guaranteesHeld} />
      <GuaranteeList title={words.given} rows={file.guaranteesGiven} />
    </Card>
  );
}

interface GuaranteeProps {
  readonly title: string;
  readonly rows: LoanFile["guaranteesGiven"];
}

function GuaranteeList({ title, rows }: GuaranteeProps): ReactElement {
  const { guarantees: words } = useMessages(loanDeskMessages);
  return (
    <div className={css["part"]}>
      <h3>
        {title}
        {rows.length === 0 && <span>{words.none}</span>}
      </h3>
      {rows.length > 0 && (
        <Table
          caption={title}
          rows={rows}
          rowKey={({ loanNo, memberNo }) => `${loanNo} ${memberNo}`}
          columns={[
            { head: words.member, place: "what", cell: ({ member }) => member },
            { head: words.loanNo, place: "when", cell: ({ loanNo }) => loanNo },
            {
              head: words.amount,
              place: "howMuch",
              number: true,
              cell: ({ amount }) => money(amount),
            },
            {
              head: words.left,
              place: "balance",
              number: true,
              cell: ({ outstanding }) => money(outstanding),
              cardLabel: words.leftCard,
            },
          ]}
        />
      )}
    </div>
  );
}

const toApplication = ({ loanNo }: { readonly loanNo: string }): ReactElement => (
  <Link to={applicationAddress(loanNo)}>{loanNo}</Link>
);

/** The member's earlier applications and their outcomes. */
export function History({ file }: Props): ReactElement {
  const { history: words, columns, states } = useMessages(loanDeskMessages);
  const { language } = useSpoken();
  return (
    <Card title={words.title}>
      {file.history.length === 0 ? (
        <p className={css["foot"]}>{words.none}</p>
      ) : (
        <Table
          caption={words.caption}
          rows={file.history}
          rowKey={({ loanNo }) => loanNo}
          columns={[
            {
              head: columns.loanNo,
              place: "what",
              cell: toApplication,
            },
            {
              head: words.applied,
              place: "when",
              cell: ({ appliedOn }) => formatDay(appliedOn, language),
            },
            { head: words.state, place: "balance", cell: ({ state }) => states[state] },
            {
              head: columns.amount,
              place: "howMuch",
              number: true,
              cell: ({ amount }) => money(amount),
            },
          ]}
        />
      )}
    </Card>
  );
}
