import { Problem } from "#server/kernel/platform/problem.ts";

/** Parses a JSON body and rejects one nested deeper than allowed. An empty body counts as `{}`. */
export function parseJsonBody(text: string, deepest: number): unknown {
  if (text === "") return {};
  rejectDepth(text, deepest);
  const parsed = parse(text);
  if (MAY_HOLD_UNSTORABLE.test(text)) rejectUnstorable(parsed);
  return parsed;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Problem("not-json");
  }
}

// Only an escape can contain either: the text itself was read as UTF-8, and JSON allows no NUL.
const MAY_HOLD_UNSTORABLE = /\\u(0000|d[89a-f])/i;

const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * PostgreSQL cannot store NUL, and half a surrogate pair would come back as another character.
 * Rejected beside the field that holds it.
 */
export function rejectUnstorable(value: unknown, field = ""): void {
  if (typeof value === "string" && UNSTORABLE.test(value)) {
    const fields = field === "" ? [] : [{ field, problem: "field.invalid" } as const];
    throw new Problem("invalid", { fields });
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, held] of Object.entries(value)) {
    rejectUnstorable(name);
    rejectUnstorable(held, field === "" ? name : `${field}.${name}`);
  }
}

/** Counts open brackets outside of strings; the parser itself has no limit. */
function rejectDepth(text: string, deepest: number): void {
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
    if (depth > deepest) throw new Problem("not-json");
  }
}
