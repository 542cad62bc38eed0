import { spawn } from "node:child_process";

/**
 * Sees to it that a temporary folder, and every process that names it in its command, outlive
 * this process by no more than a moment, even when it is killed.
 */
export function lastWill(folder: string): void {
  // The watcher's standard input ends with this process, however it ends.
  const script = [
    "cat >/dev/null",
    'end() { ps -e -o pid=,args= | grep -F "$1/" | grep -F "$2" | while read -r pid rest; do',
    '  case "$rest" in *last-will*|grep*) ;; *) kill "-$3" "$pid" ;; esac',
    "done; }",
    // Servers first: one that lives would start its database again.
    'end "$1" main.js KILL',
    'end "$1" "/postgres -D" QUIT',
    "sleep 1",
    'rm -rf "$1"',
  ].join("\n");
  const watcher = spawn("/bin/sh", ["-c", script, "last-will", folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  // The pipe's handle would keep this process running.
  (watcher.stdin as unknown as { unref(): void }).unref();
}
