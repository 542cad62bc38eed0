import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { contributionOutlook } from "#shared/contract/check-off/contributions.ts";
import { fill } from "#shared/language.ts";
import { type Cents, toWireAmount } from "#shared/money.ts";
import { money } from "#web/lib/figures.ts";
import { ownContributionMessages } from "#web/lib/member-texts.ts";
import { useRequest } from "#web/lib/query.ts";
import { useSettled } from "#web/lib/settled.ts";
import { useMessages } from "#web/lib/words.ts";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { Table } from "#web/ui/table.tsx";
import css from "./settings.module.css";

interface ConsideredProps {
  /** A month such as 2026-12. */
  readonly month: string;
  /** Null while the input is not a valid monthly contribution. */
  readonly amount: Cents | null;
}

/** Shows the savings and earnings of the typed contribution, a moment after it was typed. */
export function ContributionOutlook({ month, amount }: ConsideredProps): ReactElement | null {
  const asked = useSettled(amount === null ? "" : `${month} ${toWireAmount(amount)}`);
  const [from, each] = asked.split(" ");
  return from && each ? <Outlook month={from} amount={each} /> : null;
}

function Outlook(query: { readonly month: string; readonly amount: string }): ReactElement {
  const { outlook: words } = useMessages(ownContributionMessages);
  const load = useRequest(contributionOutlook, { query }, { keepBefore: true });
  return (
    <div className={css["form"]}>
      <LoadedLines load={load} words={words} lines={2}>
        {(outlook) => <Years {...outlook} />}
      </LoadedLines>
    </div>
  );
}

function Years({
  years,
  ratesOf,
  depositRate = 0,
  shareRate = 0,
}: z.output<typeof contributionOutlook.answer>): ReactElement {
  const { outlook: words } = useMessages(ownContributionMessages);
  const last = years.at(-1);
  const more = last?.moreDeposits ?? 0;
  const amounts = [
    { name: "deposits", place: "howMuch", head: words.savings },
    ...(ratesOf
      ? ([
          { name: "gross", place: "balance", head: words.gross },
          { name: "tax", place: "more", head: words.tax },
          { name: "net", place: "more", head: words.net },
        ] as const)
      : []),
  ] as const;
  return (
    <>
      <Table
        caption={words.title}
        rows={years}
        rowKey={({ year }) => String(year)}
        columns={[
          { head: words.year, place: "what", cell: ({ year }) => year },
          ...amounts.map(({ name, place, head }) => ({
            head,
            place,
            number: true,
            cardLabel: head,
            cell: (row: (typeof years)[number]) => money(row[name]),
          })),
        ]}
      />
      <p role="status">
        {last &&
          more !== 0 &&
          fill(more > 0 ? words.more : words.less, {
            year: last.year,
            amount: money(Math.abs(more)),
          })}
      </p>
      <p>
        {ratesOf
          ? fill(words.rates, {
              year: ratesOf,
              deposits: depositRate / 100,
              shares: shareRate / 100,
            })
          : words.noRates}
      </p>
    </>
  );
}
