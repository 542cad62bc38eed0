import * as z from "zod/mini";
import { address, oneOf, whole, withDefault } from "./config-values.ts";

/** The provider of text messages. */
export type SmsConfig =
  | { channel: "console" }
  | ({ channel: "africastalking" } & AfricasTalkingAccount);

export interface AfricasTalkingAccount {
  username: string;
  apiKey: string;
  /** The sender's registered name or short code; empty for the provider's own. */
  from: string;
  /** Without a trailing slash. */
  baseUrl: string;
  /** How many messages each instance sends at once. */
  atOnce: number;
}

/** The transport of e-mail. */
export type EmailConfig = { channel: "console" } | { channel: "smtp"; url: string; from: string };

/**
 * More than 300 messages a second beside the calls of a dividend day, by a gateway that answers in
 * 30 ms (`bench/messages.bench.ts`).
 */
const DEFAULT_AT_ONCE = 50;

export const messageVariables = {
  SMS_CHANNEL: withDefault(oneOf(["console", "africastalking"]), "console"),
  AFRICASTALKING_USERNAME: z.optional(z.string()),
  AFRICASTALKING_API_KEY: z.optional(z.string()),
  AFRICASTALKING_FROM: withDefault(z.string(), ""),
  AFRICASTALKING_BASE_URL: withDefault(
    address("http:", "https:"),
    "https://api.africastalking.com",
  ),
  AFRICASTALKING_AT_ONCE: withDefault(whole(1, 500), DEFAULT_AT_ONCE),
  EMAIL_CHANNEL: withDefault(oneOf(["console", "smtp"]), "console"),
  SMTP_URL: z.optional(address("smtp:", "smtps:")),
  EMAIL_FROM: z.optional(z.string()),
};

/** The variables that each channel requires. */
export const messageCompanions = {
  "SMS_CHANNEL=africastalking": ["AFRICASTALKING_USERNAME", "AFRICASTALKING_API_KEY"],
  "EMAIL_CHANNEL=smtp": ["SMTP_URL", "EMAIL_FROM"],
};

type Variables = z.output<z.ZodMiniObject<typeof messageVariables>>;

/** The chosen channel of text messages. */
export function assembleSms(read: Variables): SmsConfig {
  if (read.SMS_CHANNEL === "console") return { channel: "console" };
  return {
    channel: "africastalking",
    username: read.AFRICASTALKING_USERNAME ?? "",
    apiKey: read.AFRICASTALKING_API_KEY ?? "",
    from: read.AFRICASTALKING_FROM,
    baseUrl: read.AFRICASTALKING_BASE_URL.replace(/\/+$/, ""),
    atOnce: read.AFRICASTALKING_AT_ONCE,
  };
}

/** The chosen channel of e-mail. */
export function assembleEmail(read: Variables): EmailConfig {
  if (read.EMAIL_CHANNEL === "console") return { channel: "console" };
  return { channel: "smtp", url: read.SMTP_URL ?? "", from: read.EMAIL_FROM ?? "" };
}
