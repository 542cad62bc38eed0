import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement, ReactNode } from "react";
import { fill } from "#shared/language.ts";
import type { StatementWords } from "#shared/messages/statements/statements-en.ts";
import css from "./chart.module.css";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface ChartPoint {
  /** The position from the left edge, 0, to the right edge, 1. */
  readonly at: number;
  /** In shillings: a line on a screen needs no cents. */
  readonly value: number;
}

export interface ChartProps {
  /** The text alternative of the chart, for screen readers. */
  readonly label: string;
  readonly caption: ReactNode;
  readonly points: readonly ChartPoint[];
  /** The label of the last point. */
  readonly last: string;
  readonly labels: readonly { readonly at: number; readonly text: string }[];
  /** A debt's axis starts at zero; that of savings a little below their lowest value. */
  readonly fromZero?: boolean;
  /** The same figures as a table. */
  readonly table: ReactNode;
}

/** A balance over time, drawn in steps, because a balance changes in steps. */
export function StepChart(props: ChartProps): ReactElement {
  const { label, caption, points, last, labels, fromZero = false, table } = props;
  const { chart } = useMessages(statementsMessages);
  const values = points.map(({ value }) => value);
  const lines = gridLines(Math.min(...values, ...(fromZero ? [0] : [])), Math.max(...values));
  const [low = 0, high = 1] = [lines[0], lines.at(-1)];
  const down = (value: number): number => ((high - value) / (high - low)) * 100;
  const end = points.at(-1);
  const line = points
    .map(({ at, value }, index) =>
      index === 0
        ? `M${round(at * 100)} ${round(down(value))}`
        : `H${round(at * 100)}V${round(down(value))}`,
    )
    .join("");
  const right = round((end?.at ?? 1) * 100);
  const tagAt = { left: `${right}%`, top: `${down(end?.value ?? low)}%` };
  return (
    <>
      <figure className={css["chart"]} role="group" aria-label={label}>
        <figcaption>{caption}</figcaption>
        <div className={css["plot"]} aria-hidden="true">
          {lines.map((value) => (
            <div key={value} className={css["line"]} style={{ top: `${down(value)}%` }}>
              <span>{short(value, chart)}</span>
            </div>
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none">
            <path className={css["area"]} d={`${line}V100H${round((points[0]?.at ?? 0) * 100)}Z`} />
            <path className={css["steps"]} d={line} />
          </svg>
          <span className={css["dot"]} style={tagAt} />
          <span className={classes(css["tag"], css[placeOfTag(points, low, high)])} style={tagAt}>
            {last}
          </span>
        </div>
        <div className={css["axis"]} aria-hidden="true">
          {labels.map(({ at, text }) => (
            <span key={at} style={{ left: `${at * 100}%` }}>
              {text}
            </span>
          ))}
        </div>
      </figure>
      <details className={css["table"]}>
        <summary>
          <Icon name="right" small />
          {chart.table}
        </summary>
        {table}
      </details>
    </>
  );
}

/** The position of the last label, placed so that the line does not run through it. */
function placeOfTag(points: readonly ChartPoint[], low: number, high: number): string {
  const [first, end] = [points[0], points.at(-1)];
  if (!first || !end) return "above";
  if (end.at < 0.6) return "beside";
  const sinks = end.value < first.value;
  return sinks && (end.value - low) / (high - low) > 0.2 ? "below" : "above";
}

/** Returns at most five round figures that span all values. */
function gridLines(low: number, high: number): number[] {
  const span = Math.max(high - low, Math.abs(high) * 0.1, 100);
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step =
    [1, 2, 2.5, 5, 10, 20, 25, 50]
      .map((factor) => factor * power)
      .find((size) => Math.ceil(high / size) - Math.floor(low / size) <= 4) ?? span;
  const first = Math.floor(low / step);
  const count = Math.max(1, Math.ceil(high / step) - first);
  return Array.from({ length: count + 1 }, (_, index) => (first + index) * step);
}

function short(value: number, words: StatementWords["chart"]): string {
  const size = Math.abs(value);
  const plain = (count: number): string => String(Math.round(count * 100) / 100);
  if (size >= 1_000_000) return fill(words.million, { count: plain(value / 1_000_000) });
  if (size >= 1000) return fill(words.thousand, { count: plain(value / 1000) });
  return plain(value);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
