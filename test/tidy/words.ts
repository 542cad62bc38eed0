import { at, eachSource, type Rule } from "./rule.ts";
import type { Node, Source, TreeNode } from "./source.ts";

/** A word that readers stop at. */
interface Banned {
  readonly pattern: RegExp;
  readonly instead: string;
  /** A sentence that uses it. */
  readonly example: string;
}

const banned: readonly Banned[] = [
  { pattern: /\bnought\b/i, instead: "zero or none", example: "The balance is nought." },
  { pattern: /\breckon\w*/i, instead: "calculate", example: "Reckons the tax." },
  { pattern: /\bshall\b/i, instead: "must or will", example: "It shall be unique." },
  { pattern: /\banew\b/i, instead: "again", example: "Counts anew." },
  { pattern: /\b(by|to|for|at) whom\b/i, instead: "a named person", example: "Says by whom." },
  {
    pattern: /\b(by|to|for|of|from|with|than) whoever\b|\bwhosoever\b/i,
    instead: "anyone who",
    example: "Told to whoever asks.",
  },
  {
    pattern: /\b(thereof|forthwith|herein)\b/i,
    instead: "it, at once",
    example: "Sent forthwith.",
  },
  {
    pattern: /\b(most|after|by|for|at|of) so many\b|\bso many-th\b/i,
    instead: "a number of",
    example: "Waits for so many seconds.",
  },
  { pattern: /\bsought\b/i, instead: "searched for", example: "The member sought." },
  { pattern: /\bpiles?\b/i, instead: "tab or queue", example: "Counts each pile." },
  { pattern: /\bother sel(f|ves)\b/i, instead: "linked account", example: "Their other self." },
  {
    pattern: /\b(half session|halfway)\b/i,
    instead: "MFA-pending session",
    example: "Ends the half session.",
  },
  { pattern: /\bby hand\b/i, instead: "manually", example: "A receipt by hand." },
  { pattern: /\btaken in\b/i, instead: "imported", example: "The file was taken in." },
  {
    pattern: /\b(take|takes|took|taken|taking)( \w+)? back\b/i,
    instead: "reverse, withdraw or undo",
    example: "The dividend was taken back.",
  },
  { pattern: /\bthe trail\b/i, instead: "the audit log", example: "Written to the trail." },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: "fix", example: "The fault was mended." },
  { pattern: /\bsays? no\b/i, instead: "reject", example: "The database says no." },
  {
    pattern: /\b(it|they|that|which|this|there|here|loan|member|account|file) (stands?|lies)\b/i,
    instead: "is",
    example: "The account it stands in.",
  },
  { pattern: /\b(asker|taker|giver)s?\b/i, instead: "requester or actor", example: "The asker." },
];

/** A sentence that opens with a relative clause for its subject and is no question. */
const headless = /(^|[.!?;:] )(Who|What|Whoever|Whatever|Whose)\b(?![^.?!]*\?)/;

/** Text for people, with the place at which it begins. */
interface Prose {
  readonly text: string;
  readonly start: number;
  /** True for a title or label on a screen, which is no sentence: "Who opened your record". */
  readonly isLabel?: boolean;
}

function proseOf(source: Source): Prose[] {
  if (source.path.endsWith(".md")) return paragraphsOf(source);
  if (isAppliedMigration(source.path)) return [];
  return [...commentsOf(source), ...(source.isCode ? stringsOf(source) : [])];
}

/** The migrations of before this rule. Their digests are compared, so their comments stay. */
function isAppliedMigration(path: string): boolean {
  return /^migrations\/00([0-7]\d|8[0-2])-/.test(path);
}

