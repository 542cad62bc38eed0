import { type ReactElement, useEffect } from "react";
import { useWords } from "#web/lib/language.ts";
import { createStore } from "#web/lib/store.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import css from "./toast.module.css";

export interface Toast {
  readonly kind: "success" | "failure";
  readonly text: string;
  readonly detail?: string;
}

const SUCCESS_LASTS_MS = 6000;

interface Shown extends Toast {
  readonly id: number;
}

const toasts = createStore<readonly Shown[]>([]);
let lastId = 0;

/** Reports that something was done or failed; never the only place an error is shown. */
export function showToast(toast: Toast): void {
  lastId += 1;
  const others = toasts.get().filter((shown) => shown.text !== toast.text);
  toasts.set([...others, { ...toast, id: lastId }]);
}

/** Reports the text of a failure that belongs to no place on the page. */
export function showFailure(text: string): void {
  showToast({ kind: "failure", text });
}

function closeToast(id: number): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id));
}

/** The region all toasts appear in; it is on every page, so that they are announced. */
export function Toasts(): ReactElement {
  const shown = toasts.use();
  return (
    <div className={css["region"]} role="status" aria-live="polite">
      {shown.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function OneToast({ toast }: { readonly toast: Shown }): ReactElement {
  const { common } = useWords();
  const { id, kind, text, detail } = toast;
  useEffect(() => {
    if (kind === "failure") return undefined;
    const timer = setTimeout(() => closeToast(id), SUCCESS_LASTS_MS);
    return () => clearTimeout(timer);
  }, [id, kind]);
  return (
    <div className={classes(css["toast"], css[kind])}>
      <Icon name={kind === "success" ? "check" : "stop"} />
      <div>
        {text}
        {detail && <small>{detail}</small>}
      </div>
      <button
        type="button"
        className={css["close"]}
        aria-label={common.close}
        onClick={() => closeToast(id)}
      >
        <Icon name="cross" small />
      </button>
    </div>
  );
}
