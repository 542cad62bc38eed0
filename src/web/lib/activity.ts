const acts = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** Calls `act` on each activity of the user. Returns the function that stops it. */
export function onActivity(act: () => void): () => void {
  for (const name of acts) window.addEventListener(name, act, { passive: true });
  return () => {
    for (const name of acts) window.removeEventListener(name, act);
  };
}
