import type { ReactElement, ReactNode } from "react";
import { Link } from "#web/lib/router.tsx";
import css from "./crumb.module.css";
import { Icon } from "./icon.tsx";

export interface CrumbProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** The link back, above the title of a page that was opened from another. */
export function Crumb({ to, children }: CrumbProps): ReactElement {
  return (
    <Link className={css["crumb"]} to={to}>
      <Icon name="left" small />
      {children}
    </Link>
  );
}
