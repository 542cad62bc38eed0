import type { ImportsWords } from "#shared/messages/imports/imports-en.ts";

/** The label of one of our columns. */
export function columnWords({ columns }: ImportsWords, name: string): string {
  return (columns as Readonly<Record<string, string>>)[name] ?? name;
}
