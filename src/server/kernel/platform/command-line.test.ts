import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLine, isCloneAt } from "./command-line.ts";

describe("the command that texts name", () => {
  let root = "";
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "akiba-command-line-"));
    mkdirSync(join(root, "migrations"));
    mkdirSync(join(root, "dist/server"), { recursive: true });
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it("is npm's in a clone, with its options after --", () => {
    expect(commandLine("migrate")).toBe("npm run akiba migrate");
    expect(commandLine("doctor", "[--json]")).toBe("npm run akiba doctor -- [--json]");
  });

  it("is known by the scripts that a package does not have", () => {
    expect(isCloneAt(join(root, "dist/server"))).toBe(false);
    mkdirSync(join(root, "scripts"));
    writeFileSync(join(root, "scripts/akiba.js"), "");
    expect(isCloneAt(join(root, "dist/server"))).toBe(true);
  });
});
