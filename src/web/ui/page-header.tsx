import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Heading } from "./heading.tsx";
import css from "./page-header.module.css";

export interface PageHeaderProps {
  readonly title: string;
  /** This and the next are passed on to the heading. */
  readonly place?: string;
  readonly tabTitle?: string;
  readonly lead?: ReactNode;
  /**
   * The title becomes longer once it is loaded, so it has room for two lines on a phone from the
   * start.
   */
  readonly grows?: boolean;
  /** The actions on the whole page, on the right. */
  readonly actions?: ReactNode;
}

export function PageHeader({
  title,
  place,
  tabTitle,
  lead,
  grows = false,
  actions,
}: PageHeaderProps): ReactElement {
  return (
    <div className={classes(css["header"], grows && css["grows"])}>
      <div>
        <Heading place={place} tabTitle={tabTitle}>
          {title}
        </Heading>
        {lead && <p>{lead}</p>}
      </div>
      {actions}
    </div>
  );
}
