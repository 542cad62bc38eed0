import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { importFormats } from "#server/imports/engine/formats.ts";
import { importedKindNames, importedSides } from "#server/ledger/journal/import-kinds.ts";

const text = readFileSync("docs/import.md", "utf8");

describe("docs/import.md", () => {
  it("shows every kind of entry with the accounts it moves", () => {
    const shown = [...text.matchAll(/^\| `(\w+)` \| ([a-z, -]+) \| ([a-z, -]+) \|$/gm)].map(
      ([, kind, debit, credit]) => `${kind}: ${debit} to ${credit}`,
    );
    const accounts = (kind: string, sign: number) =>
      importedSides
        .filter((side) => side.kind === kind && side.sign === sign)
        .map(({ code }) => code)
        .join(", ");
    const wanted = importedKindNames.map(
      (kind) => `${kind}: ${accounts(kind, 1)} to ${accounts(kind, -1)}`,
    );
    expect(shown).toEqual(wanted);
  });

  it.each(importFormats)("names every column of $kind", ({ columns }) => {
    for (const { name } of columns) expect(text).toContain(name);
  });
});
