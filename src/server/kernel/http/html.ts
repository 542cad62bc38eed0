/** HTML that is safe to send: made only by the `html` template, which escapes its values. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

/** Builds HTML from a template; strings in it are escaped, pieces of Html are not. */
export function html(pieces: TemplateStringsArray, ...values: readonly Value[]): Html {
  const filled = pieces.map((piece, at) => piece + (at < values.length ? render(values[at]) : ""));
  return new Html(filled.join(""));
}

function render(value: Value | undefined): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map((piece) => piece.text).join("");
  return escapeHtml(String(value ?? ""));
}

/** Escapes text for an element or an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
