import { at, type Finding, type Rule } from "./rule.ts";
import type { Source } from "./source.ts";

/** A page about the current state; a decision record says how it was decided. */
const isPage = ({ path }: Source): boolean =>
  /^(docs\/)?[\w-]+\.md$/.test(path) && path !== "CHANGELOG.md";

/** A file of code with at least one folder; placeholders such as NNNN are not files. */
const namedFile = /`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|sql|css))`/g;
const isPlaceholder = (name: string): boolean => /\b(NNNN|NAME)\b/.test(name);

function missingFiles(project: readonly Source[]): Finding[] {
  const paths = project.map(({ path }) => `/${path}`);
  return project.filter(isPage).flatMap((page) =>
    [...page.text.matchAll(namedFile)]
      .filter(([, name = ""]) => !isPlaceholder(name))
      .filter(([, name]) => !paths.some((path) => path.endsWith(`/${name}`)))
      .map((found) => at(page, found.index, `there is no file ${found[1]}`)),
  );
}

export const namedFileRules: readonly Rule[] = [
  {
    name: "a page of the documents names files that exist",
    find: missingFiles,
    violations: [
      { "docs/security.md": "See `identity/a.ts`." },
      { "README.md": "See `src/server/a.ts`.", "src/server/b.ts": "" },
    ],
    inOrder: [
      {
        "docs/security.md": "`identity/a.ts`, `b.ts`, `test/e2e/NAME.spec.ts`",
        "docs/decisions/0001-a.md": "`identity/old.ts`",
        "src/server/identity/a.ts": "",
      },
    ],
  },
];
