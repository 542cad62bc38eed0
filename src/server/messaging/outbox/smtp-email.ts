import { isIP } from "node:net";
import * as z from "zod/mini";
import { createTransport } from "nodemailer";
import type { Delivery, MessageChannel, MessageFile, OutgoingMessage } from "./channel.ts";

export interface SmtpAccount {
  /**
   * `smtps://` speaks TLS from the first byte; `smtp://` upgrades if the server offers it, and
   * requires it with `?requireTLS=true`.
   */
  readonly url: string;
  /** The sender: an address, or a name with an address in angle brackets. */
  readonly from: string;
}

const CONNECT_MS = 5000;
const GREETING_MS = 5000;
const SILENCE_MS = 10_000;

/** E-mail by SMTP, one connection a message, with a time limit at every step. */
export function smtpEmail(account: SmtpAccount): MessageChannel {
  const url = insistingOnTls(new URL(account.url));
  const transport = createTransport({
    url: url.href,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      try {
        await transport.sendMail(mailOf(message, account.from));
        return { outcome: "delivered", reference: messageId(message, account.from) };
      } catch (error) {
        return judge(error);
      }
    },
  };
}

/** A password is never sent unencrypted because an attacker has stripped STARTTLS. */
export function insistingOnTls(url: URL): URL {
  const near = /^(localhost|127\..*|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "smtp:" || near || url.username === "") return url;
  if (!url.searchParams.has("requireTLS")) url.searchParams.set("requireTLS", "true");
  return url;
}

function mailOf(message: OutgoingMessage, from: string) {
  return {
    from,
    // As an object it is one address, whatever it contains.
    to: { name: "", address: message.recipient },
    subject: message.subject,
    text: message.text,
    ...(message.file && { attachments: [attachmentOf(message.file)] }),
    date: message.at,
    messageId: messageId(message, from),
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

function attachmentOf({ name, content }: MessageFile) {
  return { filename: name, content: Buffer.from(content), contentType: "application/pdf" };
}

/** The same for each attempt, so that a mail system can recognise a repeat. */
function messageId({ id, at }: OutgoingMessage, from: string): string {
  const host = /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  const domain = isIP(host) === 0 ? host : `[${host}]`;
  return `<akiba.${id}.${at.getTime()}@${domain}>`;
}

const failureShape = z.object({
  code: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  command: z.optional(z.string()),
});

const ABOUT_THIS_MESSAGE = /^(RCPT TO|DATA|API)$/;

/**
 * A permanent problem is final only if it concerns this recipient or text; the operator can fix a
 * problem with our name, password or sender. The server's own text quotes addresses and is not
 * stored.
 */
function judge(error: unknown): Delivery {
  const { code, responseCode = 0, command = "" } = failureShape.parse(error);
  if (responseCode >= 500) {
    const reason = `the mail server answered ${responseCode}`;
    if (ABOUT_THIS_MESSAGE.test(command)) return { outcome: "failed", reason };
    return { outcome: "retry", reason, after: 30, needsOperator: true };
  }
  if (responseCode >= 400) {
    return { outcome: "retry", reason: `the mail server answered ${responseCode}` };
  }
  if (code === "EENVELOPE") return { outcome: "failed", reason: "not an e-mail address" };
  if (code === "EAUTH" || code === "ETLS") {
    const reason =
      code === "ETLS" ? "no TLS with the mail server" : "no sign-in at the mail server";
    return { outcome: "retry", reason, after: 30, needsOperator: true };
  }
  return { outcome: "retry", reason: "no answer from the mail server" };
}
