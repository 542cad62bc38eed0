import { useLayoutEffect, useRef } from "react";
import { keep, readKept } from "#web/lib/browser-storage.ts";
import { createStore } from "#web/lib/store.ts";

/** Shortcuts of a single letter, without a modifier key. */
export type Keys = Readonly<Record<string, () => void>>;

const areOn = createStore(readKept("keys") !== "off");

/** Whether shortcuts are on: people who use speech input can turn them off. */
export const useKeysOn = areOn.use;

export function turnKeys(on: boolean): void {
  keep("keys", on ? null : "off");
  areOn.set(on);
}

/** Handles shortcuts while nothing is being typed and no dialog is open. */
export function useKeys(keys: Keys): void {
  const on = areOn.use();
  const latest = useRef(keys);
  // Both run before the next paint, so that a quick key press acts on what the person sees.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    if (!on) return undefined;
    const press = (event: KeyboardEvent): void => {
      const held = event.ctrlKey || event.metaKey || event.altKey;
      if (held || event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      const key = event.key.toLowerCase();
      const act = latest.current[key];
      // Enter belongs to the focused element; we handle it only if nothing has the focus.
      if (!act || (key === "enter" && event.target !== document.body)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [on]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}
