import * as z from "zod/mini";
import { messagePurposes } from "#shared/message-kinds.ts";
import { longestText } from "#shared/message-placeholders.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import { changedBy, seenVersion } from "#shared/contract/office/settings.ts";

const worded = z.object({ subject: z.string(), text: z.string() });
const inBoth = z.object({ en: worded, sw: worded });
const places = z.object({ required: z.array(z.string()), known: z.array(z.string()) });

const message = {
  template: z.string(),
  purpose: z.enum(messagePurposes),
  channel: z.enum(["sms", "email"]),
  /** The standard text; a subject is empty where it has none. */
  standard: inBoth,
  /** The society's own text, where there is one. */
  own: z.optional(inBoth),
  /** The custom text no longer fits the product, so the standard one is sent. */
  gaveWay: z.boolean(),
  places: z.object({ en: places, sw: places }),
  /** 0 before the first change. */
  version: z.int(),
  changed: z.optional(z.object(changedBy)),
};

const template = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,60}$/, "field.invalid"));

export const list = endpoint({
  name: "message-texts.list",
  method: "GET",
  path: "/api/v1/settings/messages",
  summary: "Lists every message of the portal in both languages, with placeholders and own texts",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  answer: z.object({
    /** The values of the two placeholders that every message has. */
    society: z.string(),
    phone: z.string(),
    rows: z.array(z.object(message)),
  }),
});

const ownWords = z.strictObject({
  subject: z
    .string("field.required")
    .check(
      z.trim(),
      z.maxLength(longestText.subject, "field.long"),
      z.regex(/^[^\p{Cc}]*$/u, "field.invalid"),
    ),
  text: z
    .string("field.required")
    .check(
      z.trim(),
      z.minLength(1, "field.required"),
      z.maxLength(longestText.email, "field.long"),
      z.regex(/^(?:[^\p{Cc}]|\n)*$/u, "field.invalid"),
    ),
});

export const save = endpoint({
  name: "message-texts.save",
  method: "PUT",
  path: "/api/v1/settings/messages/:template",
  summary: "Replaces a message with the society's own text; later messages use it",
  audience: { kind: "staff", permission: "settings.edit" },
  params: z.object({ template }),
  body: z.strictObject({ version: seenVersion, en: ownWords, sw: ownWords }),
  answer: z.object(message),
  problems: ["no-such-message", "settings-changed", "invalid"],
});

export const reset = endpoint({
  name: "message-texts.reset",
  method: "POST",
  path: "/api/v1/settings/messages/:template/reset",
  summary: "Restores the standard text of a message",
  audience: { kind: "staff", permission: "settings.edit" },
  params: z.object({ template }),
  body: z.strictObject({ version: seenVersion }),
  answer: z.object(message),
  problems: ["no-such-message", "settings-changed", "invalid"],
});

export const versions = endpoint({
  name: "message-texts.versions",
  method: "GET",
  path: "/api/v1/settings/messages/:template/versions",
  summary: "Lists earlier texts of a message, with their authors",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  params: z.object({ template }),
  answer: z.object({
    /** Latest first, at most twenty; an empty text means the standard one. */
    rows: z.array(
      z.object({ version: z.int(), own: z.optional(inBoth), changed: z.object(changedBy) }),
    ),
  }),
});
