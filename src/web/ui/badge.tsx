import type { ReactElement } from "react";
import css from "./badge.module.css";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";

export interface BadgeProps {
  readonly meaning?: "ok" | "warn" | "bad" | "info";
  readonly icon: IconName;
  readonly children: string;
}

/** A state as label and icon; the colour only supports them. */
export function Badge({ meaning, icon, children }: BadgeProps): ReactElement {
  return (
    <span className={classes(css["badge"], meaning && css[meaning])}>
      <Icon name={icon} />
      {children}
    </span>
  );
}
