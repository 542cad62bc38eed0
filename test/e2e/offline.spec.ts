import type { Page } from "@playwright/test";
import { keptPages, logInKeeping, outOfReach, test } from "./cut-line.ts";
import { type Line, nextVersionOf } from "./line.ts";
import { arePagesKept, newestKept } from "./pages-kept.ts";
import { expect, fitsInEveryColour, logIn, logOut, violations } from "./portal.ts";
import { savingData } from "./quiet.ts";
import { startSociety } from "./society-server.ts";
import { calling } from "./undebugged-page.ts";
import { visit } from "./waiting.ts";
import { filesOfMembers } from "./web-files.ts";

/**
 * Has the browser keep a newer version, whose worker waits until no page of the old one is open.
 * The line leads to the newer version until the test leads it back.
 */
async function keepNextVersion(
  page: Page,
  line: Line,
  portal: string,
): Promise<Awaited<ReturnType<typeof nextVersionOf>>> {
  const next = await nextVersionOf(portal);
  line.lead(next.url);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(() => page.evaluate(newestKept)).toBe("akiba-pages-next");
  return next;
}

/** Notes, in the page, that it has registered the worker. */
function noteRegistration(): void {
  const { serviceWorker } = navigator;
  const register = serviceWorker.register.bind(serviceWorker);
  serviceWorker.register = async (...given) => {
    const registration = await register(...given);
    Object.assign(window, { noted: true });
    return registration;
  };
}

