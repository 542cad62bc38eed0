const WHOLE = /^\d{1,9}$/;

/**
 * The fields of a log line that a bundle repeats, each in the shape that the program gives it. The
 * message is left out unless it is plain words.
 */
const shapes: Readonly<Record<string, RegExp>> = {
  time: /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/,
  level: WHOLE,
  msg: /^[a-z][a-z' ]{2,60}$/,
  // The form that this program and nginx use; another proxy's id may contain client input.
  requestId: /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/,
  traceparent: /^[0-9a-f-]{55}$/,
  method: /^[A-Z]{3,10}$/,
  // A pattern, whose parts for values have names instead.
  route: /^(?:unknown|\/[\w:./*-]{0,100})$/,
  status: WHOLE,
  ms: WHOLE,
  count: WHOLE,
  schema: WHOLE,
  version: /^\d+\.\d+\.\d+$/,
  job: /^[a-z-]{2,30}$/,
  statement: /^[a-z][a-z_ -]{1,60}$/,
  migration: /^\d{4}-[a-z0-9-]{1,80}$/,
};

const FRAME = / at (?:async )?[\w.#<>]{0,80} ?\(?[^()\n]*?[\w.-]+\.(?:ts|js):\d+:\d+\)?/g;

/** Returns the last log lines of a text, without what the program itself would not have logged. */
export function loggedLines(text: string, most: number): Record<string, unknown>[] {
  const lines = text.split("\n").flatMap((one) => {
    const fields = Object.entries(objectIn(one));
    const kept = fields.filter(([name, value]) => shapes[name]?.test(String(value)) === true);
    const stack = fields.find(([name]) => name === "stack")?.[1];
    const frames = typeof stack === "string" ? { stack: framesOf(stack) } : {};
    return kept.length === 0 ? [] : [{ ...Object.fromEntries(kept), ...frames }];
  });
  return lines.slice(-most);
}

function objectIn(line: string): object {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** The names of functions and the files of a stack, without folders, which may name a person. */
function framesOf(stack: string): string[] {
  const frames = stack.match(FRAME) ?? [];
  return frames.map((frame) => frame.trim().replace(/\(?[^()]*?([\w.-]+:\d+:\d+)\)?$/, "$1"));
}
