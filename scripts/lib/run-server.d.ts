import type { ChildProcess } from "node:child_process";

/**
 * Starts the built server as a demo over a folder, on a free port, and waits until it serves.
 * `launch` may start another bundle of it, with the environment that it is given.
 */
export function runServer(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  launch?: (environment: Readonly<Record<string, string>>) => ChildProcess,
): Promise<{
  readonly url: string;
  readonly pid: number | undefined;
  readonly stop: () => Promise<void>;
}>;