test.describe("pages kept in the browser", () => {
  test("open without a server, at once and with Load again", async ({ page, line, visitor }) => {
    await logInKeeping(page, visitor);
    await line.cut();
    await page.goto("/Login");
    await page.goto("/app/ShareStatement");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deposits/Savings Statement");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deposits/Savings Statement");
    await expect(page.getByRole("banner")).toBeVisible();
    const [light, dark] = [await groundIn(page, "light"), await groundIn(page, "dark")];
    expect(dark).not.toBe(light);
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
    await page.reload();
    const offline = page.getByRole("heading", { name: "You are offline" });
    await expect(offline).toBeVisible();
    expect(await groundIn(page, "light")).toBe(light);
    expect(await violations(page)).toEqual([]);
    expect(await groundIn(page, "dark")).toBe(dark);
    expect(await violations(page)).toEqual([]);
    const loaded = page.waitForResponse((answer) => answer.status() === 503);
    await page.getByRole("link", { name: "Load again" }).click();
    await loaded;
    await expect(offline).toBeVisible();
    await line.mend();
    await page.getByRole("link", { name: "Load again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deposits/Savings Statement");
    await page.goto("/app/Notes");
    await logOut(page);
  });

  test("opened in another tab without a server have the menu, and say since when", async ({
    page,
    line,
    visitor,
    context,
  }) => {
    await logInKeeping(page, visitor);
    await line.cut();
    const other = await context.newPage();
    await other.goto("/app/ShareStatement");
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Deposits/Savings Statement");
    await expect(other.getByRole("banner")).toBeVisible();
    const menu = other.getByRole("navigation").filter({ visible: true });
    await expect(menu.getByRole("link", { name: "Profile" })).toBeVisible();
    await expect(other.getByText(outOfReach)).toBeVisible();
    await line.mend();
    await expect(other.locator("tfoot")).toBeVisible({ timeout: 30_000 });
  });

  test("cost no more than 5 KB on a second visit", async ({ page, line, visitor }) => {
    await logInKeeping(page, visitor);
    await logOut(page);
    await page.goto("about:blank");
    const before = line.bytes();
    await page.goto("/Login", { waitUntil: "networkidle" });
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    const cost = line.bytes() - before;
    test.info().annotations.push({ type: "bytes of a revisit", description: String(cost) });
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThanOrEqual(5000);
  });

  test("hold every file of members, no answer of the API and no file of the office", async ({
    page,
    visitor,
  }) => {
    await logInKeeping(page, visitor);
    const keptPaths = () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const lists = await Promise.all(names.map(async (one) => (await caches.open(one)).keys()));
        return lists.flat().map(({ url }) => new URL(url).pathname);
      });
    const wanted = [...filesOfMembers("en")].map((name) => `/${name}`);
    await expect.poll(keptPaths).toEqual(expect.arrayContaining(wanted));
    const kept = await keptPaths();
    expect(kept.filter((path) => /^\/(api|v1|dev|health)/.test(path))).toEqual([]);
    expect(kept.filter((path) => /-sw-|desk/.test(path))).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  test("are replaced by a newer version at the next page load, not before", async ({
    undebuggedPage: page,
    line,
    visitor,
  }, { project }) => {
    const portal = project.use.baseURL ?? "";
    await page.goto(`${line.url}/Login`);
    await page.logIn(visitor);
    await page.reads(calling(arePagesKept), true);
    await page.goto(`${line.url}/app/Questions?new=`);
    await page.reads("navigator.serviceWorker.controller !== null", true);
    await page.reads("document.querySelector('main textarea') !== null", true);
    const next = await nextVersionOf(portal);
    line.lead(next.url);
    await page.read("navigator.serviceWorker.ready.then((found) => found.update()).then(() => 1)");
    await page.reads(calling(newestKept), "akiba-pages-next");
    const isNext = "document.querySelector('meta[name=next]') !== null";
    expect(await page.read(isNext)).toBe(false);
    line.lead(portal);
    // With the first link after the worker has notified the page, which may be a moment later.
    await expect(async () => {
      await page.read("document.querySelector('a[href=\"/app/Notes\"]').click()");
      await page.reads(isNext, true);
    }).toPass();
    await page.reads("document.querySelector('h1')?.textContent", "Notes");
    next.stop();
  });

  test(
    "are not replaced by a newer version while something is typed",
    { tag: "@wide" },
    async ({ page, line, visitor }, { project }) => {
      await page.goto("/Login?next=%2Fapp%2FNotes");
      await logIn(page, visitor);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notes");
      await keptPages(page);
      await page.goto("/app/Questions?new=");
      await page.getByRole("textbox").fill("When is the dividend paid?");
      const next = await keepNextVersion(page, line, project.use.baseURL ?? "");
      await page.getByRole("link", { name: "Notes", exact: true }).first().click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notes");
      await page.goBack();
      await expect(page.getByRole("textbox")).toHaveValue("When is the dividend paid?");
      await expect(page.locator("meta[name=next]")).toHaveCount(0);
      next.stop();
    },
  );

  test(
    "are not replaced by a newer version while calls fail",
    { tag: "@wide" },
    async ({ page, line, visitor }, { project }) => {
      await page.goto("/Login?next=%2Fapp%2FNotes");
      await logIn(page, visitor);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notes");
      await keptPages(page);
      await page.goto("/app/Notes");
      const next = await keepNextVersion(page, line, project.use.baseURL ?? "");
      // As with a signal and no data: the browser goes on to say that it is online.
      await line.cut();
      await page.evaluate(() => window.dispatchEvent(new Event("offline")));
      await expect(page.getByText(outOfReach)).toBeVisible();
      await go(page, "/app/ShareStatement");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        "Deposits/Savings Statement",
      );
      await expect(page.locator("meta[name=next]")).toHaveCount(0);
      next.stop();
    },
  );

  test("are removed when the operator switches them off", async ({ page, line, visitor }) => {
    await logInKeeping(page, visitor);
    const off = await startSociety({ OFFLINE_PAGES: "off" });
    line.lead(off.url);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    await page.reload();
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    const registered = () => page.evaluate(() => navigator.serviceWorker.getRegistrations());
    await expect.poll(registered).toEqual([]);
    await off.stop();
  });

  test("stay removed when a page is opened beside one that is still open", async ({
    page,
    context,
    line,
    visitor,
  }) => {
    await logInKeeping(page, visitor);
    // No page of a member, which would register as well once somebody logs in beside it.
    await page.goto("/Verify");
    const off = await startSociety({ OFFLINE_PAGES: "off" });
    line.lead(off.url);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    const beside = await context.newPage();
    await beside.addInitScript(noteRegistration);
    await beside.goto(new URL("/Login", page.url()).href);
    await logIn(beside, visitor);
    const registered = () => beside.evaluate(() => navigator.serviceWorker.getRegistrations());
    await expect.poll(() => beside.evaluate(() => Object.hasOwn(window, "noted"))).toBe(true);
    await page.close();
    await expect.poll(registered).toEqual([]);
    await off.stop();
  });
});

