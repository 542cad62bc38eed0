import { isFoundation, isShared } from "./direction.ts";
import { at, eachSource, type Rule } from "./rule.ts";
import type { Comment, Node, Source } from "./source.ts";

const promises = /\b(TODO|FIXME|XXX|HACK)\b/;
const banner = /([-=*#_~/+])\1{3,}|^\s*#(end)?region\b/;
const history = /^\s*(Change log|History|Author|Created|Modified)\s*:|@author\b|@since\b/i;

/** A finding for each comment that `looksWrong`. */
function commentsThat(looksWrong: (text: string) => boolean, words: string): Rule["find"] {
  return eachSource((source) =>
    source.comments
      .filter(({ value }) => looksWrong(value))
      .map(({ start }) => at(source, start, words)),
  );
}

/** The exported functions and classes of a module, with the statement that exports each. */
function exportedCallables(source: Source): { name: string; statement: Node }[] {
  const body = source.program["body"] as readonly Node[];
  return body
    .filter(({ type }) => type === "ExportNamedDeclaration" || type === "ExportDefaultDeclaration")
    .flatMap((statement) => {
      const declared = statement["declaration"] as Node | null;
      if (!declared) return [];
      if (/^(Function|Class)Declaration$/.test(declared.type)) {
        return [{ name: nameOf(source, declared), statement }];
      }
      if (declared.type !== "VariableDeclaration") return [];
      return (declared["declarations"] as readonly Node[])
        .filter(({ init }) => /Function/.test((init as Node | null)?.type ?? ""))
        .map((declarator) => ({ name: nameOf(source, declarator), statement }));
    });
}

function nameOf(source: Source, declared: Node): string {
  const name = declared["id"] as Node | null;
  return name ? source.textOf(name) : "the default";
}

/** The comment that ends where a statement begins, with nothing but space between. */
function commentAbove(source: Source, statement: Node): Comment | undefined {
  return source.comments.findLast(({ end }) => {
    return end <= statement.start && source.text.slice(end, statement.start).trim() === "";
  });
}

function opensWithSentence(comment: Comment | undefined): boolean {
  if (!comment?.isBlock || !comment.value.startsWith("*")) return false;
  const text = comment.value.replace(/^\s*\*+ ?/gm, "").trim();
  return /^["'`\p{Lu}\d][^]*?[.:](\s|$)/u.test(text);
}

function withoutSentence(source: Source) {
  const isCore = isShared(source.path) || isFoundation(source.path);
  if (!source.isCode || source.isTest || !isCore) return [];
  return exportedCallables(source)
    .filter(({ statement }) => !opensWithSentence(commentAbove(source, statement)))
    .map(({ name, statement }) =>
      at(source, statement.start, `${name} is exported; open it with /** one sentence. */`),
    );
}

// Put together here so that this file is not caught by its own rule.
const localPlaces = ["work/", "root/", "Users/", "home/[a-z]"].join("|");
const localPath = new RegExp(`(^|[\\s"'\`(=:])(file://)?/(${localPlaces})`);
const registry = new RegExp("https?://[\\w.-]*\\b(registry|npmjs|artifactory|nexus)\\b", "i");

function linesThat(pattern: RegExp, words: string): Rule["find"] {
  return eachSource(({ path, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [{ path, line: index + 1, words }] : [])),
  );
}

export const commentRules: readonly Rule[] = [
  {
    name: "no comment puts work off",
    find: commentsThat((text) => promises.test(text), "do it now, or open an issue"),
    violations: [
      { "src/shared/a.ts": "// TODO: later" },
      { "src/web/ui/a.css": "/* FIXME */" },
      { "migrations/0001-a.sql": "-- Why: so\n-- XXX" },
      { "scripts/a.js": "/* HACK */" },
    ],
    inOrder: [{ "src/shared/a.ts": 'const word = "TODO";' }],
  },
  {
    name: "no comment is a banner or a history",
    find: commentsThat(
      (text) => banner.test(text) || history.test(text),
      "say why in a sentence; Git keeps the history and a file its parts",
    ),
    violations: [
      { "src/shared/a.ts": "// ---------- money ----------" },
      { "src/shared/a.ts": "//////////////" },
      { "src/web/ui/a.css": "/* ===== */" },
      { "src/shared/a.ts": "// #region money" },
      { "migrations/0001-a.sql": "-- Author: me" },
    ],
    inOrder: [{ "src/shared/a.ts": "/** A day as `YYYY-MM-DD`. */" }],
  },
  {
    name: "every exported function of shared and the foundation opens with a sentence",
    find: eachSource(withoutSentence),
    violations: [
      { "src/shared/a.ts": "export function f() {}" },
      { "src/shared/a.ts": "// Not for a reader's tooltip.\nexport function f() {}" },
      { "src/shared/a.ts": "/** gives a number */\nexport function f() {}" },
      { "src/server/kernel/http/a.ts": "export const f = async () => 1;" },
      { "src/server/kernel/http/a.ts": "/** Of g. */\nconst g = 1;\nexport class F {}" },
    ],
    inOrder: [
      { "src/shared/a.ts": "/** Gives a number, in cents. */\nexport function f() {}" },
      { "src/server/identity/auth/routes.ts": "export function f() {}" },
      { "src/shared/a.ts": "function f() {}" },
    ],
  },
  {
    name: "nothing names a place of somebody's machine",
    find: linesThat(localPath, "names a path of one machine; say it from the root of the tree"),
    violations: ["work/main", "root/x", "home/me/x", "Users/me/x"].map((place) => ({
      "docs/operations.md": `Look in \`/${place}\`.`,
    })),
    inOrder: ["work/x", "root/x"].map((place) => ({
      "docs/operations.md": `Look at \`/app/LoanList\` and \`src/${place}\`.`,
    })),
  },
  {
    name: "nothing names the host that packages come from",
    find: linesThat(registry, "names a registry; npm knows its own"),
    violations: [
      {
        "package.json": JSON.stringify({ from: ["https:", "", "registry.example.org"].join("/") }),
      },
    ],
  },
];
