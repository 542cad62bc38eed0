import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "rolldown/utils";

/** A piece of a program as the parser describes it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/** A node with the one around it. */
export interface TreeNode {
  readonly node: Node;
  readonly parent: TreeNode | null;
}

export interface Comment {
  /** Without its slashes and stars. */
  readonly value: string;
  readonly isBlock: boolean;
  readonly start: number;
  readonly end: number;
}

/** One import of a module. */
export interface Import {
  readonly specifier: string;
  /** The imported file, from the root; null for a package. */
  readonly target: string | null;
  /** The names that it takes; `*` where it may use every one. */
  readonly names: readonly string[];
  readonly start: number;
}

/** One file of the project; it is parsed on first use. */
export class Source {
  readonly path: string;
  readonly text: string;
  #imports: readonly Import[] | undefined;
  #nodes: readonly TreeNode[] | undefined;
  #parsed: { readonly program: Node; readonly comments: readonly Comment[] } | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  get isCode(): boolean {
    return /\.[jt]sx?$/.test(this.path);
  }

  get isTest(): boolean {
    return /\.test\.tsx?$/.test(this.path) || this.path.startsWith("test/");
  }

  get lines(): readonly string[] {
    return this.text.split("\n");
  }

  get program(): Node {
    return this.#parse().program;
  }

  /** Every node of code, each after those around it; found once, as most rules read them. */
  get nodes(): readonly TreeNode[] {
    if (this.#nodes) return this.#nodes;
    const nodes: TreeNode[] = [];
    if (this.isCode) collect(this.program, null, nodes);
    this.#nodes = nodes;
    return nodes;
  }

  /** The comments of code as its parser sees them, of other files by their marks. */
  get comments(): readonly Comment[] {
    return this.isCode ? this.#parse().comments : commentsByMarks(this.path, this.text);
  }

  /** The imports and re-exports, found once: most rules of direction read them. */
  get imports(): readonly Import[] {
    this.#imports ??= this.isCode ? this.#findImports() : [];
    return this.#imports;
  }

  #findImports(): Import[] {
    const found: Import[] = [];
    for (const { node } of this.nodes) {
      const asked = node["source"] as Node | null | undefined;
      if (asked?.type !== "Literal" || !/^(TS)?(Import|Export)/.test(node.type)) continue;
      const specifier = String(asked["value"]);
      const target = this.#targetOf(specifier);
      found.push({ specifier, target, names: namesTakenBy(node), start: node.start });
    }
    return found;
  }

  lineOf(offset: number): number {
    return this.text.slice(0, offset).split("\n").length;
  }

  textOf(node: Node): string {
    return this.text.slice(node.start, node.end);
  }

  #targetOf(specifier: string): string | null {
    const own = /^#(shared|server|web|test)\//.exec(specifier);
    if (own) return (own[1] === "test" ? "" : "src/") + specifier.slice(1);
    if (!specifier.startsWith(".")) return null;
    return posix.join(posix.dirname(this.path), specifier);
  }

  #parse() {
    if (this.#parsed) return this.#parsed;
    const { program, comments, errors } = parseSync(this.path, this.text);
    if (errors.length > 0) throw new Error(`${this.path} does not parse: ${errors[0]?.message}`);
    this.#parsed = {
      program: program as unknown as Node,
      comments: comments.map(({ type, value, start, end }) => {
        return { value, isBlock: type === "Block", start, end };
      }),
    };
    return this.#parsed;
  }
}

/** Returns the names that an import or a re-export takes; `import("…")` may use every one. */
function namesTakenBy(node: Node): string[] {
  const specifiers = node["specifiers"] as readonly Node[] | undefined;
  return specifiers?.map(takenName) ?? ["*"];
}

function takenName(specifier: Node): string {
  if (specifier.type === "ImportSpecifier") return nameOf(specifier["imported"]);
  return specifier.type === "ExportSpecifier" ? nameOf(specifier["local"]) : "*";
}

/** Returns the name of an identifier or of a name in quotes. */
export function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown };
  return String(name ?? value);
}

function commentsByMarks(path: string, text: string): Comment[] {
  const marks: Record<string, RegExp> = {
    ".sql": /--(?<line>.*)|\/\*(?<block>[\s\S]*?)\*\//g,
    ".css": /\/\*(?<block>[\s\S]*?)\*\//g,
    ".html": /<!--(?<block>[\s\S]*?)-->/g,
  };
  const pattern = marks[posix.extname(path)];
  if (!pattern) return [];
  return [...text.matchAll(pattern)].map((match) => ({
    value: match.groups?.["line"] ?? match.groups?.["block"] ?? "",
    isBlock: match.groups?.["block"] !== undefined,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Adds a node and all below it. */
function collect(node: Node, parent: TreeNode | null, into: TreeNode[]): void {
  const inTree = { node, parent };
  into.push(inTree);
  for (const key in node) {
    const value = node[key];
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) {
      if (isNode(value)) collect(value, inTree, into);
      continue;
    }
    for (const child of value) if (isNode(child)) collect(child, inTree, into);
  }
}

/** The nodes around one, nearest first. */
export function nodesAround(parent: TreeNode | null): Node[] {
  return parent === null ? [] : [parent.node, ...nodesAround(parent.parent)];
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null)?.type === "string";
}

const places = ["src", "test", "bench", "scripts", "twin", "migrations", "docs", ".ci"];
const kinds = /\.([jt]sx?|sql|css|html|md|json|sh|webmanifest)$|^\.ci\/|\.env\.example$/;

/** Every file of the project that people write, in the order of their paths. */
export function readProject(root: string): Source[] {
  const deep = places.flatMap((place) => filesUnder(root, place));
  const top = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "package-lock.json")
    .map((entry) => entry.name);
  return [...top, ...deep]
    .filter((path) => kinds.test(path))
    .toSorted()
    .map((path) => new Source(path, readFileSync(join(root, path), "utf8")));
}

function filesUnder(root: string, place: string): string[] {
  try {
    return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => posix.join(entry.parentPath.slice(root.length + 1), entry.name));
  } catch {
    return [];
  }
}
