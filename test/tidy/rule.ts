import type { Node, Source, TreeNode } from "./source.ts";

export interface Finding {
  readonly path: string;
  readonly line: number;
  /** The error and what to do instead. */
  readonly words: string;
}

/** Files of a small made-up project, by path. */
export type Planted = Readonly<Record<string, string>>;

/** One rule of the house. */
export interface Rule {
  /** The rule, as the name of a test. */
  readonly name: string;
  readonly find: (project: readonly Source[]) => Finding[];
  /** Projects with one violation each: a rule that misses one of them is blind. */
  readonly violations: readonly Planted[];
  /** Projects that look similar and obey the rule. */
  readonly inOrder?: readonly Planted[];
}

/** A finding at a place of a file. */
export function at(source: Source, offset: number, words: string): Finding {
  return { path: source.path, line: source.lineOf(offset), words };
}

type Look = (source: Source, node: Node, parent: TreeNode | null) => string | undefined;

/** Visits every node of the code that `covers` picks; the result of `look` is a finding. */
export function eachNode(covers: (source: Source) => boolean, look: Look): Rule["find"] {
  return eachSource((source) => {
    if (!source.isCode || !covers(source)) return [];
    const found: Finding[] = [];
    for (const { node, parent } of source.nodes) {
      const words = look(source, node, parent);
      if (words !== undefined) found.push(at(source, node.start, words));
    }
    return found;
  });
}

/** Visits one file after the other. */
export function eachSource(look: (source: Source) => Finding[]): Rule["find"] {
  return (project) => project.flatMap(look);
}
