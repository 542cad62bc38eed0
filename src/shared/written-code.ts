/**
 * A code that people write down and type again: three groups of four characters, without 0, 1, I,
 * O.
 */
export type WrittenCode = string & { readonly __written: "WrittenCode" };

/** Thirty-two characters that are not mistaken for each other, so that five bits make one. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Makes a code of twelve characters, 60 bits, from eight random bytes or more. */
export function writtenCode(random: Uint8Array): WrittenCode {
  let bits = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let signs = "";
  for (let count = 0; count < 12; count += 1) {
    signs += ALPHABET[Number(bits & 31n)];
    bits >>= 5n;
  }
  return grouped(signs);
}

/**
 * Reads a code as a person types it from paper, in any case and grouping and with any characters
 * between or after the groups, such as a full stop or a long dash; null if it is not one.
 */
export function parseWrittenCode(typed: string): WrittenCode | null {
  const signs = typed.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();
  return /^[A-HJ-NP-Z2-9]{12}$/.test(signs) ? grouped(signs) : null;
}

function grouped(signs: string): WrittenCode {
  return (signs.match(/.{4}/g) ?? []).join("-") as WrittenCode;
}
