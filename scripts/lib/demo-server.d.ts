/** Starts the built server as a fresh demo on a free port; `stop` leaves nothing of it. */
export function startDemo(environment?: Readonly<Record<string, string>>): Promise<{
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number | undefined;
  readonly stop: () => Promise<void>;
}>;
