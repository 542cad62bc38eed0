import * as z from "zod/mini";
import type { CodeKind } from "#shared/messages/statements/exported-codes.ts";
import { type Cents, cents } from "#shared/money.ts";
import type { ReadPart } from "#server/kernel/http/mount-files.ts";
import { type Statement, statement } from "#server/kernel/platform/database.ts";
import { type List, lists } from "./exported-lists.ts";
import { type ListDeclaration, selectionOf } from "./list-declaration.ts";

/** A row of a list: its id, its cells as text, and its amounts in the columns after them. */
const row = z.object({ id: z.bigint(), cells: z.array(z.string()), amounts: z.array(z.string()) });

export interface ListRow {
  readonly cells: readonly string[];
  readonly amounts: readonly Cents[];
}

const PAGE = 500;

interface ReadableList {
  readonly read: Statement<z.infer<typeof row>>;
  /** The kind of code in each cell; null for text that is printed as it is. */
  readonly kinds: readonly (CodeKind | null)[];
}

/** Prepares a list to be read in pages by id. */
function readable(name: string, declaration: ListDeclaration): ReadableList {
  const { text, kinds } = selectionOf(declaration, PAGE);
  return { read: statement({ name: `export-${name}`, text, row }), kinds };
}

const readableLists = Object.fromEntries(
  Object.entries(lists).map(([name, declaration]) => [name, readable(name, declaration)]),
) as Readonly<Record<List, ReadableList>>;

/** Returns the kind of code in each cell of a list; null for text that is printed as it is. */
export function codesIn(name: List): readonly (CodeKind | null)[] {
  return readableLists[name].kinds;
}

/** Reads a whole list in the order of its ids, page by page. */
export async function* everyRow(read: ReadPart, name: List): AsyncGenerator<readonly ListRow[]> {
  for (let after: bigint | undefined = 0n; after !== undefined;) {
    const from: bigint = after;
    const rows = await read((snapshot) => snapshot.rows(readableLists[name].read, [from]));
    yield rows.map(({ cells, amounts }) => {
      return { cells, amounts: amounts.map((one) => cents(BigInt(one))) };
    });
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
  }
}
