import { variableNames } from "#server/kernel/platform/config.ts";
import { addressesIn } from "#server/kernel/platform/server-hosts.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings whose values are neither personal nor secret: choices from a list, and numbers. */
const harmless: ReadonlySet<string> = new Set([
  "AKIBA_MODE",
  "EMBEDDED_DATABASE",
  "PORT",
  "DATABASE_POOL_SIZE",
  "SESSION_BINDING",
  "STAFF_TOTP",
  "SMS_CHANNEL",
  "EMAIL_CHANNEL",
  "PAYOUT_CHANNEL",
  "PAY_IN_CHANNEL",
  "SLOW_STATEMENT_MS",
  "LOG_LEVEL",
]);

/** A choice or a number; nothing else is shown, in case a secret is in the wrong place. */
const CHOICE = /^(?:[a-z]{2,14}|\d{1,9})$/;

/** Returns each setting that is set: its value if it is harmless, else only that it is set. */
export function shownSettings(env: Environment): Record<string, string> {
  const set = variableNames.filter((name) => env[name]?.trim());
  return Object.fromEntries(
    set.map((name) => {
      const value = env[name]?.trim() ?? "";
      const isHarmless = harmless.has(name) || name.startsWith("LIMIT_");
      return [name, isHarmless && CHOICE.test(value) ? value : "(set)"];
    }),
  );
}

/**
 * Returns a text without the values of the other settings, such as an address with a password, and
 * without anything that looks like an e-mail address, a number of a person or a token.
 */
export function scrubbed(text: string, env: Environment): string {
  let clean = text;
  for (const name of variableNames) {
    for (const part of partsOf(env[name]?.trim() ?? "")) {
      if (part.length >= 4 && !CHOICE.test(part)) clean = clean.replaceAll(part, `(${name})`);
    }
  }
  return clean
    .replaceAll(/\S+@\S+/g, "(address)")
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "(address)")
    .replaceAll(/\+?\d[\d\s-]{5,}\d/g, "(number)")
    .replaceAll(/[\w+/=.-]{24,}/g, "(token)");
}

/** A value and, of each address in it, the parts that an error may quote; the whole first. */
function partsOf(value: string): string[] {
  const addresses = addressesIn(value) ?? [value];
  return [value, ...addresses.flatMap(partsOfAddress)];
}

function partsOfAddress(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { hostname, username, password, pathname } = new URL(address);
  return [hostname, username, password, pathname.slice(1)].flatMap((part) => [part, decoded(part)]);
}

/** Decodes a part of an address; one with a stray percent sign is valid, and stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
