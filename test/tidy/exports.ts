import { at, type Finding, type Rule } from "./rule.ts";
import { nameOf, type Import, type Node, type Source } from "./source.ts";

/** A name that a file offers to others. */
interface Export {
  readonly name: string;
  readonly isType: boolean;
  readonly start: number;
}

const children = (node: Node, key: string) => (node[key] ?? []) as readonly Node[];

/** Returns the exports that a file declares itself or passes on by name. */
function exportsOf(source: Source): Export[] {
  return children(source.program, "body").flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration") return [];
    const passedOn = children(node, "specifiers").map((each) => nameOf(each["exported"]));
    const names = [...passedOn, ...namesDeclaredBy(node["declaration"] as Node | null)];
    const isType = node["exportKind"] === "type";
    return names.map((name) => ({ name, isType, start: node.start }));
  });
}

function namesDeclaredBy(declaration: Node | null): string[] {
  if (declaration === null) return [];
  if (declaration.type !== "VariableDeclaration") return [nameOf(declaration["id"])];
  return children(declaration, "declarations").flatMap((each) => namesIn(each["id"] as Node));
}

/** Returns the names that a pattern such as `{ a, b: [c] }` binds. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === "Identifier") return [nameOf(pattern)];
  const parts = [...children(pattern, "properties"), ...children(pattern, "elements")];
  return parts.flatMap((part) => namesIn((part["value"] as Node | undefined) ?? part));
}

/** Returns the names that occur more than once in a file, so also outside their declaration. */
function repeatedNames(source: Source): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { node } of source.nodes) {
    if (node.type !== "Identifier" && node.type !== "JSXIdentifier") continue;
    const name = nameOf(node);
    (seen.has(name) ? repeated : seen).add(name);
  }
  return repeated;
}

function pathsAndNames({ target, names }: Import): string[] {
  return names.map((name) => `${target} ${name}`);
}

/**
 * Finds exports without a reader: those that only tests use, and values that no other file uses.
 * A type that only its own file uses may be part of an exported function, so it stays.
 */
function unusedExports(project: readonly Source[]): Finding[] {
  const code = project.filter(({ isCode }) => isCode);
  const importedBy = (sources: readonly Source[]) =>
    new Set(sources.flatMap(({ imports }) => imports.flatMap(pathsAndNames)));
  const byProduct = importedBy(code.filter(({ isTest }) => !isTest));
  const byTests = importedBy(code.filter(({ isTest }) => isTest));
  const offering = code.filter(({ path, isTest }) => path.startsWith("src/") && !isTest);
  return offering.flatMap((source) => {
    const uses = (imported: ReadonlySet<string>, name: string) =>
      imported.has(`${source.path} ${name}`) || imported.has(`${source.path} *`);
    const unused = exportsOf(source).filter(({ name }) => !uses(byProduct, name));
    const repeated = unused.length > 0 ? repeatedNames(source) : new Set();
    return unused.flatMap(({ name, isType, start }) => {
      if (!repeated.has(name)) {
        return [at(source, start, `only tests use ${name}: move it to test/ or delete it`)];
      }
      if (isType || uses(byTests, name)) return [];
      return [at(source, start, `no other file uses ${name}: remove its export`)];
    });
  });
}

export const exportRules: readonly Rule[] = [
  {
    name: "every export of src has a reader that is not a test",
    find: unusedExports,
    violations: [
      { "src/shared/a.ts": "export const a = 1;" },
      { "src/shared/a.ts": "const a = 1; export const b = a, { c } = d; f(b);" },
      { "src/shared/a.ts": "export function a() {} a();" },
      { "src/shared/a.ts": "export interface A {}" },
      { "src/shared/a.ts": 'export { a } from "./b.ts";', "src/shared/b.ts": "const a = 1;" },
      {
        "src/shared/a.ts": "export const a = 1;",
        "src/shared/a.test.ts": 'import { a } from "./a.ts";',
      },
    ],
    inOrder: [
      {
        "src/shared/a.ts": "export const a = 1; export type B = typeof a;",
        "src/shared/c.ts": 'import { a, type B } from "./a.ts";',
      },
      {
        "src/shared/a.ts": "export const a = 1;",
        "bench/b.ts": 'import * as b from "#shared/a.ts";',
      },
      {
        "src/web/a.ts": "export const a = 1;",
        "src/web/b.ts": 'const { a } = await import("./a.ts");',
      },
      { "src/web/a.ts": "export interface A {} function b(): A {} b();" },
      {
        "src/shared/a.ts": "export function a() {} export const b = a();",
        "src/shared/a.test.ts": 'import { a } from "./a.ts";',
        "scripts/b.js": 'import { b } from "../src/shared/a.ts";',
      },
    ],
  },
];
