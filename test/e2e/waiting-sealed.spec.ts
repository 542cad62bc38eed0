import type { BrowserContext, Page } from "@playwright/test";
import type { Line } from "./line.ts";
import { expect, fitsInEveryColour, logIn } from "./portal.ts";
import {
  apply,
  ask,
  borrower,
  goOffline,
  goOnline,
  logInOver,
  openWaiting,
  test,
  visit,
  waiting,
} from "./waiting.ts";

const PIN = "402917";
const SECRET = "My question about the late refund";

async function chooseAPin(page: Page): Promise<void> {
  await visit(page, "/app/MySettings");
  await page.getByLabel("PIN", { exact: true }).fill(PIN);
  await page.getByLabel("PIN again", { exact: true }).fill(PIN);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("You can now read offline")).toBeVisible();
}

async function openWithPin(page: Page): Promise<void> {
  await page.getByLabel("PIN", { exact: true }).fill(PIN);
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("banner")).toContainText(borrower.memberNo);
}

/** Returns the names of what is kept, and everything kept as text. */
async function keptRows(page: Page): Promise<{ names: string[]; text: string }> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("akiba-offline");
      opening.addEventListener("success", () => resolve(opening.result));
    });
    const rows = await new Promise<{ name: string; data: ArrayBuffer }[]>((resolve) => {
      const all = database.transaction("answers").objectStore("answers").getAll();
      all.addEventListener("success", () => resolve(all.result));
    });
    database.close();
    const text = rows.map(({ data }) => new TextDecoder().decode(data)).join();
    return { names: rows.map(({ name }) => name), text };
  });
}

const unsentNames = async (page: Page): Promise<string[]> =>
  (await keptRows(page)).names.filter((name) => name.startsWith("unsent "));

test("a queued item is sealed, is kept after the page and is sent after the PIN", async ({
  page,
  line,
  society,
}) => {
  await logInOver(page, line, society);
  await chooseAPin(page);
  await goOffline(page, line);
  await visit(page, "/app/Questions?new=");
  await expect(page.getByText(/We keep this here under your PIN/)).toBeVisible();
  await ask(page, SECRET);
  await expect(waiting(page)).toHaveCount(1);
  await expect.poll(async () => (await unsentNames(page)).length).toBe(1);
  expect((await keptRows(page)).text).not.toContain("refund");
  await goOnline(page, line);
  await expect(waiting(page)).toHaveCount(0, { timeout: 30_000 });
  expect(await unsentNames(page)).toEqual([]);
  await goOffline(page, line);
  await ask(page, `${SECRET} again`);
  await expect.poll(async () => (await unsentNames(page)).length).toBe(1);
  await line.mend();
  await page.goto("/app");
  await expect(waiting(page)).toContainText("Under your PIN: 1");
  await fitsInEveryColour(page);
  await page.getByRole("link", { name: "Enter your PIN to send" }).click();
  await fitsInEveryColour(page);
  await openWithPin(page);
  await expect(page.getByText(`Sent: Question: ${SECRET} again`.slice(0, 50))).toBeVisible();
  await expect.poll(() => unsentNames(page)).toEqual([]);
  const sent = await society.query(`select from member_case where text like '${SECRET}%'`);
  expect(sent).toHaveLength(2);
});

/** Opens with the PIN, in a second tab, the one thing that waits in the first. */
async function openInAnotherTab(page: Page, context: BrowserContext): Promise<Page> {
  await expect.poll(async () => (await unsentNames(page)).length).toBe(1);
  const other = await context.newPage();
  await other.goto("/app");
  await other.getByRole("link", { name: "Read offline" }).click();
  await openWithPin(other);
  await expect(waiting(other)).toHaveCount(1);
  return other;
}

test(
  "two tabs with the same item send it once",
  { tag: "@wide" },
  async ({ page, line, society, context }) => {
    await logInOver(page, line, society);
    await chooseAPin(page);
    await goOffline(page, line);
    await ask(page, "Asked in two tabs");
    const other = await openInAnotherTab(page, context);
    await line.mend();
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await tab.evaluate(() => window.dispatchEvent(new Event("online")));
      await expect(waiting(tab)).toHaveCount(0, { timeout: 30_000 });
    }
    const sent = await society.query("select from member_case where text = 'Asked in two tabs'");
    expect(sent).toHaveLength(1);
  },
);

/**
 * Goes online in one of two tabs and holds back its first call of a kind; returns the function that
 * releases it. The other tab would send as soon as it noticed the connection.
 */
