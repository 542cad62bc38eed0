/** Starts the built server as a demo over a folder, on a free port, and waits until it serves. */
export function runServer(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
): Promise<{
  readonly url: string;
  readonly pid: number | undefined;
  readonly stop: () => Promise<void>;
}>;
