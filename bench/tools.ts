/** A demo of the built product in a separate process. */
export interface Demo {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The tools that scripts/bench.js gives every benchmark. */
export interface BenchTools {
  /** The folder of the clone. */
  readonly root: string;
  startDemo(environment?: Readonly<Record<string, string>>): Promise<Demo>;
  /** Compiles a TypeScript file for Node and returns its path. */
  bundleTypescript(path: string): Promise<string>;
  /** How Playwright launches the browser. */
  launchOptions(): { executablePath?: string; args: string[] };
}
