import { fill, type Language } from "#shared/language.ts";
import type { MessageTemplate } from "./enqueue.ts";

type Texts = Readonly<Record<Language, string>>;

/** Returns a message to a member that has no subject of its own: an e-mail names the society. */
export function templateOf(name: string, texts: Texts): MessageTemplate {
  return {
    name,
    render: (language, params) => ({
      subject: params["society"] ?? "",
      text: fill(texts[language], params),
    }),
  };
}

/** Returns such messages to members, by their names. */
export function templatesOf(texts: Readonly<Record<string, Texts>>): MessageTemplate[] {
  return Object.entries(texts).map(([name, words]) => templateOf(name, words));
}

/** Returns a message to the office, which reads English. */
export function officeTemplateOf(name: string, text: string): MessageTemplate {
  return templateOf(name, { en: text, sw: text });
}

/** Returns messages to the office, by their names. */
export function officeTemplatesOf(texts: Readonly<Record<string, string>>): MessageTemplate[] {
  return Object.entries(texts).map(([name, text]) => officeTemplateOf(name, text));
}
