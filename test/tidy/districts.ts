import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A district of the server: folders under one name, and the districts its code may import. */
export interface District {
  /** Folders that other folders may import. */
  readonly foundation: readonly string[];
  /** Folders that only app.ts, the demo and the command line import. */
  readonly slices: readonly string[];
  readonly mayImport: ReadonlySet<string>;
}

/** The table of districts in docs/architecture.md, from the lowest to the highest. */
export const districts: ReadonlyMap<string, District> = readDistricts(
  readFileSync(join(import.meta.dirname, "../../docs/architecture.md"), "utf8"),
);

/** Reads the table. Throws if a district may import one that does not come before it. */
export function readDistricts(page: string): Map<string, District> {
  const found = new Map<string, District>();
  for (const [, name = "", foundation = "", slices = "", below = ""] of page.matchAll(
    /^\| `([a-z-]+)` \|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm,
  )) {
    const mayImport = new Set(codeWords(below));
    for (const other of mayImport) {
      if (!found.has(other)) throw new Error(`${name} may import ${other}, which is not below it`);
    }
    found.set(name, { foundation: codeWords(foundation), slices: codeWords(slices), mayImport });
  }
  if (found.size === 0) throw new Error("docs/architecture.md has no table of districts");
  return found;
}

function codeWords(cell: string): string[] {
  return [...cell.matchAll(/`([a-z-]+)`/g)].map(([, word = ""]) => word);
}
