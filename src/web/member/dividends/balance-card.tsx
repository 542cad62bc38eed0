import { splitMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { MAX_ROWS, type Split } from "#shared/dividend-split.ts";
import { type SplitMode, splitModes } from "#shared/split-modes.ts";
import { fill } from "#shared/language.ts";
import type { SplitWords } from "#shared/messages/dividends/split-en.ts";
import { addCents, type Cents, formatMoney, negateCents, ZERO_CENTS } from "#shared/money.ts";
import { Unreachable } from "#web/lib/failure.ts";
import { useWords } from "#web/lib/language.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Money } from "#web/ui/money.tsx";
import { Tie } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import live from "#web/ui/live-figures.module.css";
import { KeepingSubmit, KeepNote } from "../identity/unsent/keeping.tsx";
import css from "./dividends.module.css";
import { formatRate } from "./split-rows.tsx";
import type { SplitForm } from "./use-split.ts";

interface CardProps {
  readonly form: SplitForm;
  /** A newer version of the member's own choice has to be reviewed first. */
  readonly isOvertaken: boolean;
}

/** The amount left to place, the destinations, and Submit. */
export function BalanceCard({ form, isOvertaken }: CardProps): ReactElement {
  const { balance: words } = useMessages(splitMessages);
  const { split } = form.calculated;
  const { balance } = split;
  return (
    <Card>
      <div className={css["balance"]}>
        <p className={css["quiet"]}>{balance < 0n ? words.over : words.title}</p>
        <div className={css["left"]}>
          <Money size="big" amount={balance} />
          {balance === 0n ? (
            <Badge meaning="ok" icon="check">
              {words.zero}
            </Badge>
          ) : (
            <Badge meaning={balance > 0n ? "warn" : "bad"} icon="warn">
              {balance > 0n ? words.notYet : words.tooMuch}
            </Badge>
          )}
        </div>
        <Meter split={split} gross={form.terms.gross} />
        <SplitSum form={form} />
        <Failed form={form} />
        <div className={css["atDesk"]}>
          <KeepNote />
          <Submit form={form} isOvertaken={isOvertaken} />
        </div>
        <p className={css["hint"]} role="status">
          {isOvertaken ? words.decide : hintOf(form, words)}
        </p>
      </div>
    </Card>
  );
}

function Submit({ form, isOvertaken }: CardProps): ReactElement {
  const { balance: words } = useMessages(splitMessages);
  const { balance } = form.calculated.split;
  return (
    <KeepingSubmit width="full" blocked={form.busy || balance !== 0n || isOvertaken}>
      {words.submit}
    </KeepingSubmit>
  );
}

function hintOf({ calculated, inTheWay }: SplitForm, words: SplitWords["balance"]): string {
  const { balance } = calculated.split;
  if (balance > 0n) return fill(words.place, { amount: formatMoney(balance) });
  if (balance < 0n) return fill(words.takeBack, { amount: formatMoney(negateCents(balance)) });
  if (inTheWay === null) return words.ready;
  return fill(words.mend, { row: inTheWay.number, problem: inTheWay.words });
}

/** Shows the parts of the whole at a glance; the figures below repeat them as text. */
function Meter({ split, gross }: { readonly split: Split; readonly gross: Cents }): ReactElement {
  const whole = split.total > gross ? split.total : gross;
  const parts = splitModes
    .map((mode) => ({ mode, amount: placedBy(mode, split) }))
    .filter(({ amount }) => amount > 0n && whole > 0n);
  return (
    // The content security policy allows no style attributes, so the widths are drawn as SVG.
    <svg className={css["meter"]} viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden>
      <rect className={css["track"]} width="1000" height="8" />
      {parts.map(({ mode, amount }, at) => {
        const before = addCents(...parts.slice(0, at).map((part) => part.amount));
        const [x, width] = [(before * 1000n) / whole, (amount * 1000n) / whole];
        // Leaves a gap before the next part, unless nothing of this part would remain.
        const seen = width > 4n ? width - 4n : 1n;
        return (
          <rect key={mode} className={css[mode]} x={String(x)} width={String(seen)} height="8" />
        );
      })}
    </svg>
  );
}

function placedBy(mode: SplitMode, { legs }: Split): Cents {
  return addCents(...legs.filter((leg) => leg.mode === mode).map(({ amount }) => amount));
}

/** The destinations line by line, with the total, the tax and the net. */
function SplitSum({ form }: { readonly form: SplitForm }): ReactElement {
  const { balance: words } = useMessages(splitMessages);
  const { split } = form.calculated;
  const taxed = splitModes
    .map((mode) => {
      const legs = split.legs.filter((leg) => leg.mode === mode);
      return { mode, tax: addCents(...legs.map(({ tax }) => tax)) };
    })
    .filter(({ tax }) => tax > 0n);
  return (
    <div className={css["sum"]}>
      <dl>
        {linesOf(split, words).map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
        <div className={css["total"]}>
          <dt>{words.total}</dt>
          <dd>{formatMoney(split.total)}</dd>
        </div>
        {taxed.map(({ mode, tax }) => (
          <div key={mode}>
            <dt>
              {fill(words.tax, { rate: formatRate(form.terms.tax[mode]), what: words.what[mode] })}
            </dt>
            <dd>{formatMoney(negateCents(tax))}</dd>
          </div>
        ))}
        <div className={css["total"]}>
          <dt>{words.net}</dt>
          <dd>
            <Tie>{formatMoney(split.net)}</Tie>
          </dd>
        </div>
      </dl>
    </div>
  );
}

interface Line {
  readonly label: string;
  readonly amount: Cents;
}

/** Returns the amount for each destination; rows with the same destination are added up. */
function linesOf({ legs }: Split, words: SplitWords["balance"]): Line[] {
  const lines = new Map<string, Cents>();
  for (const { mode, loanNo, amount } of legs.slice(0, MAX_ROWS)) {
    if (amount === 0n) continue;
    const where = mode === "loan" && !loanNo ? words.someLoan : words[mode];
    const label = fill(where, { loanNo });
    lines.set(label, addCents(lines.get(label) ?? ZERO_CENTS, amount));
  }
  return [...lines].map(([label, amount]) => ({ label, amount }));
}

function Failed({ form }: { readonly form: SplitForm }): ReactElement | null {
  const { balance: words } = useMessages(splitMessages);
  const { common } = useWords();
  if (form.failure === null) return null;
  const isLost = form.failure.error instanceof Unreachable;
  return (
    <Tip meaning="bad">
      {form.failure.words} {isLost && words.once}
      {isLost && (
        <span className={live["take"]}>
          <Button small type="submit">
            <Icon name="retry" small />
            {common.retry}
          </Button>
        </span>
      )}
    </Tip>
  );
}

/** The amount left and Submit, above the bar at the bottom of a phone while the member types. */
export function SplitPeek({ form, isOvertaken }: CardProps): ReactElement {
  const { balance: words } = useMessages(splitMessages);
  const { split } = form.calculated;
  return (
    <div className={live["peek"]}>
      {/* Screen readers announce the amount left in the card. */}
      <div aria-hidden="true">
        <small>{words.left}</small>
        <Money size="middle" amount={split.balance} />
      </div>
      <div>
        <Submit form={form} isOvertaken={isOvertaken} />
      </div>
    </div>
  );
}
