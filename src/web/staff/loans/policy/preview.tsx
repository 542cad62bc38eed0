import { loanPolicyMessages } from "#shared/messages/loans/policy-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useState } from "react";
import { type LoanQuote, quoteLoan } from "#shared/instant-loan.ts";
import { priceCliffs } from "#shared/price-cliffs.ts";
import { fill } from "#shared/language.ts";
import {
  type Cents,
  cents,
  formatMoney,
  fromWireAmount,
  parseTypedAmount,
  shillings,
} from "#shared/money.ts";
import type { LoanPolicyWords } from "#shared/messages/loans/policy-en.ts";
import { Card } from "#web/ui/card.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { KshField } from "./editor.tsx";
import css from "./loan-policy.module.css";
import { type Policy, priceOf } from "./terms.ts";

/** Both sides of the specification's price cliff, its end, and the most common amounts. */
const samples: readonly Cents[] = [
  shillings(500),
  shillings(5000),
  shillings(5001),
  shillings(6500),
  cents(1_111_111n),
  shillings(50_000),
  shillings(100_000),
];

interface Row {
  readonly amount: Cents;
  readonly now: LoanQuote | null;
  readonly proposed: LoanQuote | null;
}

/** The live result of a draft for sample amounts, next to the policy in force. */
export function Preview(props: {
  readonly inForce: Policy;
  readonly proposed: Policy | null;
}): ReactElement {
  const { preview } = useMessages(loanPolicyMessages);
  const [months, setMonths] = useState(6);
  const [own, setOwn] = useState("");
  const { inForce, proposed } = props;
  return (
    <Card title={preview.title}>
      <div className={css["asked"]}>
        <MonthChoice months={months} onMonths={setMonths} />
        <KshField
          label={preview.own}
          bind={{ name: "own", value: own, error: undefined, onValue: setOwn }}
        />
      </div>
      {proposed ? (
        <>
          <Figures rows={rowsOf(inForce, proposed, { months, own: parseTypedAmount(own) })} />
          <Cliffs policy={proposed} />
        </>
      ) : (
        <p className={css["wait"]}>{preview.wait}</p>
      )}
    </Card>
  );
}

function rowsOf(
  inForce: Policy,
  proposed: Policy,
  { months, own }: { readonly months: number; readonly own: Cents | null },
): Row[] {
  const amounts = own === null || samples.includes(own) ? samples : [...samples, own];
  return amounts
    .toSorted((one, other) => Number(one - other))
    .map((amount) => ({
      amount,
      now: quoteUnder(inForce, amount, months),
      proposed: quoteUnder(proposed, amount, months),
    }));
}

/** Returns the cost of a loan; null where the policy does not lend the amount for these months. */
function quoteUnder(policy: Policy, amount: Cents, months: number): LoanQuote | null {
  const isLent =
    amount >= fromWireAmount(policy.minimum) && amount <= fromWireAmount(policy.maximum);
  if (!isLent || months < policy.minMonths || months > policy.maxMonths) return null;
  try {
    return quoteLoan(amount, months, priceOf(policy));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function MonthChoice(props: {
  readonly months: number;
  readonly onMonths: (months: number) => void;
}): ReactElement {
  const { preview } = useMessages(loanPolicyMessages);
  return (
    <div className={css["months"]} role="group" aria-label={preview.over}>
      <span aria-hidden="true">{preview.over}</span>
      <div>
        {[1, 2, 3, 4, 5, 6].map((month) => (
          <button
            key={month}
            type="button"
            aria-pressed={month === props.months}
            onClick={() => props.onMonths(month)}
          >
            {month}
          </button>
        ))}
      </div>
    </div>
  );
}

function columnsOf(preview: LoanPolicyWords["preview"]): readonly Column<Row>[] {
  return [
    {
      head: preview.amount,
      cell: ({ amount }) => <b className={css["amount"]}>{formatMoney(amount)}</b>,
      place: "what",
    },
    {
      head: preview.now,
      cell: ({ now }) => <Quoted quote={now} />,
      place: "when",
      number: true,
      cardLabel: preview.now,
    },
    {
      head: preview.proposed,
      cell: ({ proposed }) => <Quoted quote={proposed} />,
      place: "balance",
      number: true,
      cardLabel: preview.proposed,
    },
    { head: preview.difference, cell: (row) => <Difference row={row} />, place: "howMuch" },
  ];
}

function Figures({ rows }: { readonly rows: readonly Row[] }): ReactElement {
  const { preview } = useMessages(loanPolicyMessages);
  return (
    <div className={css["figures"]}>
      <Table
        caption={preview.caption}
        columns={columnsOf(preview)}
        rows={rows}
        rowKey={({ amount }) => String(amount)}
      />
    </div>
  );
}

function Quoted({ quote }: { readonly quote: LoanQuote | null }): ReactElement {
  const { preview } = useMessages(loanPolicyMessages);
  if (quote === null) return <span className={css["quiet"]}>{preview.notLent}</span>;
  const amount = formatMoney(quote.monthlyDeduction).replace(/\.00$/, "");
  return (
    <span className={css["quoted"]}>
      {formatMoney(quote.fee)}
      <small>{fill(preview.monthly, { amount })}</small>
    </span>
  );
}

/** Dearer or cheaper, in words; a sign alone is easily misread. */
function Difference({ row: { now, proposed } }: { readonly row: Row }): ReactNode {
  const { preview } = useMessages(loanPolicyMessages);
  if (now === null || proposed === null) {
    return (
      <span className={css["quiet"]}>{now === proposed ? preview.same : preview.notLent}</span>
    );
  }
  const more = proposed.fee - now.fee;
  if (more === 0n) return <span className={css["quiet"]}>{preview.same}</span>;
  const amount = formatMoney(cents(more < 0n ? -more : more));
  return more > 0n ? (
    <b>{fill(preview.dearer, { amount })}</b>
  ) : (
    <span>{fill(preview.cheaper, { amount })}</span>
  );
}

/** Points out where borrowing a shilling more would be cheaper. */
function Cliffs({ policy }: { readonly policy: Policy }): ReactElement {
  const { preview } = useMessages(loanPolicyMessages);
  const cliffs = priceCliffs(priceOf(policy), fromWireAmount(policy.maximum));
  return (
    <div className={css["cliffs"]} role="status">
      {cliffs.map(({ edge, edgeFee, next, nextFee, level }) => (
        <Tip key={String(edge)} meaning="warn">
          {fill(level === null ? preview.cliffForAll : preview.cliff, {
            edge: formatMoney(edge),
            edgeFee: formatMoney(edgeFee),
            next: formatMoney(next),
            nextFee: formatMoney(nextFee),
            level: level === null ? "" : formatMoney(level),
          })}
        </Tip>
      ))}
    </div>
  );
}
