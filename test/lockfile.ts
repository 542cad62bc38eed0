import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The lockfile's entry of one package. */
export interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

/** Returns each package of the lockfile with its name. */
export function lockedPackages(): [string, LockedPackage][] {
  const lockfile = readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8");
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> };
  const prefix = "node_modules/";
  return Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, locked]) => [path.slice(path.lastIndexOf(prefix) + prefix.length), locked]);
}