test.describe("without a connection", () => {
  test("what was loaded is readable with its time, and actions say why they wait", async ({
    page,
    line,
    visitor,
  }) => {
    // One of the last answers that are loaded ahead.
    const ahead = page.waitForResponse((answer) => answer.url().endsWith("/contributions"));
    await page.goto("/Login");
    await logIn(page, visitor);
    await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
    await ahead;
    await keptPages(page);
    await line.cut();
    await go(page, "/app/ShareStatement");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deposits/Savings Statement");
    const rows = page.getByRole("table").getByRole("row");
    await expect(rows).not.toHaveCount(0);
    const all = await rows.count();
    await page.getByRole("searchbox").fill("nothing like it");
    await expect(page.getByText("Clear the search")).toBeVisible();
    await page.getByRole("searchbox").fill("");
    await expect(rows).toHaveCount(all);
    await page.getByRole("button", { name: "This month" }).click();
    const notice = page.getByText(outOfReach);
    await expect(notice).toBeVisible();
    await expect(page.getByText(/^As at \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
    // The side menu, or the bar at the bottom of a phone.
    const menu = page.getByRole("navigation").filter({ visible: true });
    await expect(menu.getByRole("link", { name: "Profile" })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.getByRole("button", { name: "All", exact: true }).click();
    await page.getByRole("link", { name: /^Show from \d/ }).click();
    await expect(rows).not.toHaveCount(0);
    const pdf = page.getByRole("button", { name: "PDF" });
    await expect(pdf).toHaveAttribute("aria-disabled", "true");
    await expect(pdf).toHaveAccessibleDescription(/use the grey buttons again/);
    const print = page.getByRole("button", { name: "Print", exact: true });
    await expect(print).toHaveAccessibleDescription(/use the grey buttons again/);
    expect(await isLeftToBrowser(page, "p")).toBe(true);
    // While the period loads, its rows are dimmed.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await fitsInEveryColour(page);
    await visit(page, "/app/MySettings");
    const end = page.getByRole("button", { name: "Log out all other devices" });
    await expect(end).toHaveAccessibleDescription(/use the grey buttons again/);
    await visit(page, "/app/ShareStatement");
    await line.mend();
    await expect(notice).toHaveCount(0, { timeout: 30_000 });
    await expect(pdf).not.toHaveAttribute("aria-disabled");
  });

  test("a page outside the member's own loses nothing that was loaded", async ({
    page,
    line,
    visitor,
  }) => {
    await page.goto("/Login");
    await logIn(page, visitor);
    const figure = page.locator("section[aria-label] h2 + div").first();
    await expect(figure).toHaveText(/\d\.\d\d/);
    await go(page, "/app/Notes");
    await keptPages(page);
    await line.cut();
    await visit(page, "/ChangePassword");
    await expect(page.getByRole("heading", { name: "Change Password" })).toBeVisible();
    await page.goBack();
    await go(page, "/app");
    await expect(figure).toHaveText(/\d\.\d\d/);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("a restored connection extends the session only of an active user", async ({
    page,
    line,
    visitor,
  }) => {
    // Nothing is loaded ahead, so each later call is one that the return of the line made.
    await savingData(page);
    const answers = ["session", "notices"].map((name) =>
      page.waitForResponse((answer) => answer.url().endsWith(`/api/v1/${name}`)),
    );
    await page.goto("/Login?next=%2Fapp%2FNotes");
    await logIn(page, visitor);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notes");
    // A call that the cut line fails would be sent again once the line is back.
    for (const answer of answers) await (await answer).finished();
    await line.cut();
    const notice = page.getByText(outOfReach);
    await page.evaluate(() => window.dispatchEvent(new Event("offline")));
    await expect(notice).toBeVisible();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const calls = (): string[] => asked.filter((path) => path.startsWith("/api/"));
    await line.mend();
    await expect(notice).toHaveCount(0, { timeout: 30_000 });
    await page.waitForLoadState("networkidle");
    expect(calls()).toEqual([]);
    await page.keyboard.press("Shift");
    await expect.poll(calls).not.toEqual([]);
  });

  test("nothing is loaded ahead with Save-Data", async ({ page, visitor }) => {
    await savingData(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.clock.install();
    await page.goto("/Login");
    await logIn(page, visitor);
    await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
    await page.clock.runFor(10_000);
    await page.waitForLoadState("networkidle");
    expect(asked.filter((url) => url.includes("/statements/"))).toEqual([]);
  });
});

/** Returns the colour of the page's background in light or in dark. */
async function groundIn(page: Page, colorScheme: "light" | "dark"): Promise<string> {
  await page.emulateMedia({ colorScheme });
  return page.evaluate(() => {
    const pixel = document.createElement("canvas").getContext("2d");
    if (!pixel) return "";
    // The build may write a colour in another way, so what is painted is compared.
    pixel.fillStyle = getComputedStyle(document.body).backgroundColor;
    pixel.fillRect(0, 0, 1, 1);
    return pixel.getImageData(0, 0, 1, 1).data.join(" ");
  });
}

/** Follows a link of the page to an address, without loading the page again. */
async function go(page: Page, address: string): Promise<void> {
  await page.locator(`a[href="${address}"]`).filter({ visible: true }).first().click();
}

/** Whether Ctrl with a key has the browser's default effect. */
function isLeftToBrowser(page: Page, key: string): Promise<boolean> {
  const init = { key, ctrlKey: true, cancelable: true };
  return page.evaluate((one) => window.dispatchEvent(new KeyboardEvent("keydown", one)), init);
}
