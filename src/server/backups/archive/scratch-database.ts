import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection } from "#server/kernel/platform/copy-session.ts";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";

/**
 * Provides an empty database in which to prove a backup: the one at an address, or a separate
 * PostgreSQL in a temporary folder, which is deleted afterwards.
 */
export async function withScratchDatabase<T>(
  url: string | null,
  use: (owner: Connection) => Promise<T>,
): Promise<T> {
  if (url !== null) return use({ connectionString: url });
  const dataDir = await mkdtemp(join(tmpdir(), "akiba-scratch-"));
  // When root runs this, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, fsync: false });
    try {
      return await use({ ...postgres.connection });
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
