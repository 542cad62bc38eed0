import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";

const root = join(import.meta.dirname, "..");
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(root, name), "utf8"));

// npm's own reading of version ranges; it comes without types.
const semver = createRequire(import.meta.url)("semver") as {
  satisfies(version: string, range: string): boolean;
  minVersion(range: string): { readonly version: string };
};

const manifest = z.object({ engines: z.object({ node: z.string() }) });
const lockfile = z.object({
  packages: z.record(
    z.string(),
    // Some old packages list their engines in an array, which npm ignores.
    z.object({
      engines: z.union([z.object({ node: z.string().optional() }), z.array(z.string())]).optional(),
    }),
  ),
});

/** The packages whose own `engines` exclude a version of Node. */
function excluding(version: string): string[] {
  const { packages } = lockfile.parse(readJson("package-lock.json"));
  return Object.entries(packages).flatMap(([path, { engines = {} }]) => {
    const range = Array.isArray(engines) ? undefined : engines.node;
    return range === undefined || semver.satisfies(version, range) ? [] : [`${path}: ${range}`];
  });
}

describe("the oldest Node that we promise", () => {
  it("is supported by every package of the lockfile", () => {
    const floor = semver.minVersion(manifest.parse(readJson("package.json")).engines.node);
    expect(floor.version).toBe("20.19.0");
    expect(excluding(floor.version)).toEqual([]);
  });

  it("is a check that can fail", () => {
    expect(excluding("12.0.0")).not.toEqual([]);
  });
});
