import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import css from "./skeleton.module.css";

export type BarSize = "short" | "middle" | "long" | "figure" | "title";

/** One grey bar in the place of content that is loading. */
export function Bar({ size }: { readonly size: BarSize }): ReactElement {
  return <span className={classes(css["bar"], css[size])} />;
}

/** Delays its bars for the short wait, and announces to screen readers that it is busy. */
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

/** Rows of a label and a value, as in lists, facts and notices. */
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
