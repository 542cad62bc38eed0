import { splitMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { fill } from "#shared/language.ts";
import type { SplitWords } from "#shared/messages/dividends/split-en.ts";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useSaidMoment } from "#web/lib/moment.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Table, Tie } from "#web/ui/table.tsx";
import css from "./dividends.module.css";
import { modeOf, type Share } from "./typed-split.ts";

type Said = Pick<Share, "version" | "submittedOn" | "submittedTime" | "rows">;

interface ReceiptProps {
  readonly share: Share;
  readonly said: Said;
  /** It was sent just now, so it takes the focus. */
  readonly isNew: boolean;
  readonly onChange: () => void;
}

/** The member's last submitted choice, as recorded. */
export function Receipt({ share, said: texts, isNew, onChange }: ReceiptProps): ReactElement {
  const { receipt: words } = useMessages(splitMessages);
  const { language } = useSpoken();
  const formatClosing = useSaidMoment();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const closes = formatClosing(share.closesOn, share.closesAt);
  return (
    <section className={css["receipt"]} aria-labelledby="receipt">
      <header>
        <h2 id="receipt" ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <Badge meaning="ok" icon="check">
          {fill(words.version, { version: texts.version })}
        </Badge>
        <p>
          {fill(words.lead, {
            version: texts.version,
            date: formatDay(texts.submittedOn, language),
            time: texts.submittedTime,
          })}
        </p>
      </header>
      <SaidRows said={texts} />
      <footer>
        <p>
          {share.isOpen
            ? fill(words.until, { closes })
            : share.state === "paid"
              ? words.paid
              : words.locked}
        </p>
        <Button small onClick={() => window.print()}>
          <Icon name="print" small />
          {words.print}
        </Button>
        {share.isOpen && (
          <Button small look="primary" onClick={onChange}>
            {words.change}
          </Button>
        )}
      </footer>
    </section>
  );
}

/** The rows of a submitted choice, with the tax and the net of each. */
export function SaidRows({ said: texts }: { readonly said: Said }): ReactElement {
  const { receipt: words, modes } = useMessages(splitMessages);
  const sum = (of: "amount" | "tax" | "net"): string =>
    formatMoney(addCents(...texts.rows.map((row) => fromWireAmount(row[of]))));
  const rows = texts.rows.map((row, at) => ({ ...row, at }));
  return (
    <Table
      caption={words.title}
      rows={rows}
      rowKey={({ at }) => String(at)}
      total={words.total}
      columns={[
        {
          head: words.mode,
          place: "what",
          cell: (row) => whereOf(row, modes[modeOf(row.mode)], words),
        },
        {
          head: words.amount,
          place: "when",
          number: true,
          cardLabel: words.amount,
          cell: ({ amount }) => money(amount),
          total: sum("amount"),
          totalLabel: words.amount,
        },
        {
          head: words.tax,
          place: "balance",
          number: true,
          cardLabel: words.tax,
          cell: ({ tax }) => money(tax),
          total: sum("tax"),
          totalLabel: words.tax,
        },
        {
          head: words.net,
          place: "howMuch",
          number: true,
          cell: ({ net }) => money(net),
          total: <Tie>{sum("net")}</Tie>,
        },
      ]}
    />
  );
}

/** The mode of a row, and below it the loan or the bill. */
function whereOf(
  { loanNo, bill }: Said["rows"][number],
  mode: string,
  words: SplitWords["receipt"],
): ReactNode {
  const where = loanNo ? fill(words.toLoan, { loanNo }) : bill && fill(words.forBill, { bill });
  return where ? [mode, <Below key="where" words={where} />] : mode;
}

function Below({ words }: { readonly words: string }): ReactElement {
  return <span className={css["where"]}>{words}</span>;
}
