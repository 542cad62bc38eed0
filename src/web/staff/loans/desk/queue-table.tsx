import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { applicationAddress } from "#web/staff/addresses.ts";
import { classes } from "#web/ui/classes.ts";
import { Tie } from "#web/ui/table.tsx";
import text from "#web/ui/text.module.css";
import { type Asked, isNarrowed, isWaiting } from "./filters.ts";
import type { Tab, QueueRow } from "./queue.tsx";
import css from "#web/ui/queue.module.css";
import { formatWait } from "./format.ts";
import { VerdictBadge } from "./verdict-badge.tsx";
import { loanPosition } from "#web/staff/list-position.ts";

interface TableProps {
  readonly asked: Asked;
  readonly rows: readonly QueueRow[];
  readonly tab: Tab;
  readonly more: (() => void) | null;
}

/** The applications of a tab, as a table or as cards on a phone, with the total below. */
export function QueueTable({ asked, rows, tab, more }: TableProps): ReactElement {
  const { columns, queue } = useMessages(loanDeskMessages);
  const waits = isWaiting(asked.stage);
  return (
    <div className={css["scroll"]}>
      <table className={css["table"]} role="table">
        <caption className={text["hidden"]}>{queue.list}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <Head>{columns.loanNo}</Head>
            <Head>{columns.member}</Head>
            <Head>{columns.memberNo}</Head>
            <Head number>{columns.amount}</Head>
            <Head number>{columns.months}</Head>
            <Head number className={css["wide"]}>
              {columns.deduction}
            </Head>
            <Head number className={css["middling"]}>
              {columns.deposits}
            </Head>
            {waits && <Head className={css["gap"]}>{columns.checks}</Head>}
            <Head number>{waits ? columns.waiting : columns.since}</Head>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.id} row={row} waits={waits} />
          ))}
        </tbody>
        <Foot asked={asked} rows={rows} tab={tab} more={more} />
      </table>
    </div>
  );
}

interface HeadProps {
  readonly children: string;
  readonly number?: boolean;
  readonly className?: string | undefined;
}

function Head({ children, number = false, className }: HeadProps): ReactElement {
  return (
    <th role="columnheader" scope="col" className={classes(number && css["number"], className)}>
      {children}
    </th>
  );
}

function Row({ row, waits }: { readonly row: QueueRow; readonly waits: boolean }): ReactElement {
  const words = useMessages(loanDeskMessages);
  const { language } = useSpoken();
  const { at } = loanPosition.use();
  const number = css["number"];
  return (
    <tr role="row" className={classes(at === row.loanNo && css["chosen"])}>
      <td role="cell" className={css["loanNo"]}>
        <Link
          to={applicationAddress(row.loanNo)}
          data-loan={row.loanNo}
          onClick={() => loanPosition.to(row.loanNo)}
        >
          {row.loanNo}
        </Link>
      </td>
      <td role="cell" className={css["member"]}>
        {row.member}
      </td>
      <td role="cell" className={css["memberNo"]} data-label={words.cards.memberNo}>
        {row.memberNo}
      </td>
      <td role="cell" className={classes(number, css["amount"])}>
        {money(row.amount)}
      </td>
      <td role="cell" className={classes(number, css["months"])} data-label={words.cards.months}>
        {row.period}
      </td>
      <td role="cell" className={classes(number, css["wide"])}>
        {money(row.repayment)}
      </td>
      <td role="cell" className={classes(number, css["middling"])}>
        {money(row.deposits)}
      </td>
      {waits && (
        <td role="cell" className={classes(css["verdict"], css["gap"])}>
          {row.checks && <VerdictBadge {...row.checks} />}
        </td>
      )}
      <td role="cell" className={classes(number, waits ? css["noPhone"] : css["verdict"])}>
        {waits ? formatWait(row.waitingHours, words) : formatDay(row.since, language)}
      </td>
    </tr>
  );
}

/** The whole tab's total without filters, else the total of the rows shown. */
function Foot({ asked, rows, tab, more }: TableProps): ReactElement {
  const { queue: words } = useMessages(loanDeskMessages);
  const narrowed = isNarrowed(asked);
  const sum = formatMoney(addCents(...rows.map(({ amount }) => fromWireAmount(amount))));
  const count = narrowed ? rows.length : tab.count;
  const isLoan = asked.stage === "running" || asked.stage === "settled";
  const [one, many] = isLoan ? [words.oneLoan, words.manyLoans] : [words.one, words.many];
  const text = count === 1 ? one : fill(many, { count });
  const whole = !narrowed || more === null;
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        <td role="cell" colSpan={3} className={css["member"]}>
          {whole ? text : fill(words.shown, { count: rows.length })}
        </td>
        <td role="cell" className={classes(css["number"], css["amount"])}>
          <Tie>{narrowed ? sum : money(tab.amount)}</Tie>
        </td>
        <td role="cell" className={css["noPhone"]} />
        <td role="cell" className={css["wide"]} />
        <td role="cell" className={css["middling"]} />
        {isWaiting(asked.stage) && <td role="cell" className={css["noPhone"]} />}
        <td role="cell" className={css["noPhone"]} />
      </tr>
    </tfoot>
  );
}
