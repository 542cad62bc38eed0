import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.js";
import { slowTests } from "./slow-tests.js";

/**
 * Finds the tests that a person asked for by a part of a path or of a title, in capitals or not.
 * Returns the files for each runner, and `title` where only titles match. Returns null when nothing
 * matches.
 */
export function chooseTests(words) {
  const files = testFiles();
  const has = (text) => text.toLowerCase().includes(words.toLowerCase());
  const byPath = files.filter(has);
  if (byPath.length > 0) return { ...byRunner(byPath), title: undefined };
  const byTitle = files.filter((path) => titlesIn(path).some(has));
  return byTitle.length > 0 ? { ...byRunner(byTitle), title: words } : null;
}

// The first text in a call of a runner, or in the call that `it.each(rows)` returns.
const TITLE =
  /(?:\b(?:it|test|describe|steps|\w+Test)(?:\.\w+)*|\))\(\s*(["`])((?:\\.|(?!\1).)*)\1,/gs;

/** The titles of the tests in a file and of their groups; a text in code is none. */
function titlesIn(path) {
  const source = readFileSync(join(root, path), "utf8");
  return [...source.matchAll(TITLE)].map(([, , title]) => title.replaceAll(/\\(.)/g, "$1"));
}

/** The unit and server tests that take less than a few seconds each. */
export function fastTests() {
  return testFiles().filter(
    (path) => path.endsWith(".test.ts") && !slowTests.some((slow) => path.startsWith(slow)),
  );
}

/** The parts of the tree that have tests: the words a person may use. */
export function testFolders() {
  return [...new Set(testFiles().map((path) => path.split("/").slice(0, 3).join("/")))].map(
    (path) => path.replace(/\.(test|spec)\.ts$/, ""),
  );
}

function testFiles() {
  return ["src", "test"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .filter((path) => /\.(test|spec)\.ts$/.test(path))
    .toSorted((one, other) => one.localeCompare(other));
}

function byRunner(paths) {
  return {
    unit: paths.filter((path) => path.endsWith(".test.ts")),
    journeys: paths.filter((path) => path.endsWith(".spec.ts")),
  };
}
