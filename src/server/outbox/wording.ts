import * as z from "zod/mini";
import { languages } from "#shared/language.ts";
import type { MessageTemplate } from "./enqueue.ts";

const languageShape = z.enum(languages);
const paramsShape = z.record(z.string(), z.string());

/** Puts a stored message into words; throws when its values are not what the template needs. */
export function wordStored(
  template: MessageTemplate,
  language: string,
  params: unknown,
): { readonly subject: string; readonly text: string } {
  return template.render(languageShape.parse(language), paramsShape.parse(params));
}
