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

it("a quick statement, which shares a connection, has a name and neither writes nor locks", () => {
  const row = z.object({});
  const declare = (text: string, name?: string) => () =>
    statement({ ...(name !== undefined && { name }), quick: true, text, row });
  expect(declare("select 1", "test-quick")).not.toThrow();
  for (const text of [
    "select id from session where id = $1 for share",
    "select pg_advisory_xact_lock(1)",
    "with gone as (delete from session returning id) select id from gone",
  ]) {
    expect(declare(text, "test-quick-waits"), text).toThrow("a quick statement");
  }
  expect(declare("select 1")).toThrow("a quick statement");
});
