import { addressOf, paths } from "#web/paths.ts";

/** Returns the address of a member's setting that has a page of its own. */
export function ownSettingAddress(part: "contribution" | "leaving" | "nominees"): string {
  return addressOf(paths.ownSettings, { part });
}
