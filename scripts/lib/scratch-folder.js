import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Returns the folder for databases that a run throws away: the memory file system where it has
 * 4 GiB free, else the temporary folder. Copying a database takes a quarter of the time there.
 */
export function scratchFolder() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= NEEDED_BYTES ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
