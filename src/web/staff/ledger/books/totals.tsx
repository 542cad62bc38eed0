import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { ties } from "#shared/contract/ledger/books.ts";
import { fill } from "#shared/language.ts";
import type { BooksWords } from "#shared/messages/ledger/books-en.ts";
import { addCents, formatMoney, fromWireAmount, negateCents } from "#shared/money.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { booksAddress } from "#web/staff/addresses.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table, Tie } from "#web/ui/table.tsx";
import text from "#web/ui/text.module.css";
import { EmptyState } from "#web/ui/empty-state.tsx";
import css from "./books.module.css";

type Row = z.output<typeof ties.answer>["rows"][number];

/** Every total that a member sees, compared with the lines of the journal. */
export function TotalsPart({ member }: { readonly member: string }): ReactElement {
  const words = useWords();
  const { totals: texts } = useMessages(booksMessages);
  const { go } = useNavigation();
  const form = useForm<"memberNo">({
    names: ["memberNo"],
    starting: { memberNo: member },
    check: (values) => contractProblems(ties.params, values, words),
    send: async ({ memberNo }) => go(booksAddress("totals", { member: memberNo.trim() })),
  });
  return (
    <>
      <p className={css["lead"]}>{texts.lead}</p>
      <Card padded>
        <form className={css["form"]} onSubmit={form.submit} noValidate>
          <Field
            label={texts.member}
            bind={form.bind("memberNo")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <Button type="submit" look="primary">
            {texts.show}
          </Button>
        </form>
      </Card>
      <Card>
        {member ? (
          <Ties member={member} />
        ) : (
          <EmptyState icon="user" title={texts.empty}>
            <p>{texts.emptyText}</p>
          </EmptyState>
        )}
      </Card>
    </>
  );
}

function Ties({ member }: { readonly member: string }): ReactElement {
  const { totals: words } = useMessages(booksMessages);
  const request = { params: { memberNo: member } };
  const load = useRequest(ties, request, { hasWords: true, isAccess: true });
  return (
    <Loaded
      load={load}
      loading={words.loading}
      failed={words.failed}
      skeleton={<SkeletonLines rows={5} />}
    >
      {({ fullName, memberNo, rows }) => (
        <Table
          caption={fill(words.caption, { name: fullName })}
          columns={columnsOf(words, memberNo)}
          rows={rows}
          rowKey={({ code, reference }) => `${code} ${reference}`}
        />
      )}
    </Loaded>
  );
}

function columnsOf(words: BooksWords["totals"], memberNo: string): Column<Row>[] {
  const { heads } = words;
  const apart = ({ shown, journal }: Row) =>
    addCents(fromWireAmount(shown), negateCents(fromWireAmount(journal)));
  return [
    {
      head: heads.account,
      place: "what",
      cell: ({ code, name, reference }) => (
        <>
          <Link
            className={text["open"]}
            to={booksAddress("account", { account: code, member: memberNo })}
          >
            {name}
          </Link>
          {reference && <span className={css["small"]}>{reference}</span>}
        </>
      ),
    },
    {
      head: heads.lines,
      place: "when",
      number: true,
      cardLabel: heads.lines,
      cell: ({ lines }) => formatCount(lines),
    },
    { head: heads.shown, place: "howMuch", number: true, cell: ({ shown }) => money(shown) },
    {
      head: heads.journal,
      place: "balance",
      number: true,
      cardLabel: heads.journal,
      cell: (row) => (apart(row) === 0n ? <Tie>{money(row.journal)}</Tie> : money(row.journal)),
    },
    {
      head: heads.state,
      place: "more",
      number: true,
      cell: (row) =>
        apart(row) === 0n ? (
          <Badge icon="check" meaning="ok">
            {words.ties}
          </Badge>
        ) : (
          <Badge icon="stop" meaning="bad">
            {fill(words.differs, { amount: formatMoney(apart(row)) })}
          </Badge>
        ),
    },
  ];
}
