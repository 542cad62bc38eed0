import type { CodeKind } from "#shared/messages/statements/exported-codes.ts";

/** A cell in SQL; one with a code names the kind of code, and is printed as a word. */
type Cell = string | readonly [CodeKind, string];

/** A list that can be exported, in SQL. */
export interface ListDeclaration {
  readonly id: string;
  readonly cells: readonly Cell[];
  readonly amounts?: readonly string[];
  readonly from: string;
}

/**
 * Returns the SELECT of a page of a list, by id after $1, and the kind of code in each cell; null
 * for text that is printed as it is.
 */
export function selectionOf(
  { id, cells, amounts = [], from }: ListDeclaration,
  page: number,
): { readonly text: string; readonly kinds: readonly (CodeKind | null)[] } {
  const pairs = cells.map((cell) => (typeof cell === "string" ? ([null, cell] as const) : cell));
  const texts = pairs.map(([, sql]) => `coalesce((${sql})::text, '')`);
  const text = `select ${id} as id, array[${texts.join(", ")}]::text[] as cells,
        array[${amounts.map((amount) => `(${amount})::text`).join(", ")}]::text[] as amounts
      from ${from} where ${id} > $1 order by ${id} limit ${page}`;
  return { text, kinds: pairs.map(([kind]) => kind) };
}
