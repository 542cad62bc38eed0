import "./lib/node-version.js";
import { alone } from "./lib/alone.js";
import { installBrowser } from "./lib/browser.js";
import { build } from "./lib/build.js";
import { chooseTests, fastTests, testFolders } from "./lib/chosen-tests.js";
import { installPackages } from "./lib/install.js";
import { giveUp, say, since } from "./lib/say.js";
import { runStaticChecks } from "./lib/static-checks.js";
import { installTestPrograms } from "./lib/test-programs.js";
import { runPlaywright, runVitest } from "./lib/test-runners.js";

const everything = { checks: true, unit: [], journeys: [] };

const began = performance.now();
const chosen = choose(process.argv.slice(2));

await alone(installPackages);
if (chosen.journeys) await installBrowser();
if (needsPrograms(chosen)) await installTestPrograms();

say(chosen.checks ? "Static checks and builds" : "Build");
const tallies = await Promise.all([...(chosen.checks ? [runStaticChecks()] : []), tryBuild()]);
// The tests run the built product; without it their failures would only hide the reason.
if (tallies.at(-1).failed === 0) {
  if (chosen.unit) tallies.push(await runVitest(chosen.unit, chosen.title));
  if (chosen.journeys) tallies.push(await runPlaywright(chosen.journeys, chosen.title));
}
closeWith(tallies);

function choose(words) {
  if (words.length === 0) return everything;
  if (words.length === 1 && words[0] === "fast") return { checks: true, unit: fastTests() };
  const isOption = words.some((word) => word.startsWith("-"));
  const found = isOption ? null : chooseTests(words.join(" "));
  if (found === null) refuse(words);
  const { unit, journeys, title } = found;
  return {
    checks: false,
    unit: unit.length > 0 ? unit : undefined,
    journeys: journeys.length > 0 ? journeys : undefined,
    title,
  };
}

/** Whether tests run that start other servers than the portal: those of faults, and all. */
function needsPrograms({ unit }) {
  return unit?.length === 0 || unit?.some((file) => file.includes("faults/")) === true;
}

function refuse(words) {
  giveUp(
    `No test has “${words.join(" ")}” in its path or title. npm test takes one of:`,
    "  nothing   every check and every test",
    "  fast      every check, and the tests that need no browser and take less than seconds",
    "  words     the tests with these words in their path, or else in their title:",
    ...testFolders().map((folder) => `            ${folder}`),
  );
}

async function tryBuild() {
  const complaint = await alone(build);
  console.log(complaint ? `✗ build\n${complaint}` : "✓ build");
  return { passed: complaint ? 0 : 1, failed: complaint ? 1 : 0, skipped: 0 };
}

function closeWith(all) {
  const sum = (key) => all.reduce((total, tally) => total + tally[key], 0);
  const skipped = sum("skipped");
  // Once more at the end: what keeps only the end of a long output shows them too.
  for (const failure of all.flatMap(({ failures = [] }) => failures)) console.log(failure);
  console.log(`All of it took ${since(began)}.`);
  console.log(
    `${sum("passed")} passed, ${sum("failed")} failed${skipped ? `, ${skipped} skipped` : ""}`,
  );
  process.exitCode = sum("failed") > 0 ? 1 : 0;
}
