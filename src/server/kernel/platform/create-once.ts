import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";

/**
 * Creates a file with these contents unless it exists, and answers what the file holds, so that
 * of two processes at the same moment both go on with the words of the one that came first.
 */
export function createOnce(path: string, contents: string): string {
  // A link appears whole or not at all; an exclusive open would let a reader see an empty file.
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, contents, { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, path);
    return contents;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return readFileSync(path, "utf8");
  } finally {
    rmSync(draft, { force: true });
  }
}
