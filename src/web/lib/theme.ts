import { keep, readKept } from "./browser-storage.ts";
import { createStore } from "./store.ts";

export type Theme = "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");
const systemTheme = (): Theme => (system.matches ? "dark" : "light");

/** Null follows the system's theme. */
const chosen = createStore<Theme | null>(readChosen());
const shown = createStore<Theme>(chosen.get() ?? systemTheme());

system.addEventListener("change", show);

/** Returns the theme that is on the screen now. */
export const useTheme = shown.use;

/** Switches to the other theme; switching back to the system's own follows the system again. */
export function switchTheme(): void {
  const other: Theme = shown.get() === "dark" ? "light" : "dark";
  chosen.set(other === systemTheme() ? null : other);
  keep("theme", chosen.get());
  show();
}

function show(): void {
  const choice = chosen.get();
  const root = document.documentElement;
  if (choice) root.dataset["theme"] = choice;
  else delete root.dataset["theme"];
  shown.set(choice ?? systemTheme());
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", shown.get() === "dark" ? "#16191d" : "#ffffff");
}

function readChosen(): Theme | null {
  const kept = readKept("theme");
  return kept === "light" || kept === "dark" ? kept : null;
}
