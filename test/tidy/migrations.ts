import { posix } from "node:path";
import type { Finding, Rule } from "./rule.ts";

const form = /^(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.(sql|md)$/;

const threeParts = "\n## Context\n\n## Decision\n\n## Consequences\n";

/** Files that are numbered in a row from 0001: none missing, none twice. */
function numbered(folder: string, ending: string): Rule["find"] {
  return (project) => {
    const found: Finding[] = [];
    let expected = 1;
    for (const { path } of project.filter((source) => posix.dirname(source.path) === folder)) {
      const number = Number(form.exec(posix.basename(path))?.[1]);
      if (number !== expected || !path.endsWith(ending)) {
        const wanted = `${String(expected).padStart(4, "0")}-some-words${ending}`;
        found.push({ path, line: 1, words: `wanted here: ${wanted}` });
      }
      expected += 1;
    }
    return found;
  };
}

/** Changes that an older program may not survive, or that may reject its rows. */
const contracting =
  /\b(drop|rename|revoke|truncate|delete from)\b|\bset not null\b|\badd constraint\b/i;

export const migrationRules: readonly Rule[] = [
  {
    name: "migrations are numbered without a gap",
    find: numbered("migrations", ".sql"),
    violations: [
      { "migrations/0002-a.sql": "" },
      { "migrations/0001-a.sql": "", "migrations/0003-b.sql": "" },
      { "migrations/0001-a.sql": "", "migrations/0001-b.sql": "" },
      { "migrations/1-a.sql": "" },
    ],
    inOrder: [{ "migrations/0001-a.sql": "", "migrations/0002-b.sql": "" }],
  },
  {
    name: "a migration opens by saying why",
    find: (project) =>
      project
        .filter(({ path }) => path.startsWith("migrations/"))
        .filter(({ text }) => !/^-- Why: \w[^]{20}/.test(text))
        .map(({ path }) => ({ path, line: 1, words: "open with `-- Why: ` and the reason" })),
    violations: [
      { "migrations/0001-a.sql": "create table a (id bigint);" },
      { "migrations/0001-a.sql": "-- Why:\ncreate table a (id bigint);" },
    ],
    inOrder: [{ "migrations/0001-a.sql": "-- Why: members come with what they own.\n" }],
  },
  {
    name: "a migration that expands takes nothing away from the program before it",
    find: (project) =>
      project
        .filter(({ path, text }) => path.startsWith("migrations/") && /^-- Expands: /m.test(text))
        .flatMap(({ path, text }) => {
          const lines = text.split("\n").map((line) => line.replace(/--.*$/, ""));
          const at = lines.findIndex((line) => contracting.test(line));
          return at === -1 ? [] : [{ path, line: at + 1, words: "an older program may need this" }];
        }),
    violations: [
      { "migrations/0001-a.sql": "-- Expands: yes.\nalter table a drop column b;" },
      { "migrations/0001-a.sql": "-- Expands: yes.\nalter table a rename b to c;" },
      { "migrations/0001-a.sql": "-- Expands: yes.\nalter table a alter b set not null;" },
      { "migrations/0001-a.sql": "-- Expands: yes.\nrevoke insert on a from akiba_app;" },
      { "migrations/0001-a.sql": "-- Expands: yes.\nalter table a add constraint b check (c);" },
    ],
    inOrder: [
      { "migrations/0001-a.sql": "alter table a drop column b;" },
      { "migrations/0001-a.sql": "-- Expands: no drop.\nalter table a add column b text;" },
    ],
  },
  {
    name: "decision records are numbered without a gap",
    find: numbered("docs/decisions", ".md"),
    violations: [
      { "docs/decisions/0002-a.md": "" },
      { "docs/decisions/0001-a.md": "", "docs/decisions/0001-b.md": "" },
    ],
    inOrder: [{ "docs/decisions/0001-a.md": "" }],
  },
  {
    name: "a decision record has its three parts on half a page",
    find: (project) =>
      project
        .filter(({ path }) => path.startsWith("docs/decisions/"))
        .flatMap(({ path, text }) => {
          const parts = ["Context", "Decision", "Consequences"];
          const missing = parts.find((part) => !text.includes(`\n## ${part}\n`));
          const words = text.split(/\s+/).length;
          if (missing) return [{ path, line: 1, words: `has no part ${missing}` }];
          return words > 350 ? [{ path, line: 1, words: `${words} words; at most 350` }] : [];
        }),
    violations: [
      { "docs/decisions/0001-a.md": "# A\n\n## Context\n\n## Decision\n" },
      { "docs/decisions/0001-a.md": `${threeParts}${"a ".repeat(350)}` },
    ],
    inOrder: [{ "docs/decisions/0001-a.md": threeParts }],
  },
];
