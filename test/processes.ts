import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The process ids of the databases with data in a folder; a bare machine has no ps. */
export function databaseProcesses(folder: string): number[] {
  return commands()
    .filter(
      ([pid, command]) => command.includes(` -D ${folder}/`) || isInside(pid, command, folder),
    )
    .map(([pid]) => pid);
}

/** The process ids of the programs whose command line holds a text. */
export function processesWith(text: string): number[] {
  return commands()
    .filter(([, command]) => command.includes(text))
    .map(([pid]) => pid);
}

/** A database in a closed folder is started inside it and does not know the folder's name. */
function isInside(pid: number, command: string, folder: string): boolean {
  if (!command.includes(" -D /proc/self/cwd")) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
  } catch {
    return false;
  }
}

function commands(): [number, string][] {
  if (!existsSync("/proc/self")) {
    const lines = execFileSync("ps", ["-e", "-o", "pid=,args="], { encoding: "utf8" });
    return lines.split("\n").map((line) => [Number.parseInt(line, 10), line]);
  }
  return readdirSync("/proc").flatMap((name): [number, string][] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      return [[Number(name), command]];
    } catch {
      // It ended while we were reading.
      return [];
    }
  });
}
