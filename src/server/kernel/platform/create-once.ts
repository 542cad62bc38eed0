import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";

/**
 * Creates a file with this content unless it exists, and returns the content of the file, so that
 * two processes at the same moment both use the content of the first.
 */
export function createOnce(path: string, contents: string): string {
  // A link appears complete or not at all; an exclusive open would let a reader see an empty file.
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
