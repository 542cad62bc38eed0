import { useLayoutEffect, useRef } from "react";
import { keep, readKept } from "#web/lib/browser-storage.ts";
import { createStore } from "#web/lib/store.ts";

/** Letters that do something, each without any other key held down. */
export type Keys = Readonly<Record<string, () => void>>;

const areOn = createStore(readKept("keys") !== "off");

/** Whether letters do anything: who speaks to their computer can turn them off. */
export const useKeysOn = areOn.use;

export function turnKeys(on: boolean): void {
  keep("keys", on ? null : "off");
  areOn.set(on);
}

/** Listens for letters while nothing is being typed and no dialog asks something. */
export function useKeys(keys: Keys): void {
  const on = areOn.use();
  const latest = useRef(keys);
  // Both before what they act on is painted: who presses at once means what they see.
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
      // Enter is for what has the focus; only where nothing has, it is ours.
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
