import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type FormName, forms, readGiven, UsageError, usageLine } from "#server/cli/forms.ts";

const names = Object.keys(forms) as FormName[];
const commands = [...new Set(names.map((name) => name.split(" ")[0] ?? ""))];

/** The page of a form: of its step if that has one, otherwise of the command. */
function pageOf(name: string): string {
  const ofStep = `docs/akiba-${name.replaceAll(" ", "-")}.md`;
  return existsSync(ofStep) ? ofStep : `docs/akiba-${name.split(" ")[0]}.md`;
}

const pages = [...new Set(names.map(pageOf))].map(
  (page) => [page, names.filter((name) => pageOf(name) === page)] as const,
);
const read = (page: string) => readFileSync(page, "utf8");

/** Returns a section of a page without its heading; empty if there is none. */
function section(page: string, heading: string): string {
  return new RegExp(`^## ${heading}\n([^]*?)(?=^## |$(?![^]))`, "m").exec(read(page))?.[1] ?? "";
}

/** The options of a page, with the example of a value of those that take one. */
function documented(page: string): (readonly [option: string, value: string])[] {
  return [...section(page, "Options").matchAll(/^\| `(--[a-z-]+) ?([^`]*)` \|/gm)].map(
    ([, option = "", value = ""]) => [option, value] as const,
  );
}

/** Whether a form takes an option beside the words that it needs. */
function takes(name: FormName, given: readonly string[]): boolean {
  const words = Array.from({ length: forms[name].words[0] }, () => "word");
  try {
    readGiven(name, [...words, ...given]);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

describe("the pages of the commands", () => {
  it.each(commands)("there is one with every part: %s", (command) => {
    const page = pageOf(command);
    expect(read(page).startsWith(`# akiba ${command}\n`)).toBe(true);
    for (const heading of ["Name", "Synopsis", "Description", "Exit codes", "See also"]) {
      expect(section(page, heading), `${page}: ${heading}`).not.toBe("");
    }
  });

  it("there is none of a command that there is not", () => {
    const found = readdirSync("docs").filter((name) => name.startsWith("akiba-"));
    expect(found.map((name) => `docs/${name}`).toSorted()).toEqual(
      pages.map(([page]) => page).toSorted(),
    );
  });

  it.each(pages)("%s has each way to use it, as the command prints them", (page, its) => {
    const lines = its.flatMap((name) => usageLine(name));
    const shown = section(page, "Synopsis").trim().split("\n").slice(1, -1);
    expect(shown).toEqual(lines);
  });

  it.each(pages)("%s has each option, and no other", (page, its) => {
    const options = its.flatMap((name) => Object.keys(forms[name].options));
    const shown = documented(page).map(([option]) => option.slice(2));
    expect(shown.toSorted()).toEqual([...new Set(options)].toSorted());
  });

  it.each(pages)("%s has only options that the command takes", (page, its) => {
    for (const [option, value] of documented(page)) {
      const given = value === "" ? [option] : [option, value];
      const taken = its.some((name) => takes(name, given));
      expect(taken, `${option} ${value}`).toBe(true);
    }
  });

  it("the doctor's has each of its checks", () => {
    const source = ["doctor", "doctor-database", "doctor-outside"].map((name) =>
      readFileSync(`src/server/cli/${name}.ts`, "utf8"),
    );
    const checks = source.flatMap((text) => [...text.matchAll(/check: "([^"]+)"/g)]);
    const rows = [...section("docs/akiba-doctor.md", "Description").matchAll(/^\| ([^|]+) \|/gm)];
    const shown = new Set(rows.flatMap(([, cell = ""]) => cell.split(", ")));
    expect(checks.length).toBeGreaterThan(15);
    expect(checks.map(([, check]) => check).filter((each) => !shown.has(each ?? ""))).toEqual([]);
  });
});
