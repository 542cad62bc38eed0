import { readFileSync } from "node:fs";
import type { Language } from "#shared/language.ts";

interface WebFile {
  readonly fileName: string;
  /** Whether it is the first chunk of the staff pages, which members are never led to. */
  readonly isOfStaff: boolean;
  /** The language of its texts, for a file that holds only texts. */
  readonly language: Language | null;
  readonly leadsTo: readonly string[];
}

function webFiles(): readonly WebFile[] {
  return JSON.parse(readFileSync("dist/web-files.json", "utf8")) as WebFile[];
}

/** Every file that a member who reads one language may load, from the first page on. */
export function filesOfMembers(language: Language): ReadonlySet<string> {
  const known = new Map(webFiles().map((file) => [file.fileName, file]));
  const reached = new Set<string>();
  const visit = (name: string): void => {
    const file = known.get(name);
    if (reached.has(name) || file?.isOfStaff) return;
    if (file?.language && file.language !== language) return;
    reached.add(name);
    file?.leadsTo.forEach(visit);
  };
  const first = readFileSync("dist/web/index.html", "utf8").matchAll(/\/(assets\/[^"]+)"/g);
  for (const [, name = ""] of first) visit(name);
  return reached;
}

/** The files of texts of each language: those of the first load, then those of members' pages. */
export function textFiles(): Readonly<Record<Language, readonly string[]>> {
  const of = (language: Language): string[] =>
    webFiles()
      .filter((file) => file.language === language)
      .map(({ fileName }) => fileName)
      .toSorted((one, other) => one.length - other.length);
  return { en: of("en"), sw: of("sw") };
}
