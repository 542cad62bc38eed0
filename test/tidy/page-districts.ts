import { pageZones, placeOf } from "./direction.ts";
import { at, type Finding, type Rule } from "./rule.ts";
import type { Source } from "./source.ts";

/** The district of a file of the page, or a file outside every district, which may lead to one. */
const nodeOf = (path: string): string => placeOf(path).district ?? path;

/**
 * Returns what each district of the page imports, and each file outside one. Pages that such a file
 * loads later are left out: it puts all districts together.
 */
function linksOfPage(project: readonly Source[]): Map<string, Set<string>> {
  const links = new Map<string, Set<string>>();
  for (const source of project) {
    const { layer, district } = placeOf(source.path);
    if (source.isTest || !pageZones.has(layer)) continue;
    const later = new Set(
      source.nodes
        .filter(({ node }) => district === undefined && node.type === "ImportExpression")
        .map(({ node }) => node.start),
    );
    const known = links.get(nodeOf(source.path)) ?? new Set();
    for (const { target, start } of source.imports) {
      if (target !== null && !later.has(start)) known.add(nodeOf(target));
    }
    links.set(nodeOf(source.path), known);
  }
  return links;
}

/** Finds imports by which a district of the page leads back to itself. */
function districtCycles(project: readonly Source[]): Finding[] {
  const links = linksOfPage(project);
  const reachedFrom = (node: string, reached = new Set<string>()): Set<string> => {
    if (reached.has(node)) return reached;
    reached.add(node);
    for (const next of links.get(node) ?? []) reachedFrom(next, reached);
    return reached;
  };
  return project.flatMap((source) => {
    const { layer, district } = placeOf(source.path);
    if (source.isTest || district === undefined || !pageZones.has(layer)) return [];
    return source.imports
      .filter(({ target }) => target !== null && nodeOf(target) !== district)
      .filter(({ target }) => reachedFrom(nodeOf(target ?? "")).has(district))
      .map(({ specifier, start }) =>
        at(source, start, `imports ${specifier}, which leads back to ${district}`),
      );
  });
}

export const pageDistrictRules: readonly Rule[] = [
  {
    name: "districts of the page import each other one way",
    find: districtCycles,
    violations: [
      {
        "src/web/member/loans/a.ts": 'import { b } from "../identity/b.ts";',
        "src/web/member/identity/c.ts": 'import type { D } from "#web/member/loans/d.ts";',
      },
      {
        "src/web/staff/loans/desk/a.ts": 'import { b } from "#web/staff/members/b.ts";',
        "src/web/staff/members/b.ts": 'import { c } from "../identity/c.ts";',
        "src/web/staff/identity/d.ts": 'const later = import("#web/staff/loans/policy/e.ts");',
      },
      {
        "src/web/member/loans/a.ts": 'import { b } from "#web/member/b.ts";',
        "src/web/member/b.ts": 'import { c } from "./loans/c.ts";',
      },
    ],
    inOrder: [
      {
        "src/web/member/loans/a.ts": 'import { b } from "../identity/b.ts";',
        "src/web/member/identity/b.ts": 'import { c } from "#web/member/identity/c.ts";',
      },
      {
        "src/web/member/loans/a.ts": 'import { later } from "#web/member/later.ts";',
        "src/web/member/later.ts": 'const pages = import("./loans/pages.ts");',
      },
    ],
  },
];
