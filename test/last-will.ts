import { spawn } from "node:child_process";
import { join } from "node:path";

/**
 * Ensures that a temporary folder, and every server and database that names it in its command,
 * outlive this process by no more than a moment, even when it is killed.
 */
export function lastWill(folder: string): void {
  const watcher = spawn("/bin/sh", [join(import.meta.dirname, "last-will.sh"), folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  // The pipe's handle would keep this process running.
  (watcher.stdin as unknown as { unref(): void }).unref();
}
