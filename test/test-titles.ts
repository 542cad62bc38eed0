import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, Source } from "./tidy/source.ts";

const root = join(import.meta.dirname, "..");

/** Returns the titles of the tests in a file, as they are written there; none without a file. */
export function titlesIn(path: string): Set<string> {
  const titles = new Set<string>();
  if (!existsSync(join(root, path))) return titles;
  const source = new Source(path, readFileSync(join(root, path), "utf8"));
  for (const { node } of source.nodes) {
    if (node.type !== "CallExpression") continue;
    // `it.each(rows)("title", …)` is a call of a call; `societyTest` is a test with fixtures.
    const called = source.textOf(node["callee"] as Node);
    if (!/^(it|test|\w+Test)(\.\w+)*(\(|$)/.test(called)) continue;
    const [title] = node["arguments"] as readonly Node[];
    if (title && /^(Literal|TemplateLiteral)$/.test(title.type)) {
      titles.add(source.textOf(title).slice(1, -1).replaceAll('\\"', '"'));
    }
  }
  return titles;
}
