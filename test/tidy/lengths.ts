import { at, eachNode, eachSource, type Rule } from "./rule.ts";
import type { Node, Source, TreeNode } from "./source.ts";

const LONGEST_FUNCTION = 70;
const LONGEST_LINE = 100;
const LONGEST_FILE = 400;

const functions = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
const measured = /\.([jt]sx?|css|sql)$/;
// Oxlint measures the files of code.
const measuredWhole = /\.(css|sql)$/;

/** Oxlint measures the other functions; it cannot distinguish a test from a group of tests. */
function longFunction(source: Source, node: Node, parent: TreeNode | null): string | undefined {
  if (!source.isTest || !functions.test(node.type) || isGroupOfTests(source, node, parent))
    return undefined;
  const length = source.lineOf(node.end) - source.lineOf(node.start) + 1;
  if (length <= LONGEST_FUNCTION) return undefined;
  return `a function of ${length} lines; at most ${LONGEST_FUNCTION}: split it at its nouns`;
}

/** A `describe` is a heading over tests; each test in it is measured separately. */
function isGroupOfTests(source: Source, node: Node, parent: TreeNode | null): boolean {
  const call = parent?.node;
  if (!source.isTest || call?.type !== "CallExpression") return false;
  const callee = call["callee"] as Node;
  return node !== callee && /^((test\.)?describe|steps)\b/.test(source.textOf(callee));
}

/**
 * A sentence of a catalogue stays whole, however long: in pieces it can neither be searched for nor
 * given to a translator.
 */
function isSentence(source: Source, line: string): boolean {
  const isCatalogue = /^src\/shared\/messages\/|\/messages\.ts$/.test(source.path);
  return isCatalogue && /^\s*([\w"'.-]+:\s*)?(["`]).*\2,?$/.test(line);
}

export const lengthRules: readonly Rule[] = [
  {
    name: `a test has at most ${LONGEST_FUNCTION} lines`,
    find: eachNode(() => true, longFunction),
    violations: [{ "test/a.test.ts": `it("is", async () => {${"\n".repeat(70)}});` }],
    inOrder: [{ "test/a.test.ts": `describe("all", () => {${"\n".repeat(90)}});` }],
  },
  {
    name: `a line has at most ${LONGEST_LINE} characters`,
    find: eachSource((source) => {
      if (!measured.test(source.path)) return [];
      return source.lines.flatMap((line, index) => {
        const { length } = line;
        if (length <= LONGEST_LINE || isSentence(source, line)) return [];
        const words = `${length} characters; at most ${LONGEST_LINE}: break the line`;
        return [{ path: source.path, line: index + 1, words }];
      });
    }),
    violations: [
      { "src/shared/a.ts": `// ${"a".repeat(98)}` },
      { "migrations/0001-a.sql": `-- Why: ${"a".repeat(98)}` },
      { "src/web/ui/a.css": `/* ${"a".repeat(98)} */` },
      { "src/shared/messages/en.ts": `const en = call(${"a".repeat(98)})` },
    ],
    inOrder: [
      { "src/shared/a.ts": `// ${"é".repeat(97)}` },
      { "src/shared/messages/en.ts": `export const en = {\n  a: "${"a".repeat(98)}",\n};` },
    ],
  },
  {
    name: `a style sheet and a migration have at most ${LONGEST_FILE} lines`,
    find: eachSource((source) => {
      const length = source.text.split("\n").length - 1;
      if (!measuredWhole.test(source.path) || length <= LONGEST_FILE) return [];
      const words = `${length} lines; at most ${LONGEST_FILE}: part it by noun`;
      return [at(source, source.text.length, words)];
    }),
    violations: [{ "src/web/ui/a.css": "\n".repeat(401) }],
    inOrder: [{ "src/web/ui/a.css": "\n".repeat(400) }],
  },
];
