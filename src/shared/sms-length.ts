// GSM 03.38: the basic alphabet, and what its extension writes with an escape before it.
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡" +
    "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const extended = new Set("\f^{}\\[~]|€");

/** How long a text is as an SMS, by the alphabet it needs. */
export interface SmsLength {
  /** Plain letters, 160 to a message, or any letter there is, 70 to a message. */
  readonly alphabet: "gsm-7" | "ucs-2";
  /** In septets or in units of UTF-16, as the network counts. */
  readonly units: number;
  /** How many messages it is sent and paid as. */
  readonly parts: number;
  /** How many units still fit into those. */
  readonly left: number;
}

/** What a part holds: alone, and as one of several, which are told apart by a header in each. */
const room = { "gsm-7": { alone: 160, joined: 153 }, "ucs-2": { alone: 70, joined: 67 } } as const;

/** Measures a text as the network does. A character that takes two units is never cut in half. */
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
