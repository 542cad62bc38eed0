const acts = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** Calls at each sign that somebody uses the page. Returns the function that stops it. */
export function onActivity(act: () => void): () => void {
  for (const name of acts) window.addEventListener(name, act, { passive: true });
  return () => {
    for (const name of acts) window.removeEventListener(name, act);
  };
}
