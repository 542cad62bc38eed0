import * as z from "zod/mini";
import { fill, type Language, languages } from "#shared/language.ts";
import { formatDates } from "#shared/messages/kernel/format-dates.ts";
import { messageKind } from "#shared/message-kinds.ts";
import { placesIn, placesOfText } from "#shared/message-placeholders.ts";
import type { Channel, MessageTemplate } from "./enqueue.ts";
import { asLetter } from "./letter.ts";

const languageShape = z.enum(languages);
const paramsShape = z.record(z.string(), z.string());

/** The society's own text of a message; an empty subject means the standard one. */
export interface OwnText {
  readonly subject: string;
  readonly text: string;
}

/** The columns of an outbox row that `wordStored` puts into words. */
export interface StoredMessage {
  readonly channel: Channel;
  readonly language: string;
  readonly params: unknown;
  readonly own_subject: string | null;
  readonly own_text: string | null;
}

/**
 * The society's own text of a message, read with its row, so that every instance sends the current
 * text. `message` is the row's alias; returns a join and its columns.
 */
export function ownTextInSql(message: string) {
  const of = (column: string) =>
    `case ${message}.language when 'sw' then w.${column}_sw else w.${column}_en end`;
  return {
    columns: "own.own_subject, own.own_text",
    join: `left join lateral (
      select ${of("subject")} as own_subject, ${of("text")} as own_text from message_text w
      where w.template = ${message}.template order by w.version desc limit 1) own on true`,
  } as const;
}

/** The columns that `ownTextInSql` returns, for the row's schema. */
export const ownTextColumns = {
  own_subject: z.nullable(z.string()),
  own_text: z.nullable(z.string()),
} as const;

/**
 * Puts a stored message into words, its days in the form of its language; throws when its values do
 * not fit the template. A member's e-mail whose text was written as an SMS becomes a letter.
 */
export function wordStored(template: MessageTemplate, message: StoredMessage): OwnText {
  const given = paramsShape.parse(message.params);
  const derived = template.derive?.(given) ?? {};
  const spoken = languageShape.parse(message.language);
  const values = { ...formatDates(spoken, given), ...derived };
  const { subject, text } = wordsOf(template, spoken, values, message);
  const isLetter = message.channel === "email" && isSmsToMember(template);
  return { subject, text: isLetter ? asLetter(text, spoken, given["society"] ?? "") : text };
}

function isSmsToMember({ name }: MessageTemplate): boolean {
  const kind = messageKind(name);
  return kind !== null && kind.channel !== "email" && kind.purpose !== "office";
}

/** Fills in the society's own text, or else the standard one. */
function wordsOf(
  template: MessageTemplate,
  spoken: Language,
  values: Readonly<Record<string, string>>,
  { own_subject, own_text }: StoredMessage,
): OwnText {
  const standard = template.render(spoken, values);
  if (own_text === null || !canBeFilled(own_text, values, neededBy(template, spoken))) {
    return standard;
  }
  const subject = own_subject && canBeFilled(own_subject, values, []) ? own_subject : null;
  return {
    subject: subject === null ? standard.subject : fill(subject, values),
    text: fill(own_text, values),
  };
}

/**
 * The placeholders that the society's own text of a message with a code must have: all placeholders
 * that the standard text requires now, so that nobody gives away a code without reading its
 * purpose.
 */
function neededBy(template: MessageTemplate, language: Language): readonly string[] {
  if (template.derive === undefined) return [];
  return placesOfText(template.render(language, {}).text, []).required;
}

/**
 * Whether a text can be filled. If it does not fit a newer version of the product, the standard
 * text is used, so that no placeholder is sent and no message lacks its code.
 */
function canBeFilled(
  text: string,
  values: Readonly<Record<string, string>>,
  needed: readonly string[],
): boolean {
  const places = placesIn(text);
  return places.every((place) => place in values) && needed.every((name) => places.includes(name));
}
