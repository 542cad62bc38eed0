import type { ReactElement } from "react";
import { classes } from "./classes.ts";
import css from "./icon.module.css";

/** Drawn on a 20-unit grid with a 1.6 line, always beside a word. */
const drawings = {
  user:
    "M13.25 6.5a3.25 3.25 0 1 1-6.5 0 3.25 3.25 0 0 1 6.5 0z" +
    "M3.5 17c.6-3.4 3.1-5 6.5-5s5.9 1.6 6.5 5",
  loan:
    "M3.5 5h13A1.5 1.5 0 0 1 18 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 2 13.5v-7" +
    "A1.5 1.5 0 0 1 3.5 5z" +
    "M12.25 10a2.25 2.25 0 1 1-4.5 0 2.25 2.25 0 0 1 4.5 0zM5 10h.01M15 10h.01",
  pie: "M10 2.5a7.5 7.5 0 1 0 7.5 7.5H10zM13 2.2A7.5 7.5 0 0 1 17.8 7H13z",
  list: "M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M7.5 10h5M7.5 13.5h5",
  guarantee:
    "M9.75 7a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 0 1 5.5 0z" +
    "M1.8 16.5c.4-3 2.4-4.5 5.2-4.5s4.8 1.5 5.2 4.5M13 4.6a2.5 2.5 0 0 1 0 4.8" +
    "M14.8 12.3c2 .5 3.1 1.9 3.4 4.2",
  layers: "m10 2.5 7.5 4-7.5 4-7.5-4zM2.5 10.2l7.5 4 7.5-4M2.5 13.7l7.5 4 7.5-4",
  wallet:
    "M15.5 6V4.2a1 1 0 0 0-1.2-1L4 5.2A2 2 0 0 0 2.5 7v8.5A1.5 1.5 0 0 0 4 17h12" +
    "a1.5 1.5 0 0 0 1.5-1.5v-8A1.5 1.5 0 0 0 16 6H4" +
    "M14 11.5h.01",
  tray: "M10 2.5V11M6.8 7.8 10 11l3.2-3.2M3 12v4a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 17 16v-4",
  out: "M8 3H4.5A1.5 1.5 0 0 0 3 4.5v11A1.5 1.5 0 0 0 4.5 17H8M13 13.5 16.5 10 13 6.5M16.5 10H8",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  half: "M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0z",
  check: "m4 10.5 4 4 8-9",
  sliders: "M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4",
  right: "m8 5.5 4.5 4.5L8 14.5",
  clock: "M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0zM10 5.8V10l2.8 1.8",
  lock:
    "M5.5 9h9a1.5 1.5 0 0 1 1.5 1.5v5.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 16v-5.5" +
    "A1.5 1.5 0 0 1 5.5 9z" +
    "M6.8 9V6.2a3.2 3.2 0 0 1 6.4 0V9",
  chat: "M3 4.5h14v9.5H9.5L6 17v-3H3z",
  info: "M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0zM10 9v4.5M10 6.5h.01",
  stop: "M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0zM10 6v4.8M10 13.5h.01",
  cross: "m5 5 10 10M15 5 5 15",
  plus: "M10 4v12M4 10h12",
  retry: "M16.5 10a6.5 6.5 0 1 1-2-4.7L16.5 7M16.5 3v4h-4",
  print:
    "M5.5 7.5v-5h9v5M5.5 14h-2a1 1 0 0 1-1-1V8.5a1 1 0 0 1 1-1h13a1 1 0 0 1 1 1V13a1 1 0 0 1-1 1" +
    "h-2M5.5 11.5h9v6h-9z",
  search: "M14.1 8.8a5.3 5.3 0 1 1-10.6 0 5.3 5.3 0 0 1 10.6 0zM12.8 12.8 17 17",
  calendar:
    "M4.5 4.5h11A1.5 1.5 0 0 1 17 6v9.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5V6" +
    "a1.5 1.5 0 0 1 1.5-1.5zM3 8.5h14M6.8 2.5V6M13.2 2.5V6",
  down: "m5.5 8 4.5 4.5L14.5 8",
  left: "M12 5.5 7.5 10l4.5 4.5",
  warn: "M10 3 18 17H2zM10 8v4M10 14.5h.01",
  part: "M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0zM10 2.5v15",
  off:
    "M2.5 3 17 17.5M5 9.2A8 8 0 0 1 8 7.6M2.5 6.8A12 12 0 0 1 5.5 5" +
    "M17.5 6.8A12 12 0 0 0 8.5 4M12.5 8.2c.9.2 1.7.6 2.5 1.2M7.5 12.3A4 4 0 0 1 10 11.5" +
    "M10 15h.01",
} as const;

export type IconName = keyof typeof drawings;

export interface IconProps {
  readonly name: IconName;
  readonly small?: boolean;
  readonly className?: string | undefined;
}

/** A drawing that only accompanies words, hidden from those who hear the page. */
export function Icon({ name, small = false, className }: IconProps): ReactElement {
  return (
    <svg
      className={classes(css["icon"], small && css["small"], className)}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
      {name === "half" && <path fill="currentColor" d="M10 2.5a7.5 7.5 0 0 1 0 15z" />}
    </svg>
  );
}
