import { Refusal } from "#server/platform/refusal.ts";

const DEEPEST = 5;

/** Parses a JSON body, refusing one nested deeper than five. Nothing sent counts as `{}`. */
export function parseJsonBody(text: string): unknown {
  if (text === "") return {};
  refuseDepth(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal("not-json");
  }
}

/** Counts open brackets outside of strings; the parser itself has no bound. */
function refuseDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth > DEEPEST) throw new Refusal("not-json");
  }
}
