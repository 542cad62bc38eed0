import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { launchOptions } from "../../scripts/lib/browser.js";
import { outOfReach, test } from "./cut-line.ts";
import {
  cast,
  expect,
  fitsInEveryColour,
  lastCode,
  logIn,
  logOut,
  memberPassword,
  mobileOf,
  type Person,
} from "./portal.ts";
import { openWith, PIN, readOffline } from "./reading-offline.ts";
import { startSociety } from "./society-server.ts";

async function expectNothingKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem("offline"))).toBeNull();
}

test.describe("figures kept for reading offline", () => {
  test("open with the PIN after the page was closed, with the time they are of", async ({
    page,
    line,
    visitor,
    context,
  }) => {
    await readOffline(page, visitor);
    await line.cut();
    await page.close();
    const later = await context.newPage();
    await later.goto("/app");
    await later.getByRole("link", { name: "Read offline" }).click();
    await expect(later.getByRole("heading", { level: 1 })).toHaveText("Read offline");
    await fitsInEveryColour(later);
    await later.getByLabel("PIN", { exact: true }).fill(PIN);
    await later.keyboard.press("Enter");
    await expect(later.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
    await expect(later.getByText(outOfReach)).toBeVisible();
    const asAt = later.getByText(/^As at \d+ \w+ \d{4}, \d\d:\d\d$/).first();
    await expect(asAt).toBeVisible();
    await later.locator('a[href="/app/ShareStatement"]').filter({ visible: true }).first().click();
    await expect(later.getByRole("table")).toBeVisible();
    await fitsInEveryColour(later);
    const begun = await context.newPage();
    await begun.goto("/Offline");
    await openWith(begun, PIN);
    await expect(begun.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  });

  test("open without a session, until the connection is back", async ({ page, line, visitor }) => {
    await readOffline(page, visitor);
    await line.cut();
    // As when the idle time ends.
    await page.evaluate(() => {
      localStorage.removeItem("access");
      localStorage.removeItem("member");
    });
    await page.goto("/Login");
    await page.getByRole("link", { name: "Read offline" }).click();
    await openWith(page, PIN);
    await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("access"))).toBeNull();
    const notice = page.getByText(outOfReach);
    await expect(notice).toBeVisible();
    await line.mend();
    await page.keyboard.press("Shift");
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/Your session has ended/)).toBeVisible();
  });

  test(
    "are removed by five wrong PINs, over a reload and two tabs",
    { tag: "@wide" },
    async ({ page, line, visitor, context }) => {
      await readOffline(page, visitor);
      await line.cut();
      await page.goto("/Offline");
      for (const left of [4, 3]) {
        await openWith(page, `99999${left}`);
        await expect(page.getByText(`Wrong PIN. Tries left: ${left}.`)).toBeVisible();
      }
      await page.reload();
      await openWith(page, "999992");
      await expect(page.getByText("Wrong PIN. Tries left: 2.")).toBeVisible();
      const other = await context.newPage();
      await other.goto("/Offline");
      await openWith(other, "999991");
      await expect(other.getByText("Wrong PIN. Tries left: 1.")).toBeVisible();
      await openWith(page, "999990");
      await expect(page.getByText("Nothing is kept here")).toBeVisible();
      await expectNothingKept(page);
      await openWith(other, PIN);
      await expect(other.getByText("Nothing is kept here")).toBeVisible();
    },
  );

  test(
    "are removed at Log Out, and when somebody ends the session",
    { tag: "@wide" },
    async ({ page, visitor }) => {
      await readOffline(page, visitor);
      await logOut(page);
      await expectNothingKept(page);
      await readOffline(page, visitor);
      const device = await thisDevice(page);
      await endFromElsewhere(page, visitor, device);
      await page.goto("/app/Notes");
      await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
      await expectNothingKept(page);
    },
  );

  test(
    "are removed when somebody ends the session after it expired",
    { tag: "@wide" },
    async ({ page, visitor }) => {
      await readOffline(page, visitor);
      await page.clock.install();
      await page.goto("/app/Notes");
      const device = await thisDevice(page);
      // An answer that arrives after the time passed extends the session: then it passes again.
      await expect(async () => {
        await page.clock.fastForward("16:00");
        await expect(page.getByRole("button", { name: "Log in" })).toBeVisible({ timeout: 2000 });
      }).toPass();
      expect(await page.evaluate(() => localStorage.getItem("access"))).toBeNull();
      await endFromElsewhere(page, visitor, device);
      await page.goto("/Offline");
      await expect(page.getByText("Nothing is kept here")).toBeVisible();
      await expectNothingKept(page);
    },
  );

  test(
    "close in every tab at Log Out, and stay open for somebody who uses them",
    { tag: "@wide" },
    async ({ page, line, visitor, context }) => {
      await readOffline(page, visitor);
      await line.cut();
      await page.evaluate(() => {
        localStorage.removeItem("access");
        localStorage.removeItem("member");
      });
      await page.clock.install();
      const other = await context.newPage();
      for (const tab of [page, other]) {
        await tab.goto("/Offline");
        await openWith(tab, PIN);
        await expect(tab.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
      }
      await page.clock.fastForward("14:00");
      await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click();
      await page.clock.fastForward("05:00");
      await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
      await logOut(page);
      await expect(other.getByRole("heading", { name: /^Welcome, / })).toHaveCount(0);
      await expectNothingKept(other);
    },
  );

  test("open with the PIN as soon as it is chosen", { tag: "@wide" }, async ({ page, visitor }) => {
    await page.goto("/Login?next=%2Fapp%2FMySettings");
    await logIn(page, visitor);
    await page.clock.install();
    await page.getByLabel("PIN", { exact: true }).fill(PIN);
    await page.getByLabel("PIN again", { exact: true }).fill(PIN);
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByText("You can now read offline")).toBeVisible();
    await page.goto("/Offline");
    await openWith(page, PIN);
    await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  });

  test(
    "are removed when somebody else logs in, or after a month",
    { tag: "@wide" },
    async ({ page, visitor, people }) => {
      await readOffline(page, visitor);
      await forgetSession(page);
      await page.goto("/Login");
      await logIn(page, { memberNo: people.borrower, password: memberPassword });
      await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
      await expectNothingKept(page);
      await logOut(page);
      await readOffline(page, visitor);
      await page.clock.setFixedTime(Date.now() + 31 * 24 * 3_600_000);
      // Any page removes it: nobody has to type a PIN for that.
      await page.goto("/Login");
      await expectNothingKept(page);
      await page.goto("/Offline");
      await expect(page.getByText("Nothing is kept here")).toBeVisible();
      await expectNothingKept(page);
    },
  );

  test(
    "are removed with a new password, here and where the session had run out",
    { tag: "@wide" },
    async ({ page, line, request }) => {
      const society = await startSociety();
      line.lead(society.url);
      const who = { memberNo: cast.desktop.forgetful, password: memberPassword };
      await readOffline(page, who);
      await forgetSession(page);
      await society.query(
        `update login set password_changed_at = password_changed_at + interval '1 hour'
        where login_no = '${who.memberNo}'`,
      );
      await page.goto("/Login");
      await logIn(page, who);
      await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
      await expectNothingKept(page);
      await forgetSession(page);
      await readOffline(page, who);
      await page.goto("/ChangePassword");
      await page.getByLabel("Member No").fill(who.memberNo);
      await page.getByRole("button", { name: "Send Otp" }).click();
      const code = await lastCode(request, await mobileOf(request, who.memberNo));
      await page.getByLabel("OTP").fill(code);
      await page.getByLabel("Password", { exact: true }).fill("Tausi-2026-maji");
      await page.getByLabel("Password Confirmation", { exact: true }).fill("Tausi-2026-maji");
      await page.getByRole("button", { name: "Change Password" }).click();
      await expect(page.getByText("Password changed")).toBeVisible();
      await expectNothingKept(page);
      await society.stop();
    },
  );

  test("are not kept on a shared device, which is remembered", async ({ page, visitor }) => {
    await readOffline(page, visitor);
    await forgetSession(page);
    await page.goto("/Login?next=%2Fapp%2FMySettings");
    await page.getByLabel("Shared phone: keep nothing on it").check();
    await logIn(page, visitor);
    await expect(page.getByText(/this is a shared phone/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Turn on" })).toHaveCount(0);
    await expectNothingKept(page);
    await logOut(page);
    await page.goto("/Login");
    await expect(page.getByLabel("Shared phone: keep nothing on it")).toBeChecked();
  });

  test(
    "need a PIN that is typed twice and hard to guess",
    { tag: "@wide" },
    async ({ page, visitor }) => {
      await page.goto("/Login?next=%2Fapp%2FMySettings");
      await logIn(page, visitor);
      await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
      await fitsInEveryColour(page);
      for (const [pin, again, problem] of [
        ["1234", "1234", "Use 6 digits or more."],
        ["123456", "123456", "This PIN is easy to guess. Choose another one."],
        [PIN, "402918", "The two PINs are not the same."],
      ] as const) {
        await page.getByLabel("PIN", { exact: true }).fill(pin);
        await page.getByLabel("PIN again", { exact: true }).fill(again);
        await page.getByRole("button", { name: "Turn on" }).click();
        await expect(page.getByText(problem)).toBeVisible();
      }
      expect(await page.evaluate(() => localStorage.getItem("offline"))).toBeNull();
    },
  );

  test(
    "show nothing in the bytes of the browser's profile, nor in a copy of it",
    { tag: "@wide" },
    async ({ playwright, line, visitor }) => {
      const profile = mkdtempSync(join(tmpdir(), "akiba-profile-"));
      const open = (folder: string): Promise<BrowserContext> =>
        playwright.chromium.launchPersistentContext(folder, {
          ...launchOptions(),
          baseURL: line.url,
        });
      const before = await open(profile);
      const [page = await before.newPage()] = before.pages();
      await readOffline(page, visitor);
      const welcome = await page.getByRole("heading", { name: /^Welcome, / }).innerText();
      const name = /\w+(?=\W*$)/.exec(welcome)?.[0] ?? "";
      const figures = await page
        .locator("main")
        .getByText(/^[\d,]+\.\d\d$/)
        .allTextContents();
      const secrets = [name, visitor.memberNo, PIN, ...figures];
      expect(figures.length).toBeGreaterThan(0);
      expect(secrets.filter((secret) => secret.length < 4)).toEqual([]);
      await before.close();
      await line.cut();
      const bytes = Buffer.concat(filesUnder(join(profile, "Default", "IndexedDB")));
      expect(bytes.length).toBeGreaterThan(20_000);
      for (const secret of secrets) {
        const plain = secret.replaceAll(",", "");
        for (const encoding of ["latin1", "utf16le"] as const) {
          expect(bytes.includes(Buffer.from(secret, encoding)), secret).toBe(false);
          expect(bytes.includes(Buffer.from(plain, encoding)), plain).toBe(false);
        }
      }
      const copy = `${profile}-copy`;
      cpSync(profile, copy, { recursive: true });
      const copied = await open(copy);
      const [there = await copied.newPage()] = copied.pages();
      await there.goto("/app");
      await there.getByRole("link", { name: "Read offline" }).click();
      await openWith(there, "999999");
      await expect(there.getByText("Wrong PIN. Tries left: 4.")).toBeVisible();
      await expect(there.getByRole("heading", { name: /^Welcome, / })).toHaveCount(0);
      await copied.close();
      for (const folder of [profile, copy]) rmSync(folder, { recursive: true, force: true });
    },
  );
});

/** Leaves the session in this browser as the idle time does, without logging out. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.goto("/Information");
  await page.evaluate(() => {
    localStorage.removeItem("access");
    localStorage.removeItem("member");
  });
}

/** Returns the identifier of the session in this browser. */
async function thisDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem("access")}` };
    const answer = await fetch("/api/v1/sessions", { headers });
    const { rows } = (await answer.json()) as { rows: { id: string; isThis: boolean }[] };
    return rows.find(({ isThis }) => isThis)?.id ?? "";
  });
}

/** Ends a session of a member from another device of theirs. */
async function endFromElsewhere(page: Page, who: Person, id: string): Promise<void> {
  const { request } = page;
  const signedIn = await request.post("/api/v1/auth/authenticate", { data: who });
  const { token } = (await signedIn.json()) as { token: string };
  const headers = { Authorization: `Bearer ${token}` };
  const ended = await request.delete(`/api/v1/sessions/${id}`, { headers });
  expect(await ended.json()).toMatchObject({ ended: 1 });
}

function filesUnder(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path));
}
