import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.js";
import { slowTests } from "./slow-tests.js";

/**
 * Finds the tests that a person asked for by a part of a path or of a title. Returns the files for
 * each runner, and `title` where only titles match. Returns null when nothing matches.
 */
export function chooseTests(word) {
  const files = testFiles();
  const byPath = files.filter((path) => path.includes(word));
  if (byPath.length > 0) return { ...byRunner(byPath), title: undefined };
  const byTitle = files.filter((path) => readFileSync(join(root, path), "utf8").includes(word));
  return byTitle.length > 0 ? { ...byRunner(byTitle), title: word } : null;
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
