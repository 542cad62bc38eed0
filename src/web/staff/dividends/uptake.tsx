import { dividendDeskMessages } from "#shared/messages/dividends/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import type { uptake as endpoint } from "#shared/contract/dividends/payments.ts";
import type { Otherwise } from "#shared/dividend-part-places.ts";
import type { DividendDeskWords } from "#shared/messages/dividends/desk-en.ts";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import type { Load } from "#web/lib/loading.ts";
import { useModeNames } from "#web/lib/mode-names.ts";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import desk from "#web/ui/desk.module.css";
import css from "./dividends.module.css";
import { PlanLines } from "./plan-lines.tsx";

export type Uptake = z.output<typeof endpoint.answer>;
type Mode = Uptake["byMode"][number];

interface CardProps {
  readonly load: Load<Uptake>;
  /** Where the declaration sends amounts that cannot go by their mode. */
  readonly otherwise: Otherwise;
}

/** How many members have chosen, and once the dividend is locked, where all of it goes. */
export function UptakeCard({ load, otherwise }: CardProps): ReactElement {
  const { uptake: words } = useMessages(dividendDeskMessages);
  const isOpen = load.state !== "loaded" || load.data.state === "posted";
  return (
    <Card title={isOpen ? words.title : words.lockedTitle}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={4} />}
      >
        {(found) => (
          <>
            <Counted uptake={found} />
            {found.state !== "paid" && (
              <div className={css["planned"]}>
                <PlanLines plan={found.plan} otherwise={otherwise} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Counted({ uptake }: { readonly uptake: Uptake }): ReactElement {
  const words = useMessages(dividendDeskMessages);
  const nameOf = useModeNames();
  const { uptake: texts } = words;
  const rows = uptake.byMode.map((row) => ({ ...row, mode: nameOf(row.mode) }));
  const isOpen = uptake.state === "posted";
  const counts = [
    [texts.elected, formatCount(uptake.elected)],
    [texts.silent, formatCount(uptake.silent)],
    ...(isOpen ? [[texts.silentAmount, `Ksh ${money(uptake.silentAmount)}`]] : []),
    ...(isOpen ? [] : [[texts.exceptions, formatCount(uptake.exceptions)]]),
  ];
  return (
    <>
      <dl className={desk["counts"]}>
        {counts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {rows.length === 0 ? (
        <EmptyState icon="half" title={texts.none}>
          <p>{texts.noneText}</p>
        </EmptyState>
      ) : (
        <Table
          caption={texts.caption}
          columns={columnsOf(words, rows)}
          rows={rows}
          rowKey={({ mode }) => mode}
          total={texts.total}
        />
      )}
    </>
  );
}

function columnsOf({ uptake: words }: DividendDeskWords, rows: readonly Mode[]): Column<Mode>[] {
  const { heads } = words;
  const total = (of: (row: Mode) => number): string =>
    formatMoney(addCents(...rows.map((row) => fromWireAmount(of(row)))));
  return [
    { head: heads.mode, place: "what", cell: ({ mode }) => mode },
    {
      head: heads.parts,
      place: "when",
      number: true,
      cardLabel: heads.parts,
      cell: ({ parts }) => formatCount(parts),
      total: formatCount(rows.reduce((count, { parts }) => count + parts, 0)),
      totalLabel: heads.parts,
    },
    {
      head: heads.gross,
      place: "balance",
      number: true,
      cardLabel: heads.gross,
      cell: ({ amount }) => money(amount),
      total: total(({ amount }) => amount),
      totalLabel: heads.gross,
    },
    {
      head: heads.tax,
      place: "more",
      number: true,
      cardLabel: heads.tax,
      cell: ({ tax }) => money(tax),
      total: total(({ tax }) => tax),
      totalLabel: heads.tax,
    },
    {
      head: heads.net,
      place: "howMuch",
      number: true,
      cell: ({ net }) => money(net),
      total: total(({ net }) => net),
    },
  ];
}
