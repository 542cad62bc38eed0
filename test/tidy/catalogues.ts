import { at, eachNode, type Finding, type Rule } from "./rule.ts";
import { type Node, nodesAround, type Source, type TreeNode } from "./source.ts";

const englishFile = /^src\/shared\/messages\/(.*-)?en\.ts$/;
const kiswahiliFile = /^src\/shared\/messages\/(.*-)?sw\.ts$/;

const other = (path: string) =>
  path.replace(/(en|sw)\.ts$/, (end) => (end === "en.ts" ? "sw.ts" : "en.ts"));

/** Each key of a catalogue by its whole path, with the place and text of its words. */
function keysOf(source: Source): Map<string, Node> {
  const keys = new Map<string, Node>();
  for (const { node, parent } of source.nodes) {
    if (node.type !== "Property" || isPairOfBoth(source, node)) continue;
    const outer = nodesAround(parent)
      .filter(({ type }) => type === "Property")
      .toReversed();
    const path = [...outer, node].map((property) => nameOf(source, property)).join(".");
    keys.set(path, node["value"] as Node);
  }
  return keys;
}

/** Whether a property is one half of `{ en, sw }`, by which both catalogues are handed out. */
function isPairOfBoth(source: Source, property: Node): boolean {
  const isName = (property["value"] as Node).type === "Identifier";
  return isName && /^(en|sw)$/.test(nameOf(source, property));
}

function nameOf(source: Source, property: Node): string {
  return source.textOf(property["key"] as Node).replace(/^["']|["']$/g, "");
}

const places = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted().join(" ");

function unlikePair(source: Source, pair: Source): Finding[] {
  const here = keysOf(source);
  const there = keysOf(pair);
  const found: Finding[] = [];
  for (const [key, value] of here) {
    const twin = there.get(key);
    if (!twin) {
      found.push(at(source, value.start, `${key} is not in ${pair.path}; say it there too`));
    } else if (isWords(value) && places(pair.textOf(twin)) !== places(source.textOf(value))) {
      found.push(at(source, value.start, `${key} fills other places in ${pair.path}`));
    }
  }
  return found;
}

function isWords({ type }: Node): boolean {
  return type === "Literal" || type === "TemplateLiteral" || type === "BinaryExpression";
}

const attributes = /^(aria-label|aria-description|title|alt|placeholder|label)$/;

/** Words in the markup itself, which only one language could read. */
function wordsOutside(source: Source, node: Node, parent: TreeNode | null): string | undefined {
  const value = node["value"];
  const text = typeof value === "string" ? value.trim() : "";
  if (!/\p{L}{2}/u.test(text)) return undefined;
  const isText = node.type === "JSXText";
  const isAttribute =
    node.type === "Literal" &&
    parent?.node.type === "JSXAttribute" &&
    attributes.test(source.textOf(parent.node["name"] as Node));
  if (!isText && !isAttribute) return undefined;
  return `“${text}” is said in one language only; put it into the catalogues`;
}

export const catalogueRules: readonly Rule[] = [
  {
    name: "English and Kiswahili have the same keys and fill the same places",
    find: (project) =>
      project
        .filter(({ path }) => englishFile.test(path) || kiswahiliFile.test(path))
        .flatMap((source) => {
          const pair = project.find(({ path }) => path === other(source.path));
          if (pair) return unlikePair(source, pair);
          return [at(source, 0, `has no ${other(source.path)} beside it`)];
        }),
    violations: [
      { "src/shared/messages/en.ts": 'export const en = { a: "A" };' },
      { "src/shared/messages/kernel/problems-sw.ts": 'export const sw = { a: "A" };' },
      {
        "src/shared/messages/en.ts": 'export const en = { a: "A", b: { c: "C" } };',
        "src/shared/messages/sw.ts": 'export const sw = { a: "A", c: "C" };',
      },
      {
        "src/shared/messages/en.ts": 'export const en = { a: "{name} is here" };',
        "src/shared/messages/sw.ts": 'export const sw = { a: "yupo hapa" };',
      },
    ],
    inOrder: [
      {
        "src/shared/messages/en.ts": 'export const en = { a: "{who} is here", b: { c: "C" } };',
        "src/shared/messages/sw.ts": 'export const sw = { b: { c: "C" }, a: "{who} yupo" };',
      },
    ],
  },
  {
    name: "every word on a screen comes from the catalogues",
    find: eachNode(
      ({ path, isTest }) => path.startsWith("src/web/") && path.endsWith(".tsx") && !isTest,
      wordsOutside,
    ),
    violations: [
      { "src/web/member/a.tsx": "const a = <p>Hello</p>;" },
      { "src/web/member/a.tsx": 'const a = <button aria-label="Close" />;' },
    ],
    inOrder: [{ "src/web/member/a.tsx": 'const a = <p className="wide">{words.a}: 1 · </p>;' }],
  },
];
