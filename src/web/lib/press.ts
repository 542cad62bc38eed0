/**
 * A press that never ends, such as under one of the browser's menus, delays answers no longer than
 * this.
 */
export const LONGEST_PRESS_MS = 1000;

/** A touch ends some milliseconds before its click. */
const CLICK_FOLLOWS_MS = 50;

let end = (): void => {};
let ended = Promise.resolve();

/** From now on `pressEnded` knows of presses. */
export function followPresses(): void {
  addEventListener("pointerdown", () => {
    ended = new Promise((resolve) => {
      end = resolve;
      setTimeout(resolve, LONGEST_PRESS_MS);
    });
  });
  for (const last of ["pointerup", "pointercancel"]) {
    addEventListener(last, () => setTimeout(end, CLICK_FOLLOWS_MS));
  }
}

/**
 * Resolves once nothing is being pressed. An answer shown during a press can move the control away;
 * the press then ends elsewhere and is lost.
 */
export function pressEnded(): Promise<void> {
  return ended;
}
