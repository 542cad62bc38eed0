// GSM 03.38: the basic alphabet, and the characters that its extension writes after an escape.
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡" +
    "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const extended = new Set("\f^{}\\[~]|€");

/** The length of a text as an SMS, by the alphabet it needs. */
export interface SmsLength {
  /** Plain letters, 160 to a message, or any letter there is, 70 to a message. */
  readonly alphabet: "gsm-7" | "ucs-2";
  /** In septets or in units of UTF-16, as the network counts. */
  readonly units: number;
  /** The number of messages it is sent and charged as. */
  readonly parts: number;
  /** The number of units that still fit into those. */
  readonly left: number;
}

/** The capacity of a part: alone, and as one of several, which have a header each. */
const room = { "gsm-7": { alone: 160, joined: 153 }, "ucs-2": { alone: 70, joined: 67 } } as const;

/** Measures a text as the network does. A character of two units is never split. */
export function smsLength(text: string): SmsLength {
  const characters = Array.from(text);
  const isPlain = characters.every((one) => basic.has(one) || extended.has(one));
  const alphabet = isPlain ? "gsm-7" : "ucs-2";
  const { alone, joined } = room[alphabet];
  const sizes = characters.map((one) => (isPlain ? (extended.has(one) ? 2 : 1) : one.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  if (units <= alone) return { alphabet, units, parts: 1, left: alone - units };
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > joined) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return { alphabet, units, parts, left: joined - used };
}
