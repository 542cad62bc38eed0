import { loanPagesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { ofMember } from "#shared/contract/loans/life.ts";
import type { Language } from "#shared/language.ts";
import type { LoanPageWords } from "#shared/messages/loans/pages-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { ownApplicationAddress, paths } from "#web/paths.ts";
import { useOwn } from "#web/member/use-own.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { isPaidOut, stateBadges } from "./progress.ts";

type Loan = z.output<typeof ofMember.answer>["rows"][number];

/** The others are in the list of all loans, one press away. */
const SHOWN = 5;

/** The latest applications that are not loans, each with its state; empty if there are none. */
export function ApplicationsCard(): ReactElement | null {
  const words = useMessages(loanPagesMessages);
  const { language } = useSpoken();
  const load = useOwn(ofMember);
  const found = load.state === "loaded" ? load.data.rows : [];
  const rows = found.filter(({ state }) => !isPaidOut(state)).slice(0, SHOWN);
  if (rows.length === 0) return null;
  const { applications, title } = words.list;
  return (
    <Card title={applications} link={<Link to={paths.loanList}>{title}</Link>}>
      <Table
        caption={applications}
        rows={rows}
        rowKey={({ id }) => id}
        columns={columnsIn(words, language)}
      />
    </Card>
  );
}

function columnsIn({ list, states }: LoanPageWords, language: Language): Column<Loan>[] {
  return [
    {
      head: list.loanNo,
      place: "what",
      cell: ({ loanNo }) => <Link to={ownApplicationAddress(loanNo)}>{loanNo}</Link>,
    },
    { head: list.date, place: "when", cell: ({ appliedOn }) => formatDay(appliedOn, language) },
    {
      head: list.state,
      place: "balance",
      cell: ({ state }) => <Badge {...stateBadges[state]}>{states[state]}</Badge>,
    },
    {
      head: list.asked,
      place: "howMuch",
      number: true,
      cardLabel: list.asked,
      cell: ({ amount }) => money(amount),
    },
  ];
}
