import { type ReactElement, type ReactNode, useId } from "react";
import css from "./card.module.css";
import { classes } from "./classes.ts";

export interface CardProps {
  readonly title?: string;
  /** One link at the right of the title. */
  readonly link?: ReactNode;
  readonly padded?: boolean;
  readonly children: ReactNode;
}

/** A flat surface with a hairline; lists and tables run to its edges. */
export function Card({ title, link, padded = false, children }: CardProps): ReactElement {
  const id = useId();
  return (
    <section
      className={classes(css["card"], padded && css["padded"])}
      aria-labelledby={title ? id : undefined}
    >
      {title && (
        <header className={css["head"]}>
          <h2 id={id}>{title}</h2>
          {link}
        </header>
      )}
      {children}
    </section>
  );
}
