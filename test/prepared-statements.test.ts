import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { statement } from "#server/kernel/platform/database.ts";

const server = join(import.meta.dirname, "../src/server");

/** Programs and threads begin to work when they are loaded. */
const programs = /^(main|cli)\.ts$|thread\.ts$|worker\.ts$/;

const modules = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((file) => {
  return file.endsWith(".ts") && !file.endsWith(".test.ts") && !programs.test(file);
});

it("no two statements of the product have one name", { timeout: 120_000 }, async () => {
  expect(modules.length).toBeGreaterThan(200);
  // Each module declares its statements when it is loaded.
  for (const file of modules) {
    await expect(import(join(server, file)), file).resolves.toBeDefined();
  }
});

it("a statement is not declared by a name that another text has", () => {
  const row = z.object({});
  statement({ name: "test-one-text", text: "select 1", row });
  expect(() => statement({ name: "test-one-text", text: "select 1", row })).not.toThrow();
  expect(() => statement({ name: "test-one-text", text: "select 2", row })).toThrow(
    "two statements have the name test-one-text",
  );
});
