import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { controls } from "#shared/contract/ledger/books.ts";
import { fill } from "#shared/language.ts";
import type { BooksWords } from "#shared/messages/ledger/books-en.ts";
import { cents, formatMoney } from "#shared/money.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { booksAddress } from "#web/staff/addresses.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table, Tie } from "#web/ui/table.tsx";
import text from "#web/ui/text.module.css";
import css from "./books.module.css";

type Row = z.output<typeof controls.answer>[number];

/** The total posted on each account that members hold, against the sum of their accounts. */
export function ControlsPart(): ReactElement {
  const { controls: words } = useMessages(booksMessages);
  const load = useRequest(controls, undefined, { hasWords: true, isAccess: true });
  return (
    <>
      <p className={css["lead"]}>{words.lead}</p>
      <Card>
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={5} />}
        >
          {(rows) => (
            <Table
              caption={words.caption}
              columns={columnsOf(words)}
              rows={rows}
              rowKey={({ code }) => code}
            />
          )}
        </Loaded>
      </Card>
      {load.state === "loaded" && <Offenders rows={load.data} />}
    </>
  );
}

function Offenders({ rows }: { readonly rows: readonly Row[] }): ReactElement | null {
  const { controls: words } = useMessages(booksMessages);
  if (rows.every(({ difference }) => difference === 0)) return null;
  const found = rows.flatMap(({ offenders }) => offenders);
  return (
    <Card title={words.offenders}>
      <ul className={css["findings"]}>
        {found.map((one) => (
          <li key={one.subject}>{`${one.subject}: ${formatOffence(one, words)}`}</li>
        ))}
        {found.length === 0 && (
          <li>
            <Link to={booksAddress("runs")}>{words.unknown}</Link>
          </li>
        )}
      </ul>
    </Card>
  );
}

/** The reconciler writes amounts in cents, as in the books. */
function formatOffence(
  { expected, found }: Row["offenders"][number],
  { shouldBe }: BooksWords["controls"],
): string {
  const shillings = (given: string): string => formatMoney(cents(BigInt(given)));
  return fill(shouldBe, { expected: shillings(expected), found: shillings(found) });
}

function columnsOf(words: BooksWords["controls"]): Column<Row>[] {
  const { heads } = words;
  return [
    {
      head: heads.account,
      place: "what",
      cell: ({ code, name }) => (
        <Link className={text["open"]} to={booksAddress("account", { account: code })}>
          {name}
        </Link>
      ),
    },
    {
      head: heads.accounts,
      place: "when",
      number: true,
      cardLabel: heads.accounts,
      cell: ({ accounts }) => formatCount(accounts),
    },
    {
      head: heads.control,
      place: "howMuch",
      number: true,
      cell: ({ control }) => money(control),
    },
    {
      head: heads.members,
      place: "balance",
      number: true,
      cardLabel: heads.members,
      cell: ({ members, difference }) =>
        difference === 0 ? <Tie>{money(members)}</Tie> : money(members),
    },
    {
      head: heads.difference,
      place: "more",
      number: true,
      cell: ({ difference }) =>
        difference === 0 ? (
          <Badge icon="check" meaning="ok">
            {words.ties}
          </Badge>
        ) : (
          <Badge icon="stop" meaning="bad">
            {`${words.differs} ${money(difference)}`}
          </Badge>
        ),
    },
  ];
}
