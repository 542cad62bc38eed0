import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";
import { environmentWith } from "#server/kernel/platform/config.ts";

/** The time that a command gets to end after it is interrupted, in milliseconds. */
const MOMENT_MS = 3000;

/** A line of progress, which says nothing about a failure: 12/97 member. */
const PROGRESS = /^\d+\/\d+ /;

/** Runs the command line in separate processes on idle CPUs, so that members do not wait for it. */
export class BesideMembers {
  readonly #program: string;
  readonly #running = new Set<ChildProcess>();

  constructor(program: string) {
    this.#program = program;
  }

  /**
   * Runs a command to its end, with settings in place of those of this process. Returns what it
   * printed; throws an error with the reason that it gave if it failed.
   */
  async run(
    given: readonly string[],
    settings: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const child = spawn(process.execPath, [this.#program, ...given], {
      env: environmentWith(settings),
      stdio: ["ignore", "pipe", "pipe"],
      // Ctrl-C in a terminal is for the portal alone, which then stops this too.
      detached: true,
    });
    this.#running.add(child);
    if (child.pid !== undefined) runWhenIdle(child.pid);
    try {
      const ended = once(child, "close");
      const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      if (child.exitCode !== 0) throw new Error(reasonIn(said));
      return printed;
    } finally {
      this.#running.delete(child);
    }
  }

  /** Interrupts the commands that are running, and waits until they have ended. */
  async stop(): Promise<void> {
    await Promise.all([...this.#running].map(interrupt));
  }
}

/**
 * Returns the error output of a failed command without its progress lines, because a log has little
 * room.
 */
function reasonIn(said: string): string {
  const lines = said.split("\n").filter((line) => line !== "" && !PROGRESS.test(line));
  return lines.join(" ") || "it ended without a word";
}

async function interrupt(child: ChildProcess): Promise<void> {
  const gone = once(child, "close");
  child.kill("SIGINT");
  const late = setTimeout(() => child.kill("SIGKILL"), MOMENT_MS);
  await gone;
  clearTimeout(late);
}

/**
 * Lets a process run only on idle CPUs: Linux preempts it at once for any other process. If `chrt`
 * is missing or not allowed, it has the lowest priority, which still gets time slices.
 */
export function runWhenIdle(pid: number): void {
  lowerPriority(pid);
  spawnSync("chrt", ["--idle", "--all-tasks", "--pid", "0", String(pid)], { stdio: "ignore" });
}

/** Gives a process the lowest priority, so that members come first. */
export function lowerPriority(pid: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // It ended at once, or the system does not allow it.
    }
  }
}

/** On Linux each thread has its own priority, which the threads that it starts later inherit. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
