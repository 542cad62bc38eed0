/** A variable part of an address, such as `:memberNo`. */
const ANY = null;

interface Place {
  readonly parts: readonly (string | typeof ANY)[];
  readonly methods: Set<string>;
}

/**
 * Knows the methods of each address, to name them in a 405 answer. The router would need a route
 * for each of the thirty other methods at every address, and would double the time to start.
 */
export class AllowedMethods {
  readonly #places = new Map<string, Place>();

  /** Registers a route; a wildcard route names no single address and is skipped. */
  add(pattern: string, methods: readonly string[]): void {
    if (pattern.includes("*")) return;
    const place = this.#places.get(pattern);
    for (const method of methods) place?.methods.add(method);
    if (place) return;
    const parts = split(pattern).map((part) => (part.startsWith(":") ? ANY : part));
    this.#places.set(pattern, { parts, methods: new Set(methods) });
  }

  /** Returns the methods of an address; empty for an unknown address. */
  at(path: string): string[] {
    const parts = split(path);
    const here = [...this.#places.values()].filter((place) => stands(place, parts));
    return [...new Set(here.flatMap(({ methods }) => [...methods]))];
  }
}

/** The segments of a path; a trailing slash is ignored, as the router does. */
function split(path: string): string[] {
  return path.replace(/(.)\/$/, "$1").split("/");
}

function stands(place: Place, parts: readonly string[]): boolean {
  return (
    place.parts.length === parts.length &&
    place.parts.every((part, at) => (part === ANY ? parts[at] !== "" : part === parts[at]))
  );
}
