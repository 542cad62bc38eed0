import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

interface Place {
  readonly line: number;
  readonly path: string;
  /** The name that decides the rule in the file; empty if the whole file does. */
  readonly name: string;
  /** Trigger, function, view, index, table or constraint; empty for a name in a file of code. */
  readonly kind: string;
}

interface Row {
  readonly line: number;
  readonly rule: string;
  readonly where: string;
}

const rows: readonly Row[] = read("docs/rules.md")
  .split("\n")
  .map((text, index) => ({ line: index + 1, cells: text.split("|").map((cell) => cell.trim()) }))
  .filter(({ cells: { length } }) => length > 1)
  .map(({ line, cells: [, rule = "", where = ""] }) => ({ line, rule, where }))
  .filter(({ rule }) => rule !== "Rule" && !/^-+$/.test(rule));

/** Returns the numbers of the rows that no table header precedes: they show as plain text. */
function outsideTables(text: string): number[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (!line.startsWith("|")) return [];
    const before = lines.slice(0, index).findLastIndex((one) => !one.startsWith("|"));
    const head = lines.slice(before + 1, before + 3).join("\n");
    return head === "| Rule | Where |\n|---|---|" ? [] : [index + 1];
  });
}

/** Reads the places of a rule that two places hold, such as a check and a trigger. */
const placesOf = ({ line, where }: Pick<Row, "line" | "where">) =>
  where.split("; ").map((one) => placeOf({ line, where: one }));

const inMigration =
  /^(trigger|function|view|index|table|constraint) `(\w+)` in `(migrations\/[\w-]+\.sql)`$/;

/** Reads a place; null unless it has one of the two forms of the page. */
function placeOf({ line, where }: Pick<Row, "line" | "where">): Place | null {
  const inCode = /^`([\w./-]+\.tsx?)`(?: `(\w+)`)?$/.exec(where);
  if (inCode) return { line, path: inCode[1] ?? "", name: inCode[2] ?? "", kind: "" };
  const inSql = inMigration.exec(where);
  if (!inSql) return null;
  const [, kind = "", name = "", path = ""] = inSql;
  return { line, path, name, kind };
}

const places = rows.flatMap((row) => placesOf(row).filter((place) => place !== null));
const migrations = readdirSync(join(root, "migrations"))
  .map((file) => `migrations/${file}`)
  .toSorted();

function declares(text: string, { name }: Place): boolean {
  const word = String.raw`(async function\*?|function\*?|const|class)`;
  return new RegExp(String.raw`^(export )?${word} ${name}\b`, "m").test(text);
}

function creates(text: string, { kind, name }: Place): boolean {
  if (kind === "constraint") {
    return new RegExp(String.raw`\bconstraint ${name}\s+(check|unique|foreign)\b`).test(text);
  }
  const word = String.raw`^\s*create (or replace )?(constraint |unique )?${kind} ${name}\b`;
  return new RegExp(word, "im").test(text);
}

function drops(text: string, { kind, name }: Place): boolean {
  // A constraint is dropped within a statement about its table.
  const start = kind === "constraint" ? "" : String.raw`^\s*`;
  return new RegExp(String.raw`${start}drop ${kind} (if exists )?${name}\b`, "im").test(text);
}

/** The first migration after the named one that defines or drops the same name. */
function laterThan(place: Place): string | undefined {
  return migrations.find((path) => {
    if (path <= place.path) return false;
    const text = read(path);
    return creates(text, place) || drops(text, place);
  });
}

/** Returns what is wrong with a place; empty if it is true. */
function faultOf(place: Place): string {
  const { line, path, name, kind } = place;
  if (!existsSync(join(root, path))) return `line ${line}: there is no ${path}`;
  if (name === "") return "";
  if (kind === "") return declares(read(path), place) ? "" : `line ${line}: no ${name} in ${path}`;
  if (!creates(read(path), place)) return `line ${line}: ${path} creates no ${kind} ${name}`;
  const later = laterThan(place);
  return later === undefined ? "" : `line ${line}: ${name} is newer in ${later}`;
}

