import { isIP } from "node:net";
import * as z from "zod/mini";
import { address, oneOf, withDefault } from "./config-values.ts";

/** How payments reach phones: in a file that staff pay, or by the provider's own API. */
export type PayoutConfig = { channel: "file" } | ({ channel: "daraja" } & DarajaConfig);

/** Whether members can pay in by M-Pesa, to the paybill of the society. */
export type PayInConfig = { channel: "none" } | ({ channel: "daraja" } & PaybillAccess);

/** Access to a paybill, with the passkey from which passwords of prompts are made. */
export interface PaybillAccess extends DarajaAccess {
  passkey: string;
  /** Null if returns are made in the provider's portal. */
  initiator: Initiator | null;
}

/** The person in whose name the provider is asked to pay, to answer and to reverse. */
export interface Initiator {
  initiatorName: string;
  securityCredential: string;
}

/** Access with which payments can be reversed. */
export type ReversingAccess = DarajaAccess & Initiator;

/** The access with which M-Pesa is asked to reverse payments; null if it cannot be asked. */
export const reversingAccess = (payIns: PayInConfig): (PaybillAccess & Initiator) | null =>
  payIns.channel === "daraja" && payIns.initiator !== null
    ? { ...payIns, ...payIns.initiator }
    : null;

/** Access to the provider's API for one short code. */
export interface DarajaAccess extends CallbackConfig {
  consumerKey: string;
  consumerSecret: string;
  shortCode: string;
  baseUrl: string;
  /** The address the provider calls, without the secret and without a trailing slash. */
  callbackUrl: string;
}

export interface DarajaConfig extends DarajaAccess, Initiator {}

/** How a call of the provider is recognised. */
export interface CallbackConfig {
  /** The secret part of the address, known only to the provider. */
  callbackSecret: string;
  /** The addresses that calls are accepted from. */
  callbackAddresses: string[];
}

/**
 * The provider rejects an address that contains its name, and a path allows no other characters.
 */
const callbackSecret = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9_-]{32,128}$/, "32 to 128 random letters, digits, - or _"),
    z.refine(namesNoProvider, "a text without the words mpesa and safaricom"),
  );

const shortCode = z.optional(z.string().check(z.regex(/^\d{5,9}$/, "5 to 9 digits")));

const addressList = z
  .array(z.string().check(z.refine((one) => isIP(one) !== 0, "IP addresses with commas between")))
  .check(z.minLength(1, "IP addresses with commas between"));

/** The variables of payments by M-Pesa, in both directions. */
export const darajaVariables = {
  PAYOUT_CHANNEL: withDefault(oneOf(["file", "daraja"]), "file"),
  PAY_IN_CHANNEL: withDefault(oneOf(["none", "daraja"]), "none"),
  DARAJA_CONSUMER_KEY: z.optional(z.string()),
  DARAJA_CONSUMER_SECRET: z.optional(z.string()),
  DARAJA_INITIATOR_NAME: z.optional(z.string()),
  DARAJA_SECURITY_CREDENTIAL: z.optional(z.string()),
  DARAJA_SHORT_CODE: shortCode,
  DARAJA_PAYBILL: shortCode,
  DARAJA_PASSKEY: z.optional(z.string().check(z.minLength(8, "the passkey that M-Pesa gave"))),
  DARAJA_BASE_URL: withDefault(address("http:", "https:"), "https://api.safaricom.co.ke"),
  DARAJA_CALLBACK_SECRET: z.optional(callbackSecret),
  DARAJA_CALLBACK_ADDRESSES: z.optional(
    z.pipe(z.pipe(z.string(), z.transform(readAddresses)), addressList),
  ),
};

type Variables = z.output<z.ZodMiniObject<typeof darajaVariables>> & {
  readonly PUBLIC_URL?: string | undefined;
  readonly PORT: number;
};

