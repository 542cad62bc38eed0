import { atAddress } from "#web/paths.ts";

/** The sections of the settings, in the order of their links. */
export const parts = [
  "society",
  "look",
  "policies",
  "receipts",
  "payIns",
  "withdrawals",
  "contributions",
  "checkOffWords",
  "messages",
  "sms",
  "retention",
] as const;
export type Part = (typeof parts)[number];

/** Returns the section an address asks for; by default the first. */
export function partAsked(given: string | null): Part {
  const known: Readonly<Record<string, Part>> = Object.fromEntries(
    parts.map((part) => [part, part]),
  );
  return atAddress(known, given ?? "") ?? "society";
}
