import type { ReactElement, ReactNode } from "react";
import { Heading } from "./heading.tsx";
import css from "./page-header.module.css";

export interface PageHeaderProps {
  readonly title: string;
  /** As the heading takes it. */
  readonly place?: string;
  readonly lead?: ReactNode;
  /** What can be done with the whole page, at its right. */
  readonly actions?: ReactNode;
}

export function PageHeader({ title, place, lead, actions }: PageHeaderProps): ReactElement {
  return (
    <div className={css["header"]}>
      <div>
        <Heading place={place}>{title}</Heading>
        {lead && <p>{lead}</p>}
      </div>
      {actions}
    </div>
  );
}
