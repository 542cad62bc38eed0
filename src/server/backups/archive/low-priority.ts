import { constants, setPriority } from "node:os";

/** Lets a process have only what others leave of the processors, so that members come first. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It ended at once, or the system does not allow it.
  }
}
