import { dirname } from "node:path/posix";
import { at, type Finding, type Rule } from "./rule.ts";
import type { Node, Source } from "./source.ts";

/** The name under which a file imports a style sheet. */
function sheetsOf(source: Source, project: readonly Source[]): Map<string, Source> {
  const known = new Map<string, Source>();
  for (const node of source.program["body"] as readonly Node[]) {
    if (node.type !== "ImportDeclaration") continue;
    const asked = source.imports.find(({ start }) => start === node.start);
    if (!asked?.target?.endsWith(".module.css")) continue;
    const sheet = project.find(({ path }) => path === asked.target);
    const [first] = node["specifiers"] as readonly Node[];
    if (sheet && first) known.set(source.textOf(first["local"] as Node), sheet);
  }
  return known;
}

const named = ({ text }: Source, name: string) => new RegExp(`\\.${name}(?![\\w-])`).test(text);

function strayClasses(source: Source, project: readonly Source[]): Finding[] {
  const sheets = sheetsOf(source, project);
  if (sheets.size === 0) return [];
  const found: Finding[] = [];
  for (const { node } of source.nodes) {
    if (node.type !== "MemberExpression" || node["computed"] !== true) continue;
    const sheet = sheets.get(source.textOf(node["object"] as Node));
    const { type, value } = node["property"] as Node;
    if (!sheet || type !== "Literal" || named(sheet, String(value))) continue;
    found.push(at(source, node.start, `${sheet.path} has no .${String(value)}`));
  }
  return found;
}

/** Style sheets of another feature that a file imports; only those of src/web/ui are shared. */
function borrowedSheets(source: Source): Finding[] {
  const shared = /^src\/web\/ui\/[^/]+$/;
  return source.imports.flatMap(({ target, start }) => {
    if (!target?.endsWith(".module.css") || shared.test(target)) return [];
    if (dirname(target) === dirname(source.path)) return [];
    return [at(source, start, `move what is shared of ${target} to src/web/ui`)];
  });
}

export const styleRules: readonly Rule[] = [
  {
    name: "every class that a part of the page wears is in its style sheet",
    find: (project) =>
      project
        .filter(({ path, isCode }) => isCode && path.startsWith("src/web/"))
        .flatMap((source) => strayClasses(source, project)),
    violations: [
      {
        "src/web/ui/a.tsx": 'import css from "./a.module.css"; const a = css["gone"];',
        "src/web/ui/a.module.css": ".gone-by {}",
      },
      {
        "src/web/staff/a.tsx": 'import desk from "#web/ui/a.module.css"; const a = desk["select"];',
        "src/web/ui/a.module.css": ".card {}",
      },
    ],
    inOrder: [
      {
        "src/web/ui/a.tsx": 'import css from "./a.module.css"; const a = css["here"] ?? css[b];',
        "src/web/ui/a.module.css": ".here:hover {}",
      },
    ],
  },
  {
    name: "a style sheet that two features share is in src/web/ui",
    find: (project) =>
      project
        .filter(({ path, isCode }) => isCode && path.startsWith("src/web/"))
        .flatMap(borrowedSheets),
    violations: [
      { "src/web/staff/a.tsx": 'import css from "#web/member/loans/a.module.css";' },
      { "src/web/staff/a/b.tsx": 'import css from "../c.module.css";' },
    ],
    inOrder: [
      {
        "src/web/staff/a.tsx":
          'import css from "./a.module.css"; import ui from "#web/ui/b.module.css";',
      },
    ],
  },
];
