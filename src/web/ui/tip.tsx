import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";
import css from "./tip.module.css";

type Meaning = "ok" | "warn" | "bad" | "info";

const icons: Record<Meaning, IconName> = { ok: "check", warn: "clock", bad: "stop", info: "info" };

export interface TipProps {
  readonly meaning: Meaning;
  readonly children: ReactNode;
}

/**
 * A sentence or two, shown where they matter. An error is announced when it appears. Put others
 * into an existing live region, or screen readers miss them.
 */
export function Tip({ meaning, children }: TipProps): ReactElement {
  return (
    <div
      className={classes(css["tip"], css[meaning])}
      role={meaning === "bad" ? "alert" : undefined}
    >
      <Icon name={icons[meaning]} />
      <span>{children}</span>
    </div>
  );
}
