import { aliases, paths, plainAddress } from "#shared/page-addresses.ts";
import { runningStatementKinds } from "#shared/statement-columns.ts";

const statementAddresses = Object.values(runningStatementKinds).map(({ address }) => address);
const pages = new Set(
  [...Object.values(paths), ...statementAddresses, ...Object.keys(aliases)].map(plainAddress),
);

/** Returns whether the page has a screen at an address; a document to verify has one as well. */
export function isPage(pathname: string): boolean {
  const asked = plainAddress(pathname);
  return pages.has(asked) || /^\/verify\/[^/]*$/.test(asked);
}
