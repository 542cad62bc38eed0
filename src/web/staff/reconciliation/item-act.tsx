import { type ReactElement, useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./reconciliation.module.css";

interface ItemActProps {
  readonly name: string;
  readonly blocked?: boolean;
  /** The form, which closes itself once it was sent. */
  readonly children: (close: () => void) => ReactElement;
}

/**
 * A button of an item that is replaced by a form. The focus moves into the form, and back once it
 * closes.
 */
export function ItemAct({ name, blocked = false, children }: ItemActProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The focus stays where it is if the user has moved it meanwhile.
    const isFree = isOpen || document.activeElement === document.body;
    if (isOpen !== wasOpen.current && isFree) {
      place.current?.querySelector<HTMLElement>("input, button")?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div ref={place} className={css["act"]}>
      {isOpen ? (
        children(() => setOpen(false))
      ) : (
        <Button small look="quiet" blocked={blocked} onClick={() => setOpen(true)}>
          {name}
        </Button>
      )}
    </div>
  );
}
