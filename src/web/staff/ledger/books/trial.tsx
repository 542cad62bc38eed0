import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { trialBalance, trialBalanceFile } from "#shared/contract/ledger/books.ts";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { fill } from "#shared/language.ts";
import type { BooksWords } from "#shared/messages/ledger/books-en.ts";
import { addCents, formatMoney, fromWireAmount, negateCents } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { today } from "#web/lib/period.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { booksAddress } from "#web/staff/addresses.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { Card } from "#web/ui/card.tsx";
import { DayTool } from "#web/ui/day-tool.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table, Tie } from "#web/ui/table.tsx";
import text from "#web/ui/text.module.css";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Download } from "#web/staff/download.tsx";
import css from "./books.module.css";

type Trial = z.output<typeof trialBalance.answer>;
type Row = Trial["rows"][number];

/** The trial balance of the day in the address; of today without one. */
export function TrialPart({ day }: { readonly day: string }): ReactElement {
  const words = useMessages(booksMessages);
  const query = { day };
  const load = useRequest(
    trialBalance,
    { query },
    { keepBefore: true, hasWords: true, isAccess: true },
  );
  return (
    <Card>
      <div className={css["tools"]}>
        <Presets day={day} />
        <div className={css["push"]}>
          <Download endpoint={trialBalanceFile} request={{ query }} words={words} />
          <Button small onClick={() => print()}>
            {words.print}
          </Button>
        </div>
      </div>
      <Loaded
        load={load}
        loading={words.trial.loading}
        failed={words.trial.failed}
        skeleton={<SkeletonLines rows={10} />}
      >
        {(trial) => <Balance trial={trial} />}
      </Loaded>
    </Card>
  );
}

function Presets({ day }: { readonly day: string }): ReactElement {
  const { trial: words } = useMessages(booksMessages);
  const { go } = useNavigation();
  const now = today();
  const monthBegins = `${now.slice(0, 8)}01` as CalendarDate;
  const presets = [
    [words.today, ""],
    [words.lastMonth, addDays(monthBegins, -1)],
    [words.lastYear, addDays(`${now.slice(0, 5)}01-01` as CalendarDate, -1)],
  ] as const;
  return (
    <>
      <div className={css["tabs"]} role="group" aria-label={words.presets}>
        {presets.map(([label, preset]) => (
          <button
            key={label}
            type="button"
            aria-pressed={day === preset}
            onClick={() => go(booksAddress("trial", { day: preset }))}
          >
            {label}
          </button>
        ))}
      </div>
      <DayTool
        className={css["tool"]}
        label={words.day}
        value={day || now}
        onDay={(chosen) => go(booksAddress("trial", { day: chosen }), { replace: true })}
      />
    </>
  );
}

function Balance({ trial }: { readonly trial: Trial }): ReactElement {
  const { trial: words } = useMessages(booksMessages);
  const { language } = useSpoken();
  const day = formatDay(trial.day, language);
  if (trial.rows.length === 0) {
    return (
      <EmptyState icon="list" title={words.empty}>
        <p>{words.emptyText}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption={fill(words.caption, { day })}
        columns={columnsOf(words, trial)}
        rows={trial.rows}
        rowKey={({ code, added }) => `${code} ${added}`}
        total={words.total}
      />
      <div className={card["foot"]}>
        <Proof trial={trial} />
        <span>
          {trial.closedUntil
            ? fill(words.closed, { day: formatDay(trial.closedUntil, language) })
            : words.open}
        </span>
      </div>
    </>
  );
}

function Proof({ trial: { debit, credit } }: { readonly trial: Trial }): ReactElement {
  const { trial: words } = useMessages(booksMessages);
  const apart = addCents(fromWireAmount(debit), negateCents(fromWireAmount(credit)));
  if (apart === 0n) {
    return (
      <Badge icon="check" meaning="ok">
        {words.ties}
      </Badge>
    );
  }
  return (
    <Badge icon="stop" meaning="bad">
      {fill(words.differs, { amount: formatMoney(apart) })}
    </Badge>
  );
}

function columnsOf(words: BooksWords["trial"], trial: Trial): Column<Row>[] {
  const { heads } = words;
  const tied = trial.debit === trial.credit;
  const total = (amount: number) => (tied ? <Tie>{money(amount)}</Tie> : money(amount));
  // Shows an account with a zero balance as zero rather than blank.
  const side = (amount: number, other: number): string =>
    amount === 0 && other !== 0 ? "" : money(amount);
  return [
    {
      head: heads.account,
      place: "what",
      cell: ({ code, added, name }) => (
        <>
          <Link
            className={text["open"]}
            to={booksAddress("account", { account: code, added, ...monthOf(trial.day) })}
          >
            {name}
          </Link>
          {added && <span className={css["code"]}>{added}</span>}
        </>
      ),
    },
    {
      head: heads.debit,
      place: "howMuch",
      number: true,
      cardLabel: heads.debit,
      cell: ({ debit, credit }) => side(debit, credit),
      onCard: ({ credit }) => credit === 0,
      total: total(trial.debit),
      totalLabel: heads.debit,
    },
    {
      head: heads.credit,
      place: "howMuch",
      number: true,
      cardLabel: heads.credit,
      cell: ({ debit, credit }) => side(credit, debit),
      onCard: ({ credit }) => credit !== 0,
      total: total(trial.credit),
      totalLabel: heads.credit,
      totalPlace: "balance",
    },
  ];
}

/** The month up to the day: the period in which an account is opened. */
function monthOf(day: string): { readonly from: string; readonly to: string } {
  return { from: `${day.slice(0, 8)}01`, to: day };
}
