import { loanPagesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement, ReactNode } from "react";
import { fill } from "#shared/language.ts";
import { addCents, type Cents, formatMoney, negateCents } from "#shared/money.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Money } from "#web/ui/money.tsx";
import { Table, Tie } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { type Figures, type Policy, rateOf } from "./figures.ts";
import live from "#web/ui/live-figures.module.css";
import css from "./loans.module.css";
import { useMonths } from "./months.ts";

interface CostProps {
  readonly policy: Policy;
  readonly figures: Figures | null;
}

/** The live figures for the input: amount received, repayments, and their dates. */
export function CostCard({ policy, figures }: CostProps): ReactElement {
  const { cost } = useMessages(loanPagesMessages);
  const months = useMonths();
  return (
    <Card title={cost.title}>
      {figures === null ? (
        <EmptyState icon="loan" title={cost.noAmount}>
          <p>{cost.noAmountText}</p>
        </EmptyState>
      ) : (
        <>
          <div className={css["sum"]}>
            <Sum policy={policy} figures={figures} />
            {figures.quote ? (
              <div>
                <p className={css["each"]}>
                  {fill(cost.each, { months: months(figures.quote.instalments.length) })}
                </p>
                <Money size="big" amount={figures.quote.monthlyDeduction} />
              </div>
            ) : (
              <p className={css["each"]}>{cost.noPeriod}</p>
            )}
          </div>
          {figures.quote && (
            <MonthByMonth instalments={figures.quote.instalments}>{cost.from}</MonthByMonth>
          )}
        </>
      )}
    </Card>
  );
}

function Sum({ policy, figures }: CostProps & { readonly figures: Figures }): ReactElement {
  const { cost } = useMessages(loanPagesMessages);
  const rate = rateOf(policy, figures.principal);
  return (
    <dl>
      <div>
        <dt>{cost.receive}</dt>
        <dd>{formatMoney(figures.principal)}</dd>
      </div>
      <div>
        <dt>{rate === null ? cost.fee : fill(cost.feeRate, { rate })}</dt>
        <dd>{formatMoney(figures.fee)}</dd>
      </div>
      <div className={css["total"]}>
        <dt>{cost.repay}</dt>
        <dd>
          <Tie>{formatMoney(figures.total)}</Tie>
        </dd>
      </div>
    </dl>
  );
}

interface MonthByMonthProps {
  readonly instalments: readonly Cents[];
  /** Further notes about the months. */
  readonly children?: ReactNode;
}

/** The deductions month by month, each with the remaining balance. */
export function MonthByMonth({ instalments, children }: MonthByMonthProps): ReactElement {
  const { cost } = useMessages(loanPagesMessages);
  const total = addCents(...instalments);
  const rows = instalments.map((amount, index) => {
    const paid = addCents(...instalments.slice(0, index + 1));
    return { number: index + 1, amount, left: addCents(total, negateCents(paid)) };
  });
  const isRounded = instalments.at(-1) !== instalments[0];
  return (
    <>
      <Table
        caption={cost.schedule}
        rows={rows}
        rowKey={({ number }) => String(number)}
        total={cost.total}
        columns={[
          {
            head: cost.month,
            place: "what",
            cell: ({ number }) => fill(cost.monthNumber, { number }),
          },
          {
            head: cost.amount,
            place: "howMuch",
            number: true,
            cell: ({ amount }) => formatMoney(amount),
            total: <Tie>{formatMoney(total)}</Tie>,
          },
          {
            head: cost.left,
            place: "balance",
            number: true,
            cardLabel: cost.left,
            cell: ({ left }) => formatMoney(left),
          },
        ]}
      />
      <p className={css["note"]}>
        <Icon name="info" small />
        <span>
          {isRounded ? cost.rounding : cost.even} {children}
        </span>
      </p>
    </>
  );
}

/** The figures on a phone while the member types, above the bar at the bottom. */
export function Peek({ figures }: { readonly figures: Figures | null }): ReactElement | null {
  const { cost } = useMessages(loanPagesMessages);
  const months = useMonths();
  if (figures === null) return null;
  const { quote } = figures;
  return (
    // Screen readers have the fields themselves, and Compute announces the figures.
    <div className={live["peek"]} aria-hidden="true">
      <div>
        <small>
          {quote ? `${cost.eachMonth}, ${months(quote.instalments.length)}` : cost.eachMonth}
        </small>
        {quote ? <Money size="middle" amount={quote.monthlyDeduction} /> : "…"}
      </div>
      <div>
        <small>{cost.repay}</small>
        <Money size="middle" amount={figures.total} />
      </div>
    </div>
  );
}
