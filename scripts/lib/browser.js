import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { installPackages, mayInstall } from "./apt.js";
import { root, runPackage } from "./run.js";
import { giveUp, say } from "./say.js";

// The headless shell draws the same pages as the whole browser for about two thirds of the work.
const debianBrowsers = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const findDebianBrowser = () => debianBrowsers.find((path) => existsSync(path));

/** Playwright's launch options: Debian's browser if installed, else the one it brought itself. */
export function launchOptions() {
  const args = [
    // Root has no sandbox, and the pages are our own.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  const executablePath = findDebianBrowser();
  return executablePath ? { executablePath, args } : { args };
}

/** Installs a browser if there is none: Debian's if that needs no password. */
export async function installBrowser() {
  if (findDebianBrowser() || (await hasPlaywrightBrowser())) return;
  say("Installing a browser for the tests");
  const attempts = [await installOnDebian(), await installFromPlaywright()];
  if (findDebianBrowser() || (await hasPlaywrightBrowser())) return;
  giveUp(
    ...attempts.filter(Boolean),
    "",
    "No browser could be installed. On Debian or Ubuntu: sudo apt-get install chromium.",
    "Elsewhere: npx playwright install chromium. Or leave it out: npm test -- fast",
  );
}

async function hasPlaywrightBrowser() {
  const entry = join(root, "node_modules/@playwright/test/index.mjs");
  const { chromium } = await import(pathToFileURL(entry).href);
  return existsSync(chromium.executablePath());
}

async function installOnDebian() {
  if (!(await mayInstall())) return "";
  return installPackages(["chromium-headless-shell", "fonts-noto-core"]);
}

async function installFromPlaywright() {
  if (findDebianBrowser()) return "";
  const { code, said } = await runPackage("@playwright/test/cli.js", ["install", "chromium"]);
  return code === 0 ? "" : said.trim();
}
