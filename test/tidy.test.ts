import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callRules } from "./tidy/calls.ts";
import { catalogueRules } from "./tidy/catalogues.ts";
import { commentRules } from "./tidy/comments.ts";
import { exportRules } from "./tidy/exports.ts";
import { directionRules } from "./tidy/direction.ts";
import { lengthRules } from "./tidy/lengths.ts";
import { linkRules } from "./tidy/links.ts";
import { migrationRules } from "./tidy/migrations.ts";
import { namedFileRules } from "./tidy/named-files.ts";
import { nameRules } from "./tidy/names.ts";
import { nullRules } from "./tidy/nulls.ts";
import { pageDistrictRules } from "./tidy/page-districts.ts";
import type { Planted, Rule } from "./tidy/rule.ts";
import { styleRules } from "./tidy/styles.ts";
import { readProject, Source } from "./tidy/source.ts";
import { wordRules } from "./tidy/words.ts";

const rules: readonly Rule[] = [
  ...directionRules,
  ...pageDistrictRules,
  ...nameRules,
  ...namedFileRules,
  ...lengthRules,
  ...callRules,
  ...commentRules,
  ...migrationRules,
  ...nullRules,
  ...catalogueRules,
  ...styleRules,
  ...linkRules,
  ...exportRules,
  ...wordRules,
];

const project = readProject(join(import.meta.dirname, ".."));

function violationsOf(rule: Rule, sources: readonly Source[]): string[] {
  return rule.find(sources).map(({ path, line, words }) => `${path}:${line}: ${words}`);
}

function plant(planted: Planted): Source[] {
  return Object.entries(planted).map(([path, text]) => new Source(path, text));
}

describe("the code is in order", () => {
  it.each(rules)("$name", (rule) => {
    expect(violationsOf(rule, project)).toEqual([]);
  });
});

describe("no rule is blind", () => {
  it.each(rules)("sees a violation of: $name", ({ violations, inOrder = [], ...rule }) => {
    expect(violations.length).toBeGreaterThan(0);
    for (const planted of violations) {
      expect(violationsOf({ ...rule, violations }, plant(planted)), said(planted)).not.toEqual([]);
    }
    for (const planted of inOrder) {
      expect(violationsOf({ ...rule, violations }, plant(planted)), said(planted)).toEqual([]);
    }
  });

  it("reads the whole project", () => {
    const paths = project.map(({ path }) => path);
    expect(paths).toContain("src/server/app.ts");
    expect(paths).toContain("src/shared/money.ts");
    expect(paths).toContain("migrations/0001-foundation.sql");
    expect(paths).toContain("test/tidy.test.ts");
    expect(paths).toContain("scripts/start.js");
    expect(paths.filter((path) => path.includes("node_modules"))).toEqual([]);
  });
});

function said(planted: Planted): string {
  return JSON.stringify(planted).slice(0, 200);
}