const faultsOf = (some: readonly Place[]): string[] =>
  some.map(faultOf).filter((one) => one !== "");

const districts = [...read("docs/architecture.md").matchAll(/^\| `([\w-]+)` \|.*\|$/gm)].map(
  ([, name = ""]) => name,
);

describe("the page of rules", () => {
  it("lists the rules that are asked for most, each once", () => {
    expect(rows.length).toBeGreaterThanOrEqual(120);
    const rules = rows.map(({ rule, where }) => `${rule} ${where}`);
    expect(rules.filter((one, index) => rules.indexOf(one) !== index)).toEqual([]);
    expect(rows.filter(({ rule }) => rule === "").map(({ line }) => line)).toEqual([]);
  });

  it("has a table for every district", () => {
    const headings = new Set(read("docs/rules.md").match(/^## .*$/gm));
    expect(districts.length).toBeGreaterThan(20);
    expect(districts.filter((name) => !headings.has(`## \`${name}\``))).toEqual([]);
  });

  it("has each rule in a table", () => {
    expect(outsideTables(read("docs/rules.md"))).toEqual([]);
    const head = "| Rule | Where |\n|---|---|\n| Why? | `a.ts` |";
    expect(outsideTables(`${head}\n\n## b\n| How? | \`b.ts\` |\n\n${head}`)).toEqual([6]);
  });

  it("names one place for each rule, or two, in one of two forms", () => {
    const odd = rows.filter((row) => placesOf(row).includes(null) || placesOf(row).length > 2);
    expect(odd.map(({ line, where }) => `line ${line}: ${where}`)).toEqual([]);
  });

  it("names files that exist, and what is declared or created in them", () => {
    expect(faultsOf(places)).toEqual([]);
  });

  it("would notice a table or a constraint that is not where the page says", () => {
    const path = "migrations/0098-the-office-approves-above-a-capped-amount.sql";
    const cap = { line: 1, kind: "constraint", name: "withdrawal_policy_second_person" };
    const kinds = { line: 1, kind: "table", name: "chart_type_kind" };
    expect(faultsOf([{ ...cap, path }])).toEqual([]);
    expect(faultsOf([{ ...cap, path: "migrations/0091-withdrawals.sql" }])).toHaveLength(1);
    expect(faultsOf([{ ...kinds, path }])).toHaveLength(1);
    const dropped = { line: 1, kind: "constraint", name: "loan_step_reason" };
    expect(faultsOf([{ ...dropped, path: "migrations/0010-loan-desk.sql" }])).toHaveLength(1);
  });

  it("would notice a place that is not true", () => {
    const limits = "src/server/kernel/platform/limits.ts";
    const closed = { line: 1, kind: "function", name: "journal_lines_written" };
    const bounced = { kind: "trigger", name: "eft_line_life" };
    const wrong: readonly Place[] = [
      { line: 1, kind: "", name: "", path: "src/server/kernel/platform/none.ts" },
      { line: 1, kind: "", name: "readsPerMinute", path: limits },
      { ...closed, path: "migrations/0001-foundation.sql" },
      { ...closed, path: "migrations/0003-ledger.sql" },
      { ...closed, ...bounced, path: "migrations/0105-bank-transfers.sql" },
    ];
    expect(faultsOf(wrong)).toEqual([
      "line 1: there is no src/server/kernel/platform/none.ts",
      `line 1: no readsPerMinute in ${limits}`,
      "line 1: migrations/0001-foundation.sql creates no function journal_lines_written",
      "line 1: journal_lines_written is newer in migrations/0026-proof.sql",
      "line 1: eft_line_life is newer in migrations/0129-payouts-that-come-back.sql",
    ]);
    expect(placeOf({ line: 1, where: "the database" })).toBeNull();
  });
});