/** The variables that each channel needs. */
export const darajaCompanions: Readonly<Record<string, string[]>> = {
  "PAYOUT_CHANNEL=daraja": [
    "DARAJA_CONSUMER_KEY",
    "DARAJA_CONSUMER_SECRET",
    "DARAJA_INITIATOR_NAME",
    "DARAJA_SECURITY_CREDENTIAL",
    "DARAJA_SHORT_CODE",
    "DARAJA_CALLBACK_SECRET",
    "DARAJA_CALLBACK_ADDRESSES",
  ],
  "PAY_IN_CHANNEL=daraja": [
    "DARAJA_CONSUMER_KEY",
    "DARAJA_CONSUMER_SECRET",
    "DARAJA_PAYBILL",
    "DARAJA_PASSKEY",
    "DARAJA_CALLBACK_SECRET",
    "DARAJA_CALLBACK_ADDRESSES",
  ],
};

type Refuse = (name: string, wanted: string) => unknown;

/** Rejects what a production server may not use for payments by M-Pesa. */
export function rejectDaraja(
  given: Readonly<Record<string, string | undefined>>,
  refuse: Refuse,
): void {
  const secret = given["DARAJA_CALLBACK_SECRET"] ?? "";
  if (secret !== "" && (new Set(secret).size < 12 || /change|example/i.test(secret))) {
    refuse("DARAJA_CALLBACK_SECRET", "random characters of your own");
  }
  const others = [given["AKIBA_SECRET"], given["AKIBA_PASSWORD_PEPPER"]];
  if (secret !== "" && others.includes(secret)) {
    refuse("DARAJA_CALLBACK_SECRET", "another value than the other secrets");
  }
  if (given["DARAJA_BASE_URL"]?.startsWith("http:")) {
    refuse("DARAJA_BASE_URL", "an https:// address");
  }
  // The provider rejects a result address that contains its name.
  if (!namesNoProvider(given["PUBLIC_URL"] ?? "")) {
    refuse("PUBLIC_URL", "an address without the words mpesa and safaricom");
  }
}

function namesNoProvider(text: string): boolean {
  return !/mpesa|safaricom/i.test(text);
}

/** How payments leave, from the variables. */
export function assemblePayouts(read: Variables): PayoutConfig {
  if (read.PAYOUT_CHANNEL === "file") return { channel: "file" };
  return {
    channel: "daraja",
    ...darajaAccess(read, read.DARAJA_SHORT_CODE, "payout-results"),
    initiatorName: read.DARAJA_INITIATOR_NAME ?? "",
    securityCredential: read.DARAJA_SECURITY_CREDENTIAL ?? "",
  };
}

/** How members pay in, from the variables. */
export function assemblePayIns(read: Variables): PayInConfig {
  if (read.PAY_IN_CHANNEL === "none") return { channel: "none" };
  const { DARAJA_INITIATOR_NAME: initiatorName, DARAJA_SECURITY_CREDENTIAL: credential } = read;
  const initiator =
    initiatorName && credential ? { initiatorName, securityCredential: credential } : null;
  const access = darajaAccess(read, read.DARAJA_PAYBILL, "pay-ins");
  return { channel: "daraja", initiator, passkey: read.DARAJA_PASSKEY ?? "", ...access };
}

function darajaAccess(read: Variables, shortCode: string | undefined, calls: string): DarajaAccess {
  // Without a public address, as in a demo, the provider is on this machine.
  const publicUrl = (read.PUBLIC_URL ?? `http://127.0.0.1:${read.PORT}`).replace(/\/+$/, "");
  return {
    consumerKey: read.DARAJA_CONSUMER_KEY ?? "",
    consumerSecret: read.DARAJA_CONSUMER_SECRET ?? "",
    shortCode: shortCode ?? "",
    baseUrl: read.DARAJA_BASE_URL.replace(/\/+$/, ""),
    callbackUrl: `${publicUrl}/api/v1/${calls}`,
    callbackSecret: read.DARAJA_CALLBACK_SECRET ?? "",
    callbackAddresses: read.DARAJA_CALLBACK_ADDRESSES ?? [],
  };
}

function readAddresses(text: string): string[] {
  return text.split(",").map((part) => part.trim());
}
