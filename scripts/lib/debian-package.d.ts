/** Writes a Debian package of the built product into a folder and returns its path. */
export function writeDebianPackage(options: {
  readonly runtime: string;
  readonly version: string;
  readonly at: number;
  readonly folder: string;
  readonly level?: number;
}): Promise<string>;

/** The settings of a fresh installation, as text. */
export function settingsFile(): string;
