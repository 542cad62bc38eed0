import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

/** The address of a logo; it contains the digest, so browsers may cache it forever. */
export const logoPath = "/society/logo/:file";

const endings = { "image/png": "png", "image/jpeg": "jpg" } as const;

/** The address of a logo, by its digest and kind. */
export function logoAddress(sha256: string, mediaType: keyof typeof endings): string {
  return logoPath.replace(":file", `${sha256}.${endings[mediaType]}`);
}

const findLogo = statement({
  name: "society-logo",
  text: "select media_type, content from society_logo where sha256 = $1",
  row: z.object({ media_type: z.enum(["image/png", "image/jpeg"]), content: z.instanceof(Buffer) }),
});

/** The logo at an address, as it was checked on upload; null if there is none. */
export async function logoAt(snapshot: Snapshot, file: string) {
  const [, sha256, ending] = /^([0-9a-f]{64})\.(png|jpg)$/.exec(file) ?? [];
  if (sha256 === undefined) return null;
  const found = await snapshot.first(findLogo, [sha256]);
  if (found === null || endings[found.media_type] !== ending) return null;
  return { mediaType: found.media_type, content: found.content };
}
