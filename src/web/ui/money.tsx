import type { ReactElement } from "react";
import { type Cents, moneyParts } from "#shared/money.ts";
import { useWords } from "#web/lib/language.ts";
import { classes } from "./classes.ts";
import css from "./money.module.css";

export interface MoneyProps {
  readonly amount: Cents;
  readonly size?: "big" | "middle";
  /** Left out in tables, whose headings show it. */
  readonly unit?: boolean;
}

/** An amount in Kenyan grouping, with the unit and the cents less prominent than the shillings. */
export function Money({ amount, size, unit = true }: MoneyProps): ReactElement {
  const { common } = useWords();
  const parts = moneyParts(amount);
  return (
    <span className={classes(css["money"], size && css[size])}>
      {unit && <span className={css["unit"]}>{`${common.ksh} `}</span>}
      {parts.sign}
      {parts.shillings}
      <span className={css["cents"]}>{`.${parts.cents}`}</span>
    </span>
  );
}
