import { splitMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useState } from "react";
import type * as z from "zod/mini";
import { sums } from "#shared/contract/dividends/splits.ts";
import { modeWords } from "#shared/split-modes.ts";
import { fill } from "#shared/language.ts";
import {
  addCents,
  type Cents,
  cents,
  formatMoney,
  fromWireAmount,
  negateCents,
} from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { Table, Tie } from "#web/ui/table.tsx";
import { ChoiceField } from "#web/common/fields.tsx";
import { useOwn } from "#web/member/use-own.ts";
import css from "./dividends.module.css";
import { modeOf } from "./typed-split.ts";
import { formatRate } from "./split-rows.tsx";

type Sum = z.output<typeof sums.answer>[number];

interface SumProps {
  /** Names its year in the title, where the page does not. */
  readonly says?: "year";
  /** The year to show; else the latest, or the chosen one. */
  readonly year?: number;
  /** The net amount of each mode, where the page does not calculate it. */
  readonly byMode?: boolean;
  readonly link?: ReactNode;
}

/** The calculation behind a dividend: its two returns, month by month, and the net. */
export function SumCard({ says, year, byMode = false, link }: SumProps): ReactElement {
  const { sum: words } = useMessages(splitMessages);
  const load = useOwn(sums);
  const [chosen, setChosen] = useState("");
  const all = load.state === "loaded" ? load.data : [];
  const sum = all.find((one) => String(one.year) === (year ? String(year) : chosen)) ?? all[0];
  const title = says && sum ? fill(words.titleYear, { year: sum.year }) : words.title;
  return (
    <div className={css["onScreen"]}>
      <Card title={title} link={link}>
        <div>
          <LoadedLines load={load} words={words} lines={3}>
            {() =>
              sum ? (
                <>
                  {all.length > 1 && says && (
                    <div className={css["year"]}>
                      <ChoiceField
                        label={words.year}
                        bind={{
                          name: "year",
                          value: String(sum.year),
                          error: undefined,
                          onValue: setChosen,
                        }}
                        choices={all.map(({ year }) => ({
                          value: String(year),
                          words: String(year),
                        }))}
                        note={null}
                      />
                    </div>
                  )}
                  <Returns sum={sum} />
                  <KindsNote kinds={sum.taxByKind} />
                  {byMode && <ByMode sum={sum} />}
                  <Months sum={sum} />
                </>
              ) : (
                <p className={css["nothing"]}>{words.none}</p>
              )
            }
          </LoadedLines>
        </div>
      </Card>
    </div>
  );
}

/** The deposits as if they had been there the whole year; the rate applies to this amount. */
function weighted(rows: Sum["rows"]) {
  const twelfths = rows.reduce(
    (total, { amount, weight }) => total + fromWireAmount(amount) * BigInt(weight),
    0n,
  );
  return cents(twelfths / 12n);
}

/** Shows which rates make up the member's own rate, where tax is by kind of income. */
function KindsNote({ kinds }: { readonly kinds: Sum["taxByKind"] }): ReactElement | null {
  const { sum: words } = useMessages(splitMessages);
  if (!kinds) return null;
  const shares = formatRate(kinds.shareBasisPoints);
  const interest = formatRate(kinds.interestBasisPoints);
  return <p className={css["nothing"]}>{fill(words.byKind, { shares, interest })}</p>;
}

