import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns how the operator of this installation runs a command, for texts: `akiba doctor --json` if
 * a package or an image has put `akiba` on the PATH, `npm run akiba doctor -- --json` in a clone,
 * because npm would treat options before `--` as its own.
 */
export function commandLine(words: string, options = ""): string {
  const given = options === "" ? [] : [options];
  if (!isClone) return ["akiba", words, ...given].join(" ");
  return ["npm run akiba", words, ...given.flatMap((one) => ["--", one])].join(" ");
}

const isClone = isCloneAt(import.meta.dirname);

/** Whether a file of the program belongs to a clone: only a clone has the scripts of npm. */
export function isCloneAt(folder: string): boolean {
  if (existsSync(join(folder, "migrations"))) return existsSync(join(folder, "scripts/akiba.js"));
  const above = dirname(folder);
  return above !== folder && isCloneAt(above);
}
