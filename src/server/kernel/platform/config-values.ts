import * as z from "zod/mini";

/** A value and what counts in its absence. */
export { _default as withDefault } from "zod/mini";

/** One of a few words. */
export const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, `one of ${words.join(", ")}`);

/** A whole number between two, both included. */
export function whole(least: number, most: number) {
  const wanted = `a whole number from ${least} to ${most}`;
  return z.coerce.number(wanted).check(z.int(wanted), z.gte(least, wanted), z.lte(most, wanted));
}

/** An address of one of some protocols. */
export const address = (...protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
        `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
      ),
    );

/** Reads Fastify `trustProxy`: false, true, a number of hops, or a list of addresses. */
export function readTrustProxy(text: string): boolean | number | string[] {
  if (text === "true" || text === "false") return text === "true";
  if (/^\d+$/.test(text)) return Number(text);
  return text.split(",").map((part) => part.trim());
}
