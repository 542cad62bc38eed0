import { rmSync } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** The ending of a file that is not whole. */
const PART = ".part";

/**
 * Writes a file that only its owner may read. It gets its name once all of it is on the disk; a
 * crash leaves a file that ends in `.part`. Throws if the name is taken.
 */
export async function writeWhole(
  path: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const part = `${path}${PART}`;
  // Fails if it exists, even as a link that somebody planted to have another file overwritten.
  const file = await open(part, "wx", 0o600);
  const remove = () => rmSync(part, { force: true });
  process.once("exit", remove);
  try {
    await write(file);
    await file.sync();
    await file.close();
    await rename(part, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await file.close().catch(() => {});
    remove();
    throw error;
  } finally {
    process.off("exit", remove);
  }
}

/** A new name is only on the disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
