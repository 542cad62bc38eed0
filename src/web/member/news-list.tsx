import type { ReactElement, ReactNode } from "react";
import { Link } from "#web/lib/router.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import css from "./dashboard.module.css";

/** An open task or an event. */
export interface News {
  readonly key: string;
  readonly icon: IconName;
  readonly title: string;
  readonly text: ReactNode;
  /** The exact place that it is about: its title, or a button, links there. */
  readonly to?: string;
  /** The label of that button. */
  readonly see?: string;
  readonly action?: ReactElement;
}

/** Null while it is not known whether there are any. */
export type Known = readonly News[] | null;

export function NewsList({ rows }: { readonly rows: readonly News[] }): ReactElement {
  return (
    <ul className={css["needs"]}>
      {rows.map(({ key, icon, title, text, to, see, action }) => (
        <li key={key}>
          <span className={css["sign"]}>
            <Icon name={icon} />
          </span>
          <div>
            <h3>{to && !see ? <Link to={to}>{title}</Link> : title}</h3>
            <p>{text}</p>
          </div>
          {to && see ? (
            <LinkButton small to={to}>
              {see}
            </LinkButton>
          ) : (
            action
          )}
        </li>
      ))}
    </ul>
  );
}
