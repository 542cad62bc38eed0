import { Refusal } from "#server/platform/refusal.ts";

/** Parses a JSON body, refusing one nested deeper than allowed. Nothing sent counts as `{}`. */
export function parseJsonBody(text: string, deepest: number): unknown {
  if (text === "") return {};
  refuseDepth(text, deepest);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal("not-json");
  }
}

/** Counts open brackets outside of strings; the parser itself has no bound. */
function refuseDepth(text: string, deepest: number): void {
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
    if (depth > deepest) throw new Refusal("not-json");
  }
}
