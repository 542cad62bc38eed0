/** A part of an address that is anything, as `:memberNo` is. */
const ANY = null;

interface Place {
  readonly parts: readonly (string | typeof ANY)[];
  readonly methods: Set<string>;
}

/**
 * Which methods each address takes, for saying so to one who came with another. The server's router
 * would need a route for each of the thirty others at every address, and take as long again to
 * start.
 */
export class AllowedMethods {
  readonly #places = new Map<string, Place>();

  /** Takes note of a route; one that stands for every address below it names none. */
  add(pattern: string, methods: readonly string[]): void {
    if (pattern.includes("*")) return;
    const place = this.#places.get(pattern);
    for (const method of methods) place?.methods.add(method);
    if (place) return;
    const parts = split(pattern).map((part) => (part.startsWith(":") ? ANY : part));
    this.#places.set(pattern, { parts, methods: new Set(methods) });
  }

  /** The methods that an address takes; none where there is no such address. */
  at(path: string): string[] {
    const parts = split(path);
    const here = [...this.#places.values()].filter((place) => stands(place, parts));
    return [...new Set(here.flatMap(({ methods }) => [...methods]))];
  }
}

/** The parts of a path; one stroke at its end is no matter, as for the router. */
function split(path: string): string[] {
  return path.replace(/(.)\/$/, "$1").split("/");
}

function stands(place: Place, parts: readonly string[]): boolean {
  return (
    place.parts.length === parts.length &&
    place.parts.every((part, at) => (part === ANY ? parts[at] !== "" : part === parts[at]))
  );
}
