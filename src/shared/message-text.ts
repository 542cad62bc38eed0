/** The purposes of messages; the office sees the cost of each. */
export const messagePurposes = [
  "codes",
  "security",
  "membership",
  "loans",
  "guarantees",
  "dividends",
  "check-off",
  "office",
  "other",
] as const;

export type MessagePurpose = (typeof messagePurposes)[number];

const prefixes: readonly (readonly [prefix: string, purpose: MessagePurpose])[] = [
  ["otp-", "codes"],
  ["codes-", "security"],
  ["login-", "security"],
  ["password-", "security"],
  ["contact-", "security"],
  ["member-welcome", "membership"],
  ["member-", "security"],
  ["second-factor-", "security"],
  ["recovery-code", "security"],
  ["exit-asked", "security"],
  ["exit-", "membership"],
  ["shares-", "membership"],
  ["privacy-", "membership"],
  ["staff-invitation", "codes"],
  ["staff-", "office"],
  ["approval-", "office"],
  ["loan-policy-", "office"],
  ["sms-", "office"],
  ["settings-", "office"],
  ["office-", "office"],
  ["loan-", "loans"],
  ["overpayment-", "loans"],
  ["guarantee-", "guarantees"],
  ["dividend-", "dividends"],
  ["payout-", "dividends"],
  ["case-breached", "office"],
  ["case-", "membership"],
  ["check-off-", "check-off"],
];

/** The purpose of a message, by the name of its template. */
export function purposeOf(template: string): MessagePurpose {
  return prefixes.find(([prefix]) => template.startsWith(prefix))?.[1] ?? "other";
}

/**
 * Whether a message is sent although the month's budget is spent: codes that let somebody in, and
 * warnings that another person may have got in. News wait; the portal shows them as well.
 */
export function goesWithoutBudget(template: string): boolean {
  const purpose = purposeOf(template);
  return purpose === "codes" || purpose === "security" || purpose === "office";
}

/** The placeholders that are filled when a text is sent, each once, in their order. */
export function placesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name))];
}

/** Optional courtesies. Every message names the society and the number to call. */
const courtesies = ["society", "phone"] as const;
/** Placeholders that a text may leave out, although the standard one has them. */
const optional: ReadonlySet<string> = new Set([...courtesies, "name"]);

/** The placeholders that a society's own text must have, and all that it may have. */
export interface TextPlaces {
  readonly required: readonly string[];
  readonly known: readonly string[];
}

/**
 * The required and allowed placeholders of the society's own text, derived from the standard texts.
 */
export function placesOfText(standard: string, all: readonly string[]): TextPlaces {
  const known = new Set([...all.flatMap(placesIn), ...courtesies]);
  return {
    required: placesIn(standard).filter((place) => !optional.has(place)),
    known: [...known],
  };
}

/** The errors in the placeholders of a society's own text. */
export interface PlaceFaults {
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

/** Checks a text's placeholders against the required and allowed ones. */
export function faultsOfPlaces(text: string, { required, known }: TextPlaces): PlaceFaults {
  const there = placesIn(text);
  return {
    missing: required.filter((place) => !there.includes(place)),
    unknown: there.filter((place) => !known.includes(place)),
  };
}

/** The longest text: an SMS of four parts, a letter of a page. */
export const longestText = { sms: 600, email: 3000, subject: 120 } as const;

/** The channel of a template's messages, by its name: letters say so. */
export function channelOf(template: string): "sms" | "email" {
  return /-e?mail$/.test(template) ? "email" : "sms";
}
