import type { Page, Route } from "@playwright/test";
import { languages } from "#shared/language.ts";
import { MOBILE_BYTES } from "#web/lib/mobile-data-limit.ts";
import { appBytesIn, bytesOf } from "../../bench/member-app.ts";
import { hold } from "./hold.ts";
import { expect, logIn, test } from "./portal.ts";
import { filesOfMembers } from "./web-files.ts";

const LOGIN_BUDGET = 92_000;

test("Login is usable within 92 KB on the wire, including everything", async ({ page }) => {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto("/Login", { waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  // Headers are included; the figure is in the log.
  test.info().annotations.push({ type: "bytes on the wire", description: String(bytes) });
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThanOrEqual(LOGIN_BUDGET);
});

const isFirstPage = (path: string): boolean => /^\/assets\/(zone|parts|member)-/.test(path);

function firstPageAskedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (isFirstPage(pathname)) asked.push(pathname);
  });
  return asked;
}

test("Log in loads the first page ahead only for a returning visitor", async ({ page }) => {
  const asked = firstPageAskedFor(page);
  await page.goto("/Login", { waitUntil: "networkidle" });
  expect(asked).toEqual([]);
  await page.goto("/Login");
  // Two scripts, their styles and the texts of one language.
  await expect.poll(() => asked.length).toBe(4);
});

for (const address of ["/Login", "/app/Notes"]) {
  test(`${address} requests the first page early for a returning visitor`, async ({ page }) => {
    await page.goto(address, { waitUntil: "networkidle" });
    const asked = firstPageAskedFor(page);
    // Not by a route of the test's: it would switch the browser's cache off.
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.setBlockedURLs", { urls: ["*/assets/start-*.js"] });
    await page.goto(address);
    await expect.poll(() => asked.length).toBe(4);
  });
}

test("a returning visitor is recognised before the whole page is loaded", async ({ page }) => {
  await page.addInitScript(() => {
    performance.getEntriesByType = () =>
      [
        { deliveryType: "cache", transferSize: 300, encodedBodySize: 0 },
      ] as unknown as PerformanceEntryList;
  });
  const asked = firstPageAskedFor(page);
  await page.goto("/Login");
  await expect.poll(() => asked.length).toBe(4);
});

test("the landing page leads a returning visitor to a login that loads it ahead", async ({
  page,
}) => {
  await page.goto("/", { waitUntil: "networkidle" });
  const asked = firstPageAskedFor(page);
  await page.goto("/", { waitUntil: "networkidle" });
  expect(asked).toEqual([]);
  await page.locator("main a[href='/Login']").click();
  await expect.poll(() => asked.length).toBe(4);
});

test("a first page that fails to load ahead does not make the login fail", async ({ page }) => {
  await page.addInitScript(() => {
    performance.getEntriesByType = () =>
      [{ transferSize: 0, encodedBodySize: 1 }] as unknown as PerformanceEntryList;
    (window as { lost?: Promise<unknown> }).lost = new Promise((lost) => {
      addEventListener(
        "error",
        ({ target }) => target instanceof HTMLLinkElement && lost(null),
        true,
      );
    });
  });
  const goOn = await hold(page, "**/assets/start-*.js");
  await page.route("**/assets/zone-*.js", (route) => route.abort());
  await page.goto("/Login", { waitUntil: "commit" });
  await page.evaluate(() => (window as { lost?: Promise<unknown> }).lost);
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
  goOn();
});

test("the first page of members is within what may be loaded ahead over a mobile network", async ({
  page,
  baseURL,
}) => {
  await page.goto("/Login");
  for (const language of languages) {
    const named = page.locator(`[name=file-zone], [name=file-member-${language}]`);
    const files = await named.evaluateAll((all) =>
      all.map((one) => one.getAttribute("content") ?? ""),
    );
    expect(files.length).toBe(4);
    const sizes = await Promise.all(files.map((file) => bytesOf(new URL(file, baseURL).href)));
    // A browser counts 300 bytes of headers for each.
    const sum = sizes.reduce((all, size) => all + size + 300, 0);
    expect(sum, language).toBeLessThanOrEqual(MOBILE_BYTES);
  }
});

for (const value of [{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "slow-2g" }]) {
  const over = JSON.stringify(value);

  test(`Log in loads nothing ahead before somebody types, over ${over}`, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, "connection", { value });
    }, value);
    await page.goto("/Login", { waitUntil: "networkidle" });
    const asked = firstPageAskedFor(page);
    await page.goto("/Login", { waitUntil: "networkidle" });
    expect(asked).toEqual([]);
    await page.getByLabel("Member No").fill("M");
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  });
}

test("the totals are requested while the code of the first page is loading", async ({
  page,
  visitor,
}) => {
  const held: Route[] = [];
  let isHeld = true;
  await page.route("**/assets/zone-*.js", async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/sumTotal/")) asked.push(request.url());
  });
  await page.goto("/Login");
  await logIn(page, visitor);
  await expect.poll(() => asked.length).toBe(3);
  isHeld = false;
  await Promise.all(held.map((route) => route.continue()));
  await expect(page.locator("section[aria-label] h2 + div").first()).toHaveText(/\d/);
  expect(asked.length).toBe(3);
});

const APP_BUDGET = 200_000;

test("the whole member app fits in 200 KB on the wire, in the heavier language", async ({
  baseURL,
}) => {
  const weights = await Promise.all(
    languages.map(async (language) => {
      expect(filesOfMembers(language).size).toBeGreaterThan(5);
      const bytes = await appBytesIn(language, baseURL ?? "");
      const type = `bytes on the wire in ${language}`;
      test.info().annotations.push({ type, description: String(bytes) });
      return bytes;
    }),
  );
  expect(Math.max(...weights)).toBeLessThanOrEqual(APP_BUDGET);
});

test("the page that checks a file offline is one file of 30 KB at most", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const answer = await page.goto("/file-check.html", { waitUntil: "networkidle" });
  expect((await answer?.body())?.length).toBeLessThanOrEqual(30_000);
  expect(asked).toEqual(["/file-check.html"]);
});

test("the portal can be installed: a manifest with icons that exist", async ({ page, request }) => {
  await page.goto("/");
  const href = (await page.locator('link[rel="manifest"]').getAttribute("href")) ?? "";
  const manifest = (await (await request.get(href)).json()) as {
    readonly name: string;
    readonly start_url: string;
    readonly display: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string }[];
  };
  expect(manifest.display).toBe("standalone");
  expect(manifest.start_url).toBe("/app");
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
    expect.arrayContaining(["192x192", "512x512"]),
  );
  for (const { src } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()["content-type"]).toMatch(/^image\//);
  }
});