async function sendSlowly(
  [page, other]: readonly [Page, Page],
  line: Line,
  slow: { readonly method: string; readonly part: string },
): Promise<() => Promise<void>> {
  await other.route(/\/(api|health)\//, (route) => route.abort());
  await page.evaluate(({ method, part }) => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      if (init?.method === method && new Request(input).url.includes(part)) {
        await new Promise((go) => {
          window.addEventListener("let-go", go, { once: true });
          document.body.dataset["held"] = "yes";
        });
      }
      return send(input, init);
    };
  }, slow);
  await goOnline(page, line);
  await expect(page.locator("body[data-held]")).toHaveCount(1, { timeout: 30_000 });
  return () => page.evaluate(() => void window.dispatchEvent(new Event("let-go")));
}

async function discardIn(tab: Page): Promise<void> {
  await tab.bringToFront();
  await openWaiting(tab);
  await waiting(tab)
    .getByRole("button", { name: /^Discard/ })
    .click();
  await expect(tab.getByText(/^Discarded: /)).toBeVisible();
}

const unsure = (page: Page) => page.getByText("It may have arrived already");

test("an item that another tab discards before sending is not sent and does not return", async ({
  page,
  line,
  society,
  context,
}) => {
  await logInOver(page, line, society);
  await chooseAPin(page);
  await goOffline(page, line);
  await apply(page, "8000");
  const other = await openInAnotherTab(page, context);
  const applications: string[] = [];
  page.on("request", (request) => {
    const isOne = request.method() === "POST" && request.url().endsWith("/instant/register");
    if (isOne) applications.push(request.url());
  });
  const letGo = await sendSlowly([page, other], line, { method: "GET", part: "eligibility" });
  await discardIn(other);
  await expect(unsure(other)).toHaveCount(0);
  await letGo();
  await page.bringToFront();
  await expect(waiting(page)).toHaveCount(0);
  expect(await unsentNames(page)).toEqual([]);
  expect(applications).toEqual([]);
});

test("an item that another tab discards during sending may be sent, and says so", async ({
  page,
  line,
  society,
  context,
}) => {
  await logInOver(page, line, society);
  await chooseAPin(page);
  await goOffline(page, line);
  await ask(page, "Discarded on its way");
  const other = await openInAnotherTab(page, context);
  const letGo = await sendSlowly([page, other], line, { method: "POST", part: "cases" });
  await discardIn(other);
  await expect(unsure(other)).toBeVisible();
  await letGo();
  await page.bringToFront();
  await expect(page.getByText("Sent: Question: Discarded on its way")).toBeVisible();
  expect(await unsentNames(page)).toEqual([]);
});

test("who reads with the PIN after the session ended sends once they log in", async ({
  page,
  line,
  society,
}) => {
  await logInOver(page, line, society);
  await chooseAPin(page);
  await goOffline(page, line);
  await page.evaluate(() => {
    localStorage.removeItem("access");
    localStorage.removeItem("member");
  });
  await page.goto("/Offline");
  await openWithPin(page);
  await ask(page, "Asked without a session");
  await expect(waiting(page)).toHaveCount(1);
  await goOnline(page, line);
  // The first call that reaches the server leads there.
  await page.keyboard.press("Shift");
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible({ timeout: 30_000 });
  await logIn(page, borrower);
  await expect(page.getByText("Sent: Question: Asked without a session")).toBeVisible({
    timeout: 30_000,
  });
});

test(
  "a row of another browser is never sent",
  { tag: "@wide" },
  async ({ page, line, society }) => {
    await logInOver(page, line, society);
    await chooseAPin(page);
    await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open("akiba-offline");
        opening.addEventListener("success", () => resolve(opening.result));
      });
      const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
        "deriveBits",
      ]);
      const sender = await crypto.subtle.exportKey("raw", pair.publicKey);
      const copied = {
        name: "unsent copied",
        sender,
        iv: crypto.getRandomValues(new Uint8Array(12)),
        data: crypto.getRandomValues(new Uint8Array(64)).buffer,
        at: Date.now(),
      };
      const change = database.transaction("answers", "readwrite");
      change.objectStore("answers").put(copied);
      await new Promise((resolve) => change.addEventListener("complete", resolve));
      database.close();
    });
    await page.goto("/app");
    await page.getByRole("link", { name: "Enter your PIN to send" }).click();
    await openWithPin(page);
    await expect.poll(() => unsentNames(page)).toEqual([]);
    await expect(waiting(page)).toHaveCount(0);
  },
);
