import { splitMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import type { split } from "#shared/contract/dividends/splits.ts";
import { fill, type Language } from "#shared/language.ts";
import type { SplitWords } from "#shared/messages/dividends/split-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { PAID } from "#web/paths.ts";
import css from "./dividends.module.css";

export type Payment = z.output<typeof split.answer>["payouts"][number];

const looks: Readonly<Record<Payment["state"], Pick<BadgeProps, "icon" | "meaning">>> = {
  "under-way": { icon: "half", meaning: "info" },
  paid: { icon: "check", meaning: "ok" },
  failed: { icon: "warn", meaning: "bad" },
  shares: { icon: "right" },
  account: { icon: "right" },
  cash: { icon: "right" },
};

/** The state of each payment to the member's phone or bank account. */
export function PaymentsCard({ payouts }: { readonly payouts: readonly Payment[] }): ReactElement {
  const words = useMessages(splitMessages);
  const { language } = useSpoken();
  const rows = payouts.map((payment, at) => ({ ...payment, at }));
  return (
    <Card title={words.payments.title} place={PAID}>
      <Table
        caption={words.payments.caption}
        columns={columnsOf(words, language)}
        rows={rows}
        rowKey={({ at }) => String(at)}
      />
    </Card>
  );
}

function columnsOf({ payments: words }: SplitWords, language: Language): Column<Payment>[] {
  return [
    {
      head: words.heads.what,
      place: "what",
      cell: ({ year, mobileNo }) => (
        <>
          {fill(words.dividend, { year })}
          <span className={css["where"]}>
            {mobileNo ? fill(words.to, { mobile: mobileNo }) : words.toBank}
          </span>
        </>
      ),
    },
    {
      head: words.heads.state,
      place: "more",
      cell: ({ state, receipt, changedOn }) => (
        <>
          <Badge {...looks[state]}>{words.states[state]}</Badge>
          <span className={css["where"]}>
            {receipt ? fill(words.receipt, { receipt }) : formatDay(changedOn, language)}
          </span>
        </>
      ),
    },
    {
      head: words.heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
  ];
}
