import "./lib/node-version.js";
import { alone } from "./lib/alone.js";
import { installBrowser } from "./lib/browser.js";
import { build } from "./lib/build.js";
import { installPackages } from "./lib/install.js";
import { say, since } from "./lib/say.js";
import { runStaticChecks } from "./lib/static-checks.js";
import { runPlaywright, runVitest } from "./lib/test-runners.js";

const began = performance.now();
const withBrowser = !process.argv.includes("fast");

await alone(installPackages);
if (withBrowser) await installBrowser();

say("Static checks and builds");
const [checked, built] = await Promise.all([runStaticChecks(), tryBuild()]);
const tallies = [checked, built];
// The tests run what was built; without it their failures would only hide the reason.
if (built.failed === 0) {
  tallies.push(await runVitest());
  if (withBrowser) tallies.push(await runPlaywright());
}
closeWith(tallies);

async function tryBuild() {
  const complaint = await alone(build);
  console.log(complaint ? `✗ build\n${complaint}` : "✓ build");
  return { passed: complaint ? 0 : 1, failed: complaint ? 1 : 0, skipped: 0 };
}

function closeWith(all) {
  const sum = (key) => all.reduce((total, tally) => total + tally[key], 0);
  const skipped = sum("skipped");
  console.log(`All of it took ${since(began)}.`);
  console.log(
    `${sum("passed")} passed, ${sum("failed")} failed${skipped ? `, ${skipped} skipped` : ""}`,
  );
  process.exitCode = sum("failed") > 0 ? 1 : 0;
}
