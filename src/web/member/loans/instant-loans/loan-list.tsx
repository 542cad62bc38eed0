import { useLoanName } from "#web/member/loan-name.ts";
import { loanPagesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { ofMember } from "#shared/contract/loans/life.ts";
import type { LoanPageWords } from "#shared/messages/loans/pages-en.ts";
import type { Language } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { useSessionState } from "#web/lib/session.ts";
import { loanAddress, ownApplicationAddress, paths } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import css from "./loans.module.css";
import { stateBadges } from "./progress.ts";

type Page = z.output<typeof ofMember.answer>;
type Loan = Page["rows"][number];

/** Loan List: every loan and application of the member, with its state. */
export function LoanListPage(): ReactElement {
  const { list } = useMessages(loanPagesMessages);
  const memberNo = useSessionState().session?.memberNo ?? "";
  const load = useRequest(ofMember, { params: { memberNo } });
  return (
    <>
      <PageHeader
        title={list.title}
        lead={list.lead}
        actions={
          <LinkButton small to={paths.addLoanForm}>
            {list.apply}
          </LinkButton>
        }
      />
      <Card>
        <LoadedLines load={load} words={list} lines={5}>
          {(page) => <Listed first={page} memberNo={memberNo} />}
        </LoadedLines>
      </Card>
    </>
  );
}

interface ListedProps {
  readonly first: Page;
  readonly memberNo: string;
}

function Listed({ first, memberNo }: ListedProps): ReactElement {
  const words = useMessages(loanPagesMessages);
  const { language } = useSpoken();
  const loanName = useLoanName();
  const { older, more, busy, failed } = useOlder(first, memberNo);
  const rows = [first, ...older].flatMap((page) => page.rows);
  if (rows.length === 0) {
    return (
      <EmptyState icon="loan" title={words.list.empty}>
        <p>{words.list.emptyText}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption={words.list.caption}
        rows={rows}
        rowKey={({ id }) => id}
        columns={columnsIn(words, language, loanName)}
      />
      {failed && <Tip meaning="bad">{failed}</Tip>}
      {more && (
        <div className={css["more"]}>
          <Button needsNetwork small blocked={busy} onClick={more}>
            {words.list.more}
          </Button>
        </div>
      )}
    </>
  );
}

/** The pages after the first, each loaded on request. */
function useOlder(first: Page, memberNo: string) {
  const [older, setOlder] = useState<readonly Page[]>([]);
  const after = (older.at(-1) ?? first).next;
  const { busy, failed, run } = useAction(async () => {
    const page = await call(ofMember, { params: { memberNo }, query: { after } });
    setOlder((before) => [...before, page]);
  });
  return { older, busy, failed, more: after === "" ? null : () => run() };
}

function columnsIn(
  { list, states }: LoanPageWords,
  language: Language,
  loanName: (stored: string) => string,
): Column<Loan>[] {
  return [
    { head: list.id, place: "noPhone", quiet: true, cell: ({ id }) => id },
    {
      head: list.loanNo,
      place: "what",
      cell: ({ loanNo, isApplication }) => (
        <Link to={isApplication ? ownApplicationAddress(loanNo) : loanAddress(loanNo)}>
          {loanNo}
        </Link>
      ),
    },
    { head: list.date, place: "when", cell: ({ appliedOn }) => formatDay(appliedOn, language) },
    { head: list.memberNo, place: "noPhone", cell: ({ memberNo }) => memberNo },
    { head: list.member, place: "noPhone", cell: ({ member }) => member },
    {
      head: list.category,
      place: "reference",
      cell: ({ category }) => loanName(category),
    },
    {
      head: list.state,
      place: "balance",
      cell: ({ state }) => <Badge {...stateBadges[state]}>{states[state]}</Badge>,
    },
    {
      head: list.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
  ];
}
