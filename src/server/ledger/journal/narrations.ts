import { fill } from "#shared/language.ts";
import { narrationsEn } from "#shared/messages/ledger/narrations-en.ts";
import type { NarrationName } from "#shared/narrations.ts";

type Values = Readonly<Record<string, string>>;

/** Returns a standard narration as the books keep it, in English. */
export function narrationOf(name: NarrationName, values: Values = {}): string {
  const text = narrationsEn[name];
  for (const [, place = ""] of text.matchAll(/\{(\w+)\}/g)) {
    if (values[place] === undefined) throw new Error(`the narration ${name} lacks its ${place}`);
  }
  return fill(text, values);
}

/** Returns the SQL of a standard narration; the values are expressions of SQL. */
export function narrationInSql(name: NarrationName, values: Values = {}): string {
  const parts = narrationsEn[name].split(/(\{\w+\})/).filter((part) => part !== "");
  return parts.map((part) => sqlOf(part, values)).join(" || ");
}

function sqlOf(part: string, values: Values): string {
  const place = /^\{(\w+)\}$/.exec(part)?.[1];
  if (place === undefined) return `'${part.replaceAll("'", "''")}'`;
  const value = values[place];
  if (value === undefined) throw new Error(`a narration lacks its ${place}`);
  return value;
}
