import { type ReactElement, useEffect, useRef } from "react";
import { useWords } from "#web/lib/language.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { currentSession, useSessionState } from "#web/lib/session.ts";
import { createStore } from "#web/lib/store.ts";
import { isInZone } from "#web/paths.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import css from "./toast.module.css";

export interface Toast {
  readonly kind: "success" | "failure";
  readonly text: string;
  readonly detail?: string;
  /** Shows on no public page: somebody may go back before the portal is there. */
  readonly inside?: boolean;
}

const SUCCESS_LASTS_MS = 6000;

/** How often the toasts are checked for covering something, because a page loads and scrolls. */
const LOOK_EVERY_MS = 250;
const CORNERS = 3;

interface Shown extends Toast {
  readonly id: number;
  /** The session it was shown in, if any. */
  readonly token: string | undefined;
}

const toasts = createStore<readonly Shown[]>([]);
let lastId = 0;

/** Reports that something was done or failed; never the only place an error is shown. */
export function showToast(toast: Toast): void {
  lastId += 1;
  const others = toasts.get().filter((shown) => shown.text !== toast.text);
  toasts.set([...others, { ...toast, id: lastId, token: currentSession()?.token }]);
}

/** Reports the text of a failure that belongs to no place on the page. */
export function showFailure(text: string): void {
  showToast({ kind: "failure", text });
}

function keepToasts(isKept: (shown: Shown) => boolean): void {
  toasts.set(toasts.get().filter(isKept));
}

function closeToast(id: number): void {
  keepToasts((one) => one.id !== id);
}

/** The region all toasts appear in; it is on every page, so that they are announced. */
export function Toasts(): ReactElement {
  const shown = toasts.use();
  const region = useRef<HTMLDivElement>(null);
  const token = useSessionState().session?.token;
  const isInside = isInZone(useNavigation().address.pathname);
  // A toast of one session never shows in the next, or on a public page opened afterwards.
  useEffect(() => keepToasts((toast) => toast.token === token), [token]);
  useEffect(() => {
    if (!isInside) keepToasts((toast) => toast.token === undefined);
  }, [isInside]);
  useEffect(() => {
    if (shown.length === 0) return undefined;
    const look = (): void => stepAside(region.current);
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [shown]);
  return (
    <div ref={region} className={css["region"]} role="status" aria-live="polite">
      {shown.map(
        (toast) => (isInside || !toast.inside) && <OneToast key={toast.id} toast={toast} />,
      )}
    </div>
  );
}

/**
 * Moves the toasts to the next corner while they cover a control; if no corner is free, to the
 * lowest free gap on the screen.
 */
function stepAside(region: HTMLElement | null): void {
  if (!region || !isCovering(region)) return;
  for (let corner = 0; corner < CORNERS; corner += 1) {
    region.dataset["corner"] = String(corner);
    if (!isCovering(region)) return;
  }
  const gap = lowestGap(region);
  if (gap === undefined) return;
  region.dataset["corner"] = "gap";
  region.style.setProperty("--gap", `${gap - region.offsetTop}px`);
}

function isCovering(region: HTMLElement): boolean {
  const box = region.getBoundingClientRect();
  return boxesOf(PRESSED).some((one) => overlap(one, box));
}

/** Returns where its top has to be. */
function lowestGap(region: HTMLElement): number | undefined {
  const { left, right, height } = region.getBoundingClientRect();
  const taken = boxesOf(PRESSED);
  const tops = taken.map(({ bottom }) => bottom).toSorted((one, other) => other - one);
  return tops.find((top) => {
    const box = { left, right, top, bottom: top + height };
    return top > 0 && box.bottom < innerHeight && !taken.some((one) => overlap(one, box));
  });
}

type Box = Pick<DOMRect, "top" | "right" | "bottom" | "left">;

const PRESSED = ":is(main, header, nav) :is(a, button, input, select, textarea, summary)";

const boxesOf = (selector: string): DOMRect[] =>
  [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());

const overlap = (one: Box, other: Box): boolean =>
  one.top < other.bottom &&
  one.bottom > other.top &&
  one.left < other.right &&
  one.right > other.left;

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
