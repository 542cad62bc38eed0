import { sha256Hex } from "#server/kernel/platform/random.ts";

/**
 * Returns the entity tag of a content. It is weak, because each content coding of the same content
 * has different bytes.
 */
export function entityTag(content: string): string {
  return `W/"${sha256Hex(Buffer.from(content))}"`;
}

/** Returns whether an If-None-Match header names a tag, by the weak comparison of RFC 9110. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const given = ifNoneMatch?.split(",").map((one) => opaque(one.trim())) ?? [];
  return given.includes("*") || given.includes(opaque(tag));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}
