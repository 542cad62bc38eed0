/** The parameters of a query string; undefined and empty ones are left out. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Writes a query string with its question mark; an empty text if nothing is given. */
export function searchOf(query: Query): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : "";
}
