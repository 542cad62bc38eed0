import { type ReactElement, type ReactNode, useId, useState } from "react";
import { BelowTitle } from "./title-below.tsx";
import css from "./card.module.css";
import { classes } from "./classes.ts";
import { FoldButton, foldCss } from "./fold-button.tsx";

export interface CardProps {
  readonly title?: string;
  /** The name of this part of the page in addresses. */
  readonly place?: string | undefined;
  /** One link at the right of the title. */
  readonly link?: ReactNode;
  readonly padded?: boolean;
  /** Shows only the title on a phone until it is opened. */
  readonly folds?: boolean;
  readonly children: ReactNode;
}

/** A flat surface with a hairline; lists and tables run to its edges. */
export function Card(props: CardProps): ReactElement {
  const { title, place, link, padded = false, folds = false, children } = props;
  const id = useId();
  const [open, setOpen] = useState(!folds);
  return (
    <section
      id={place}
      className={classes(css["card"], padded && css["padded"], !open && foldCss["folded"])}
      aria-labelledby={title ? id : undefined}
    >
      {title && (
        <header className={css["head"]}>
          <h2 id={id}>{title}</h2>
          {link}
          {folds && <FoldButton name={title} open={open} onOpen={setOpen} />}
        </header>
      )}
      <BelowTitle value={title !== undefined}>{children}</BelowTitle>
    </section>
  );
}
