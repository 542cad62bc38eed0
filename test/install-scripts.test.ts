import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { linkLibraries } from "#server/kernel/platform/embedded-postgres-place.ts";
import { lockedPackages } from "./lockfile.ts";

const root = resolve(import.meta.dirname, "..");

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "akiba-packages-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("install scripts", () => {
  it("do not run at npm ci", () => {
    expect(scriptsRunAtInstall([])).toEqual([]);
    // Both scripts would have run.
    expect(scriptsRunAtInstall(["--ignore-scripts=false"])).toEqual(["of-package", "of-project"]);
  });

  it("exist only in the packages of the database, whose links are made at start", () => {
    const scripted = lockedPackages().filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripted.map(([name]) => name).filter((name) => !isDatabase(name))).toEqual([]);
  });
});

describe("the embedded PostgreSQL", () => {
  it("runs after its links were made, and not before", () => {
    const native = join(folder, "native");
    cpSync(packagedPostgres(), native, { recursive: true, filter: isNoLink });
    expect(versionOf(native)).toBe("");
    linkLibraries(native);
    expect(versionOf(native)).toMatch(/^postgres \(PostgreSQL\) 17\./);
    linkLibraries(native);
  });

  it("says what to do when its links cannot be made", () => {
    const native = join(folder, "native");
    mkdirSync(native);
    const links = [{ source: "native/lib/a.so.1", target: "native/lib/a.so" }];
    writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links));
    expect(() => linkLibraries(native)).toThrow(/could not be made in .*ENOENT.*DATABASE_URL/s);
  });
});

function isDatabase(name: string): boolean {
  return name.startsWith("@embedded-postgres/");
}

/** Installs a project with two install scripts under our .npmrc. Returns those that ran. */
function scriptsRunAtInstall(options: string[]): string[] {
  const project = mkdtempSync(join(folder, "project-"));
  const leave = (mark: string) => ({
    postinstall: `node -e "fs.writeFileSync(process.env.MARKS + '/${mark}', '')"`,
  });
  const marks = join(project, "marks");
  mkdirSync(marks);
  mkdirSync(join(project, "dependency"));
  writePackage(join(project, "dependency"), { scripts: leave("of-package") });
  const dependencies = { dependency: "file:dependency" };
  writePackage(project, { scripts: leave("of-project"), dependencies });
  cpSync(join(root, ".npmrc"), join(project, ".npmrc"));
  const given = ["install", "--offline", "--no-audit", ...options];
  const env = { ...process.env, MARKS: marks, npm_config_cache: join(folder, "cache") };
  const { status, stderr } = spawnSync("npm", given, { cwd: project, env, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return readdirSync(marks).toSorted();
}

function writePackage(place: string, content: object): void {
  const text = JSON.stringify({ name: "probe", version: "1.0.0", ...content });
  writeFileSync(join(place, "package.json"), text);
}

function packagedPostgres(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), "native");
}

function isNoLink(path: string): boolean {
  return !lstatSync(path).isSymbolicLink();
}

/** The output of `postgres --version`; empty when its libraries are not found. */
function versionOf(native: string): string {
  const program = join(native, "bin/postgres");
  chmodSync(program, 0o755);
  return spawnSync(program, ["--version"], { encoding: "utf8" }).stdout;
}
