import { keep, readKept } from "./browser-storage.ts";
import { createStore } from "./store.ts";

const textSizes = ["normal", "large", "larger"] as const;
export type TextSize = (typeof textSizes)[number];

const chosen = createStore<TextSize>(readChosen());

export const useTextSize = chosen.use;

/** Sets the size of the text in this browser; first-paint.js applies it when a page opens. */
export function setTextSize(size: TextSize): void {
  const kept = size === "normal" ? null : size;
  keep("text", kept);
  if (kept === null) delete document.documentElement.dataset["text"];
  else document.documentElement.dataset["text"] = kept;
  chosen.set(size);
}

function readChosen(): TextSize {
  const kept = readKept("text");
  return textSizes.find((size) => size === kept) ?? "normal";
}