function Returns({ sum }: { readonly sum: Sum }): ReactElement {
  const { sum: words } = useMessages(splitMessages);
  const deposits = formatMoney(weighted(sum.rows));
  return (
    <div className={css["sum"]}>
      <dl className={css["inCard"]}>
        <div>
          <dt>
            {fill(words.shares, {
              amount: money(sum.shareCapital),
              rate: formatRate(sum.shareRateBasisPoints),
            })}
          </dt>
          <dd>{money(sum.onShareCapital)}</dd>
        </div>
        <div>
          <dt>
            {fill(words.deposits, {
              amount: deposits,
              rate: formatRate(sum.depositRateBasisPoints),
            })}
          </dt>
          <dd>{money(sum.onDeposits)}</dd>
        </div>
        <div className={css["total"]}>
          <dt>{words.gross}</dt>
          <dd>
            <Tie>{money(sum.gross)}</Tie>
          </dd>
        </div>
        {sum.held.map(({ loanNo, amount }) => (
          <div key={loanNo}>
            <dt>{fill(words.held, { loanNo })}</dt>
            <dd>{formatMoney(negateCents(fromWireAmount(amount)))}</dd>
          </div>
        ))}
        {sum.held.length > 0 && (
          <div className={css["total"]}>
            <dt>{words.toSplit}</dt>
            <dd>
              <Tie>{money(sum.toSplit)}</Tie>
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** The net amount if all of it went by each mode. */
function ByMode({ sum }: { readonly sum: Sum }): ReactElement {
  const { sum: words, modes } = useMessages(splitMessages);
  return (
    <>
      <h3 className={css["sub"]}>{words.byMode}</h3>
      <Table
        caption={words.byMode}
        rows={sum.byMode}
        rowKey={({ mode }) => mode}
        columns={[
          { head: words.mode, place: "what", cell: ({ mode }) => modes[modeOf(mode)] },
          {
            head: words.tax,
            place: "balance",
            number: true,
            cardLabel: words.tax,
            cell: ({ tax, taxBasisPoints }) =>
              taxBasisPoints === 0
                ? money(tax)
                : fill(words.taxOf, { tax: money(tax), rate: formatRate(taxBasisPoints) }),
          },
          {
            head: words.net,
            place: "howMuch",
            number: true,
            cell: (row) => formatMoney(promised(row)),
          },
        ]}
      />
      {sum.byMode.some(hasCentsForPhone) && <p className={css["nothing"]}>{words.wholeOnly}</p>}
    </>
  );
}

/** Returns the amount that a mode would pay: a phone receives whole shillings only. */
function promised({ mode, net }: Sum["byMode"][number]): Cents {
  const exact = fromWireAmount(net);
  return mode === modeWords.mobile ? cents((exact / 100n) * 100n) : exact;
}

const hasCentsForPhone = (row: Sum["byMode"][number]): boolean =>
  promised(row) !== fromWireAmount(row.net);

/** Each month's deposits with its weight and what it earned, on opening. */
function Months({ sum }: { readonly sum: Sum }): ReactElement {
  const { sum: words } = useMessages(splitMessages);
  const { language } = useSpoken();
  const { year } = sum;
  const interest = formatMoney(addCents(...sum.rows.map((row) => fromWireAmount(row.interest))));
  const when = (month: number): string =>
    month === 0
      ? fill(words.opening, { year })
      : formatDay(`${year}-${String(month).padStart(2, "0")}`, language, "monthYear");
  return (
    <details className={css["months"]}>
      <summary>
        <Icon name="right" small />
        {words.byMonth}
      </summary>
      <p className={css["nothing"]}>
        {fill(words.monthNote, { rate: formatRate(sum.depositRateBasisPoints) })}
      </p>
      <Table
        caption={words.byMonth}
        rows={sum.rows}
        rowKey={({ month }) => String(month)}
        total={words.total}
        columns={[
          { head: words.when, place: "what", cell: ({ month }) => when(month) },
          {
            head: words.added,
            place: "when",
            number: true,
            cardLabel: words.added,
            cell: ({ amount }) => money(amount),
          },
          {
            head: words.weight,
            place: "balance",
            number: true,
            cell: ({ weight }) => fill(words.weightOf, { weight }),
          },
          {
            head: words.interest,
            place: "howMuch",
            number: true,
            cell: ({ interest: earned }) => money(earned),
            total: <Tie>{interest}</Tie>,
          },
        ]}
      />
    </details>
  );
}
