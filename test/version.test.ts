import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { VERSION } from "#shared/version.ts";

it("the version that the product shows is the one of the package", () => {
  const file = readFileSync(join(import.meta.dirname, "../package.json"), "utf8");
  expect(JSON.parse(file)).toMatchObject({ version: VERSION });
});
