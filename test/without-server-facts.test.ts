import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withoutServerFacts } from "../scripts/lib/without-server-facts.js";

const { transform } = withoutServerFacts() as unknown as {
  readonly transform: (code: string, id: string) => string;
};
const root = "src/shared/contract/";
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => root + name);

it("leaves every parameter of a function that declares calls in its place", () => {
  const named = /^ {2}\w+: string,$/gm;
  for (const file of files) {
    const code = readFileSync(file, "utf8");
    const parameters = code.match(named) ?? [];
    const left = transform(code, `/${file}`).match(named) ?? [];
    expect(left, file).toEqual(parameters);
  }
});

it("leaves no summary of a call in the page", () => {
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const left = transform(readFileSync(file, "utf8"), `/${file}`);
    expect(left, file).not.toMatch(/\bsummary: "|^ {4}summary,$/m);
  }
});
