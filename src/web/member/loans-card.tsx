import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement, ReactNode } from "react";
import { useLoanName } from "#web/member/loan-name.ts";
import { fill } from "#shared/language.ts";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import type { Load } from "#web/lib/loading.ts";
import { Link } from "#web/lib/router.tsx";
import { loanAddress, paths } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { type Column, Table, Tie } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import css from "./dashboard.module.css";
import type { Overview } from "./savings-card.tsx";

type Owed = Overview["loans"][number];

/** The loans with the next instalment, and the total owed. */
export function LoansCard({ load }: { readonly load: Load<Overview> }): ReactElement {
  const { loans } = useMessages(statementsMessages);
  return (
    <Card title={loans.title} link={<Link to={paths.loanStatement}>{loans.statement}</Link>}>
      <LoadedLines load={load} words={loans} lines={2}>
        {(overview) => <Loans overview={overview} />}
      </LoadedLines>
    </Card>
  );
}

function Loans({ overview }: { readonly overview: Overview }): ReactElement {
  const { loans: words, empty } = useMessages(statementsMessages);
  const columns = useColumns(overview.loans);
  return (
    <>
      {overview.loans.length === 0 ? (
        <EmptyState icon="list" title={empty.loans.title}>
          <p>{empty.loans.text}</p>
        </EmptyState>
      ) : (
        <Table
          caption={words.title}
          columns={columns}
          rows={overview.loans}
          rowKey={({ loanNo }) => loanNo}
          total={words.owed}
        />
      )}
      {overview.guaranteed > 0 && (
        <p className={css["foot"]}>
          {fill(words.guaranteed, { amount: money(overview.guaranteed) })}
        </p>
      )}
    </>
  );
}

function useColumns(loans: readonly Owed[]): Column<Owed>[] {
  const loanName = useLoanName();
  const { loans: words, heads, card } = useMessages(statementsMessages);
  return [
    {
      head: heads.loanNo,
      place: "reference",
      cell: ({ loanNo }) => <Link to={loanAddress(loanNo)}>{loanNo}</Link>,
    },
    { head: heads.purpose, place: "what", cell: ({ purpose }) => loanName(purpose) },
    {
      head: words.next,
      place: "when",
      cell: (one) => <NextDue {...one} />,
    },
    {
      head: heads.original,
      place: "balance",
      number: true,
      cardLabel: card.of,
      cell: ({ amount }) => money(amount),
    },
    {
      head: heads.balance,
      place: "howMuch",
      number: true,
      cell: ({ outstanding }) => money(outstanding),
      // An overpayment of one loan does not pay another, so it does not reduce the total owed.
      total: (
        <Tie>
          {formatMoney(
            addCents(...loans.map(({ outstanding }) => fromWireAmount(Math.max(outstanding, 0)))),
          )}
        </Tie>
      ),
    },
  ];
}

/** The overdue amount and the next instalment, or the amount that the member gets back. */
function NextDue({ nextDueOn, nextDue, overdue, outstanding }: Owed): ReactNode {
  const { loans: words, loan } = useMessages(statementsMessages);
  const { language } = useSpoken();
  if (outstanding < 0) {
    const refund = fill(loan.overpaid, { amount: money(-outstanding) });
    return <span className={css["refund"]}>{refund}</span>;
  }
  if (!nextDueOn && !overdue) return <span data-label={words.next}>{words.nothing}</span>;
  return (
    <>
      {overdue > 0 && <b className={css["late"]}>{`${loan.late} ${money(overdue)}`}</b>}
      {nextDueOn && (
        <span data-label={words.next}>
          {money(nextDue)} <small className={css["due"]}>{formatDay(nextDueOn, language)}</small>
        </span>
      )}
    </>
  );
}
