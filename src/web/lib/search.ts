/** The parameters of a query string; undefined and empty ones are left out. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Returns the parameters of a query string by their names. */
export function parametersIn<Name extends string>(
  search: string,
): Readonly<Partial<Record<Name, string>>> {
  return Object.fromEntries(new URLSearchParams(search)) as Partial<Record<Name, string>>;
}

/** Writes a query string with its question mark; an empty text if nothing is given. */
export function searchOf(query: Query): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : "";
}
