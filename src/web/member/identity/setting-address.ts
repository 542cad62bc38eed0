import { addressOf, paths } from "#web/paths.ts";

/** Returns the address of a member's setting that has a separate page. */
export function ownSettingAddress(part: "contribution" | "leaving" | "nominees"): string {
  return addressOf(paths.ownSettings, { part });
}
