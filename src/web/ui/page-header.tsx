import type { ReactElement, ReactNode } from "react";
import { Heading } from "./heading.tsx";
import css from "./page-header.module.css";

export interface PageHeaderProps {
  readonly title: string;
  /** This and the next are passed on to the heading. */
  readonly place?: string;
  readonly tabTitle?: string;
  readonly lead?: ReactNode;
  /** The actions on the whole page, on the right. */
  readonly actions?: ReactNode;
}

export function PageHeader({
  title,
  place,
  tabTitle,
  lead,
  actions,
}: PageHeaderProps): ReactElement {
  return (
    <div className={css["header"]}>
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
