import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root, runPackage } from "./run.js";
import { say, since } from "./say.js";

/** Runs the unit and server tests: those in `files`, or all; of these, those with `title`. */
export function runVitest(files, title) {
  const report = join(root, ".cache", "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const given = ["run", ...reporters, ...(title ? ["-t", literal(title)] : []), ...files];
  return runTests("Tests", report, "vitest/vitest.mjs", given, {}, (told) => ({
    passed: told.numPassedTests,
    failed: told.numFailedTests,
    skipped: told.numPendingTests + told.numTodoTests,
    failures: failuresOfVitest(told),
  }));
}

/** Runs the journeys in the browser: those in `files`, or all; of these, those with `title`. */
export function runPlaywright(files, title) {
  const report = join(root, ".cache", "playwright.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const chosen = [...(title ? ["-g", literal(title)] : []), ...files];
  const given = ["test", "--reporter=list,json", ...chosen];
  return runTests("Browser journeys", report, "@playwright/test/cli.js", given, env, (told) => ({
    passed: told.stats.expected,
    failed: told.stats.unexpected + told.stats.flaky,
    skipped: told.stats.skipped,
    failures: failuresOfPlaywright(told.suites),
  }));
}

function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    // A file that could not be loaded has no tests, only a message.
    if (failed.length === 0) return message ? [describeFailure(file, "", message)] : [];
    return failed.map((test) => describeFailure(file, test.fullName, test.failureMessages[0]));
  });
}

function failuresOfPlaywright(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs.filter(({ ok }) => !ok).map(describeJourney),
    ...failuresOfPlaywright(inner),
  ]);
}

function describeJourney({ file, title, tests }) {
  const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message));
  return describeFailure(join("test", "e2e", file), title, messages.find(Boolean));
}

/** File, title and the first line of the reason, without the colours of a terminal. */
function describeFailure(file, title, message = "") {
  const reason = stripVTControlCharacters(message).trim().split("\n")[0];
  return [`✗ ${file}`, title, reason].filter(Boolean).join(" › ");
}

/** Both runners read a title as a pattern, and Vitest tells capitals from small letters. */
function literal(title) {
  return title
    .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

async function runTests(name, report, path, given, env, count) {
  const began = performance.now();
  say(name);
  rmSync(report, { force: true });
  mkdirSync(join(root, ".cache"), { recursive: true });
  const { code } = await runPackage(path, given, { env, show: true });
  const tally = readTally(report, count);
  console.log(`${name}: ${since(began)}\n`);
  if (tally.passed + tally.failed === 0) {
    console.log(`${name}: not one ran, which counts as a failure.`);
    tally.failed = 1;
  } else if (code !== 0 && tally.failed === 0) {
    console.log(`${name}: the runner failed outside its tests, which counts as a failure.`);
    tally.failed = 1;
  }
  return tally;
}

function readTally(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return { passed: 0, failed: 0, skipped: 0, failures: [] };
  }
}
