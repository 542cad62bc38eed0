import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection } from "#server/kernel/platform/copy-session.ts";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";

/**
 * Gives an empty database to prove a backup in: the one of an address, or a PostgreSQL of its own
 * in a temporary folder, which is deleted afterwards.
 */
export async function withScratchDatabase<T>(
  url: string | null,
  use: (owner: Connection) => Promise<T>,
): Promise<T> {
  if (url !== null) return use({ connectionString: url });
  const dataDir = await mkdtemp(join(tmpdir(), "akiba-scratch-"));
  // When root runs this, PostgreSQL is another user, who must be able to enter.
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
