import { aliases, plainAddress } from "#shared/page-addresses.ts";
import { everyPath } from "#shared/statement-addresses.ts";

const pages = new Set([...everyPath, ...Object.keys(aliases)].map(plainAddress));

/** Returns whether the page has a screen at an address; a document to verify has one as well. */
export function isPage(pathname: string): boolean {
  const asked = plainAddress(pathname);
  return pages.has(asked) || /^\/verify\/[^/]*$/.test(asked);
}
