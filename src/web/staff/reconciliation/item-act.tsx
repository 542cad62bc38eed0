import { type ReactElement, useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./reconciliation.module.css";

interface ItemActProps {
  readonly name: string;
  /** The form, which closes itself once it was sent. */
  readonly children: (close: () => void) => ReactElement;
}

/** A button of an item that opens a form in its place; the focus follows to and fro. */
export function ItemAct({ name, children }: ItemActProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen !== wasOpen.current) {
      place.current?.querySelector<HTMLElement>("input, button")?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div ref={place} className={css["act"]}>
      {isOpen ? (
        children(() => setOpen(false))
      ) : (
        <Button small look="quiet" onClick={() => setOpen(true)}>
          {name}
        </Button>
      )}
    </div>
  );
}
