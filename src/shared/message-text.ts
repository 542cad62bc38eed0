/** What messages are sent for; the office reads what each comes to. */
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

/** What a message is sent for, by the name of its template. */
export function purposeOf(template: string): MessagePurpose {
  return prefixes.find(([prefix]) => template.startsWith(prefix))?.[1] ?? "other";
}

/**
 * Whether a message goes out although the month's budget is spent: what lets somebody in, and what
 * warns somebody that another may have got in. News wait, which the portal tells as well.
 */
export function goesWithoutBudget(template: string): boolean {
  const purpose = purposeOf(template);
  return purpose === "codes" || purpose === "security" || purpose === "office";
}

/** The places of a text that are filled as it leaves, each once, in their order. */
export function placesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name))];
}

/** Courtesies that a text may have or not. Every message knows whose it is and whom to call. */
const courtesies = ["society", "phone"] as const;
/** What a text may leave out, where the standard one has it. */
const optional: ReadonlySet<string> = new Set([...courtesies, "name"]);

/** The places that a text of one's own must have, and all that it may have. */
export interface TextPlaces {
  readonly required: readonly string[];
  readonly known: readonly string[];
}

/** What the society's own text must and may say, by what the standard texts say. */
export function placesOfText(standard: string, all: readonly string[]): TextPlaces {
  const known = new Set([...all.flatMap(placesIn), ...courtesies]);
  return {
    required: placesIn(standard).filter((place) => !optional.has(place)),
    known: [...known],
  };
}

/** What is wrong with the places of a text of one's own. */
export interface PlaceFaults {
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

/** Holds a text's places against those it must and may have. */
export function faultsOfPlaces(text: string, { required, known }: TextPlaces): PlaceFaults {
  const there = placesIn(text);
  return {
    missing: required.filter((place) => !there.includes(place)),
    unknown: there.filter((place) => !known.includes(place)),
  };
}

/** How long a text may be: an SMS of four parts, a letter of a page. */
export const longestText = { sms: 600, email: 3000, subject: 120 } as const;

/** Which way a template's messages leave, by its name: letters say so. */
export function channelOf(template: string): "sms" | "email" {
  return /-e?mail$/.test(template) ? "email" : "sms";
}
