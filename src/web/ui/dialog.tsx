import {
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from "react";
import css from "./dialog.module.css";

export interface DialogProps {
  /** Closing, by Escape or a press outside, must be the safe answer. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A confirmation with its consequence; the focus goes to the safe answer and returns afterwards.
 */
export function Dialog(
  props: DialogProps & { readonly title: string; readonly actions: ReactNode },
): ReactElement {
  const id = useId();
  const ref = useModal();
  return (
    <dialog
      ref={ref}
      className={css["dialog"]}
      role="alertdialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <h2 id={id}>{props.title}</h2>
      {props.children}
      {props.actions && <div className={css["actions"]}>{props.actions}</div>}
    </dialog>
  );
}

/** A drawer from the bottom edge, for phones. */
export function Sheet(props: DialogProps & { readonly label: string }): ReactElement {
  const ref = useModal();
  const pressOutside = (event: MouseEvent): void => {
    if (event.target === ref.current) props.onClose();
  };
  return (
    // A press outside the sheet targets the dialog itself; Escape does the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      className={css["sheet"]}
      aria-label={props.label}
      onClick={pressOutside}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <div className={css["grip"]} />
      {props.children}
    </dialog>
  );
}

/**
 * Opens the dialog while it is on the page. The browser keeps the focus inside and restores it on
 * close. React only removes the element, so `close` is called first.
 */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return ref;
}
