import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findPort } from "./scripts/lib/find-port.js";
import { scratchFolder } from "./scripts/lib/scratch-folder.js";
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./scripts/lib/browser.js";
import { deskJourneys, officeJourneys } from "./test/e2e/walked-widths.ts";

// Every worker reads this file again and inherits what the first reading decided.
const port = (process.env["E2E_PORT"] ??= await findPort());
const dataDir = (process.env["E2E_DATA_DIR"] ??= makeDataDir());
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const baseURL = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: "test/e2e",
  globalSetup: "./test/e2e/global-setup.ts",
  outputDir: ".cache/e2e",
  // One more than the machine's cores: a page that waits leaves a core idle.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  retries: 0,
  // Generous, as a journey proves what happens and `bench/` how fast: three run on two cores.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL,
    browserName: "chromium",
    launchOptions: launchOptions(),
    trace: "off",
    // Journeys look at what the page asks the server. `offline` is about the worker and allows it.
    serviceWorkers: "block",
  },
  projects: [
    // A journey for one width names it: a drawer is for phones, a printed page is not. Members'
    // journeys are walked at both widths, the office's at a desk's and looked at in both (`fits`).
    {
      name: "desktop",
      grepInvert: /@narrow/,
      use: { viewport: { width: 1366, height: 900 } },
    },
    {
      name: "phone",
      grepInvert: /@wide/,
      testIgnore: [deskJourneys, officeJourneys],
      use: phone,
    },
    {
      name: "phone-office",
      testMatch: officeJourneys,
      grep: /@narrow|@both/,
      use: phone,
    },
  ],
  webServer: {
    command: "exec node scripts/lib/journeys-server.js",
    url: `${baseURL}/health/ready`,
    env: {
      // So that no .env is read; an empty variable counts as absent.
      NODE_ENV: "test",
      AKIBA_MODE: "demo",
      HOST: "127.0.0.1",
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      // One member opens more pages here in a minute than any real member does.
      LIMIT_READS_PER_MINUTE: "6000",
      LIMIT_READ_BURST: "600",
      // Each worker and many a journey logs in as the same member; the oldest session would end.
      LIMIT_SESSIONS_PER_MEMBER: "1000",
      // All come from one address.
      LIMIT_VERIFICATIONS_PER_MINUTE: "600",
      LIMIT_VERIFICATION_BURST: "600",
      // And applies more often.
      LIMIT_APPLICATIONS_PER_MINUTE: "60",
      LIMIT_APPLICATIONS_PER_DAY: "600",
    },
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    timeout: 120_000,
    stdout: "ignore",
  },
});

function makeDataDir(): string {
  const folder = mkdtempSync(join(scratchFolder(), "akiba-e2e-"));
  // When root runs the journeys, PostgreSQL is another user and must be able to enter.
  chmodSync(folder, 0o711);
  // By then the server, and its database with it, has been stopped.
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
