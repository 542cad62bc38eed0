/**
 * The prerendered form, which first-paint.js shows while the code is loading. It looks like the
 * form that replaces it, which takes over the input and the presses.
 */
import { keep } from "./browser-storage.ts";

interface FirstForm {
  /** The text in each field, by its name. */
  readonly typed: Readonly<Record<string, string>>;
  /** The places, among all controls, of the buttons that were pressed. */
  readonly pressed: readonly number[];
  /** The place of the control with the focus, or -1. */
  readonly focused: number;
  /** Where somebody types in it, if they do. */
  readonly cursor: number | null;
}

let first: FirstForm | null = null;

/** Reads the form of the page, just before another one replaces it. */
export function takeFirstForm(root: HTMLElement): void {
  if (root.dataset["first"] === undefined) return;
  delete root.dataset["first"];
  const controls = controlsIn(root);
  const fields = controls.filter((control) => control instanceof HTMLInputElement);
  const focused = controls.findIndex((control) => control === document.activeElement);
  const pressed = controls.flatMap(({ ariaDisabled }, place) => (ariaDisabled ? [place] : []));
  const cursor = fields.find((field) => field === document.activeElement)?.selectionStart ?? null;
  const isShared = fields.find(({ type }) => type === "checkbox")?.checked ?? false;
  keep("shared", isShared ? "on" : null);
  const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  first = { typed, pressed, focused, cursor };
}

/** Returns the input of the first form, until the form that replaced it has taken it over. */
export function typedFirst(): Readonly<Record<string, string>> {
  return first?.typed ?? {};
}

/** Continues in the form that replaced the first one, with the same focus and presses. */
export function goOn(root: HTMLElement): void {
  if (!first) return;
  const { pressed, focused, cursor } = first;
  first = null;
  const controls = controlsIn(root);
  const field = controls[focused];
  field?.focus({ preventScroll: true });
  if (field instanceof HTMLInputElement && cursor !== null) {
    field.setSelectionRange(cursor, cursor);
  }
  for (const place of pressed) controls[place]?.click();
}

function controlsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("a, button, input")];
}
