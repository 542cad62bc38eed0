import type { ReactElement, ReactNode } from "react";
import css from "./totals.module.css";

export interface Total {
  readonly label: string;
  /** The amount, or its placeholder while it loads or after it failed. */
  readonly figure: ReactNode;
  readonly fact: string;
}

/** Three figures in one card, separated by hairlines, each with one fact about it. */
export function Totals({
  label,
  totals,
}: {
  readonly label: string;
  readonly totals: readonly Total[];
}): ReactElement {
  return (
    <section className={css["totals"]} aria-label={label}>
      {totals.map((total) => (
        <div key={total.label}>
          <h2>{total.label}</h2>
          <div className={css["figure"]}>{total.figure}</div>
          <p>{total.fact}</p>
        </div>
      ))}
    </section>
  );
}
