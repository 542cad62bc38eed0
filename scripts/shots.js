import "./lib/node-version.js";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { installBrowser, launchOptions } from "./lib/browser.js";
import { startDemo } from "./lib/demo-server.js";
import { loadTypescript } from "./lib/load-typescript.js";
import { prepare } from "./lib/prepare.js";
import { root } from "./lib/run.js";
import { giveUp, say, since } from "./lib/say.js";

const sizes = [
  { width: 1366, height: 900 },
  { width: 360, height: 740 },
];
/** Well below the shortest time after which a session without a request ends. */
const MAX_IDLE_MILLISECONDS = 3 * 60_000;
const folder = join(root, "shots");
const words = process.argv.slice(2);

await prepare();
await installBrowser();
const { screens, signIn } = await loadTypescript("test/shots/screens.ts");
const wanted = screens.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
if (wanted.length === 0) giveUp(`No screen's name contains ${words.join(" or ")}.`);
await photographAll();

async function photographAll() {
  const began = performance.now();
  mkdirSync(folder, { recursive: true });
  const { chromium } = await import("@playwright/test");
  const demo = await startDemo();
  const browser = await chromium.launch(launchOptions());
  const failures = [];
  try {
    const sessionOf = sessionsAt(browser, demo.url);
    for (const screen of wanted) {
      await photograph(browser, demo.url, screen, await sessionOf(screen.as)).catch((error) => {
        failures.push(`${screen.name}: ${error.message}`);
      });
    }
  } finally {
    await browser.close();
    await demo.stop();
  }
  say(`${wanted.length - failures.length} screens in ${since(began)}, in ${folder}`);
  if (failures.length > 0) giveUp(...failures);
}

// One session for each kind of person, because every further one would end an earlier one. A person
// whose session may have ended meanwhile signs in again: an idle one would show the login page.
function sessionsAt(browser, url) {
  const sessions = new Map();
  return async (who) => {
    if (who === "nobody") return undefined;
    const known = sessions.get(who);
    const isFresh = known && performance.now() - known.usedAt < MAX_IDLE_MILLISECONDS;
    const state = isFresh ? known.state : await signedIn(browser, url, who);
    sessions.set(who, { state, usedAt: performance.now() });
    return state;
  };
}

async function signedIn(browser, url, who) {
  const context = await browser.newContext({ baseURL: url });
  await signIn(await context.newPage(), who);
  const state = await context.storageState();
  await context.close();
  return state;
}

// The window grows to the page's height: a picture of the whole page from a small window would show
// the bottom bar in the middle.
async function unfold(page, { width, height }) {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, whole) });
}

async function photograph(browser, url, screen, storageState) {
  for (const viewport of sizes) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({
        baseURL: url,
        viewport,
        colorScheme,
        storageState,
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      await screen.before?.(page);
      await page.goto(screen.path, { waitUntil: "networkidle" });
      await screen.after?.(page);
      await unfold(page, viewport);
      const path = join(folder, `${screen.name}-${viewport.width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: "disabled" });
      await context.close();
    }
  }
}
