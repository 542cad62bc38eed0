import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import css from "./skeleton.module.css";

export type BarSize = "short" | "middle" | "long" | "figure" | "title";

/** One grey bar in the place of something that is coming. */
export function Bar({ size }: { readonly size: BarSize }): ReactElement {
  return <span className={classes(css["bar"], css[size])} />;
}

/** Holds the bars of one place back for the wait, and tells those who hear that it is busy. */
export function Skeleton({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className={css["waiting"]} role="status" aria-busy="true" aria-label={label}>
      {children}
    </div>
  );
}

const widths: readonly BarSize[] = ["middle", "long", "short", "long", "middle", "short", "long"];

/** Rows of a term and a value, as lists, facts and notices have them. */
export function SkeletonLines({ rows }: { readonly rows: number }): ReactElement {
  return (
    <ul className={css["lines"]}>
      {Array.from({ length: rows }, (_, row) => (
        <li key={row}>
          <Bar size="long" />
          <Bar size={widths[row % widths.length] ?? "middle"} />
        </li>
      ))}
    </ul>
  );
}