/** Lines that belong together, without code and without the cells of tables. */
function paragraphsOf({ text }: Source): Prose[] {
  const prose = text.replaceAll(/```[^]*?```/g, (code) => code.replaceAll(/[^\n]/g, " "));
  return [...prose.matchAll(/(?:^(?![#|\s]*$)(?!\|)(?!#).*\n?)+/gm)].map((match) => ({
    text: withoutCode(match[0].replaceAll(/\n(- |\d+\. )/g, ". ")),
    start: match.index,
  }));
}

function commentsOf(source: Source): Prose[] {
  return source.comments.map(({ value, start }) => ({
    text: withoutCode(value.replaceAll(/^\s*\*+ ?/gm, "").trim()),
    start,
  }));
}

function withoutCode(text: string): string {
  return text
    .replaceAll(/`[^`]*`/g, "`")
    .replaceAll(/\s+/g, " ")
    .replace(/^[-*] /, "");
}

/** Titles of tests, summaries of calls and the English texts of screens and messages. */
function stringsOf(source: Source): Prose[] {
  const found: Prose[] = [];
  for (const { node, parent } of source.nodes) {
    if (node.type !== "Literal" && node.type !== "TemplateElement") continue;
    const text = source.textOf(node).replace(/^["'`]|["'`]$/g, "");
    if (!/\s/.test(text) || !isForPeople(source, node, parent)) continue;
    found.push({ text, start: node.start, isLabel: isCatalogue(source) && !/[.!?:]/.test(text) });
  }
  return found;
}

function isCatalogue({ path }: Source): boolean {
  return /(^src\/shared\/messages\/.*|\/)messages\.ts$|-?\ben\.ts$/.test(path);
}

function isForPeople(source: Source, node: Node, around: TreeNode | null): boolean {
  if (isCatalogue(source)) return true;
  const parent = around?.node;
  if (parent?.type === "Property") {
    return /^(summary|description)$/.test(source.textOf(parent["key"] as Node));
  }
  if (parent?.type !== "CallExpression" || !source.isTest) return false;
  const isFirst = (parent["arguments"] as readonly Node[])[0] === node;
  return isFirst && /^(it|test|describe|steps)\b/.test(source.textOf(parent["callee"] as Node));
}

/** A finding for each text of which `complaintsOf` has something to say. */
function textsThat(complaintsOf: (prose: Prose) => readonly string[]): Rule["find"] {
  return eachSource((source) =>
    proseOf(source).flatMap((prose) =>
      complaintsOf(prose).map((words) => at(source, prose.start, words)),
    ),
  );
}

function bannedIn({ text }: Prose): string[] {
  return banned.flatMap(({ pattern, instead }) => {
    const match = pattern.exec(text);
    return match ? [`“${match[0]}”: say ${instead}`] : [];
  });
}

function headlessIn({ text, isLabel = false }: Prose): string[] {
  const match = isLabel ? null : headless.exec(text);
  if (!match) return [];
  const opening = text.slice(match.index, match.index + 60).replace(/^[.!?;:] /, "");
  return [`“${opening}” begins without a subject; name the person or the thing`];
}

export const wordRules: readonly Rule[] = [
  {
    name: "no text uses a word that readers stop at",
    find: textsThat(bannedIn),
    violations: [
      ...banned.map(({ example }) => ({ "docs/operations.md": example })),
      { "src/shared/a.ts": "/** The balance is nought. */" },
      { "src/web/ui/a.css": "/* Counts anew. */" },
      { "migrations/9999-a.sql": "-- Why: the balance is nought." },
      { "src/shared/contract/a.ts": 'const a = { summary: "Reckons the tax" };' },
      { "src/server/loans/desk/messages.ts": 'const a = { en: "You owe nought" };' },
      { "src/server/a.test.ts": 'it("is reckoned once", () => {});' },
      { "test/e2e/a.spec.ts": 'test.describe("counted anew", () => {});' },
      { "src/shared/messages/en.ts": 'export const en = { a: "Reckon and preview" };' },
    ],
    inOrder: [
      { "docs/operations.md": "Run `akiba shall` once.\n\n```sh\nakiba anew\n```" },
      { "src/shared/messages/sw.ts": 'export const sw = { a: "shall we" };' },
    ],
  },
  {
    name: "no sentence begins with a relative clause for its subject",
    find: textsThat(headlessIn),
    violations: [
      { "docs/operations.md": "Who pays out names who approved." },
      { "docs/operations.md": "It is counted. What is left goes to shares." },
      { "docs/operations.md": "- What a member owes" },
      { "src/shared/a.ts": "/** What a member owes, in cents. */" },
      { "src/server/a.test.ts": 'it("Whoever asks", () => {});' },
      { "src/shared/messages/en.ts": 'export const en = { a: "Saved. What is left is kept." };' },
    ],
    inOrder: [
      { "src/shared/messages/en.ts": 'export const en = { a: "Who opened your record" };' },
      { "docs/operations.md": "# What it is for\n\n| What | Why |\n|---|---|\n| a | b |" },
      { "src/shared/messages/en.ts": 'export const en = { a: "What is your member number?" };' },
    ],
  },
];
