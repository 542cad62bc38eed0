import { languages } from "#shared/language.ts";
import { keptPages, logInKeeping, outOfReach, test } from "./cut-line.ts";
import { drawn, expect, fitsInEveryColour, logIn, logOut } from "./portal.ts";
import { savingData } from "./quiet.ts";
import { openWith, PIN, readOffline } from "./reading-offline.ts";
import { goOffline, visit } from "./waiting.ts";

const OFFLINE = /^You have been offline since \d\d:\d\d\.$/;
const BEFORE_SIGN_IN = [
  "/",
  "/Login",
  "/SignUp",
  "/ChangePassword",
  "/Verify",
  "/Information",
  "/Privacy",
];
const since = { en: OFFLINE, sw: /^Huna mtandao tangu \d\d:\d\d\.$/ };
const otherLanguage = { en: "Kiswahili", sw: "English" };

test("each page before sign-in says since when there is no connection", async ({
  page,
  context,
  line,
  visitor,
}) => {
  await logInKeeping(page, visitor);
  await logOut(page);
  for (const spoken of languages) {
    await line.cut();
    await context.setOffline(true);
    for (const address of BEFORE_SIGN_IN) {
      await page.goto(address);
      await expect(page.getByText(since[spoken]), address).toBeVisible();
      await expect(page.getByRole("banner"), address).toBeVisible();
    }
    await visit(page, "/Login");
    await fitsInEveryColour(page);
    await line.mend();
    await context.setOffline(false);
    await expect(page.getByText(since[spoken])).toHaveCount(0);
    await page.getByRole("button", { name: otherLanguage[spoken] }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", spoken === "en" ? /sw/ : /en/);
    await keptPages(page);
  }
});

test("a login over no connection waits, says why, and works once there is one", async ({
  page,
  context,
  visitor,
}) => {
  await page.clock.install();
  await page.goto("/SignUp");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create an Account");
  await context.setOffline(true);
  const said = await page.getByText(OFFLINE).innerText();
  await page.clock.fastForward("05:00");
  const code = page.getByRole("button", { name: "Send OTP" });
  await expect(code).toHaveAccessibleDescription(/use the grey buttons again/);
  await visit(page, "/Login");
  // The time is when the connection was lost, not when the page was opened.
  await expect(page.getByText(said)).toBeVisible();
  const button = page.getByRole("button", { name: "Log in" });
  await expect(button).toHaveAccessibleDescription(/use the grey buttons again/);
  await page.getByLabel("Member No").fill(visitor.memberNo);
  await page.getByLabel("Password", { exact: true }).fill(visitor.password);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await page.keyboard.press("Enter");
  await context.setOffline(false);
  await expect(page.getByText(OFFLINE)).toHaveCount(0);
  await button.click();
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  // Enter while the line was cut sent nothing, also not later.
  expect(sent.filter((path) => path === "/api/v1/auth/authenticate")).toHaveLength(1);
});

test("a page loaded again offline says when the connection was first lost", async ({
  page,
  context,
  line,
  visitor,
}) => {
  await page.clock.install();
  await logInKeeping(page, visitor);
  const banner = page.getByText(OFFLINE);
  await line.cut();
  await context.setOffline(true);
  const said = await banner.innerText();
  await page.clock.fastForward("05:00");
  await page.reload();
  await expect(banner).toHaveText(said);
  await line.mend();
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  await line.cut();
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await expect(banner).not.toHaveText(said);
});

test("a portal that does not answer is not called a phone that is offline", async ({
  page,
  context,
  line,
  visitor,
}) => {
  await page.goto("/Login?next=%2Fapp%2FNotes");
  await logIn(page, visitor);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notes");
  await goOffline(page, line);
  await expect(page.getByText(outOfReach)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(outOfReach)).toBeVisible();
  await line.mend();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.getByText(outOfReach)).toHaveCount(0);
});

test("a page without its figures says where reading offline is switched on", async ({
  page,
  context,
  line,
  visitor,
}) => {
  await logInKeeping(page, visitor);
  await line.cut();
  await context.setOffline(true);
  await page.reload();
  const next = "To read offline next time, turn on Read offline in Settings.";
  const link = page.getByRole("link", { name: next });
  await expect(link).toBeVisible();
  await expect(page.getByText("You can read what is kept here.")).toHaveCount(0);
  await fitsInEveryColour(page);
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
  await page.goto("/Offline");
  await expect(page.getByText(next)).toBeVisible();
  await page.evaluate(() => localStorage.setItem("shared", "on"));
  await page.goto("/app");
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expect(page.getByText(next)).toHaveCount(0);
});

test("PIN-protected figures need no second PIN on a page that is not kept", async ({
  page,
  context,
  line,
  visitor,
}) => {
  await readOffline(page, visitor);
  await line.cut();
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("link", { name: "Read offline" }).click();
  await openWith(page, PIN);
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  await visit(page, "/app/Nothing");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expect(page.getByRole("link", { name: "Read offline" })).toHaveCount(0);
});

test("the time of a statement is that of its figures, not of the name above them", async ({
  page,
  context,
  visitor,
}) => {
  await page.clock.install({ time: new Date("2026-11-22T10:00:00+03:00") });
  await page.goto("/Login?next=%2Fapp%2FShareStatement");
  await logIn(page, visitor);
  await expect(page.getByRole("table").getByRole("row")).not.toHaveCount(0);
  await page.clock.fastForward("10:00");
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(page.getByText(/^Up to /)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^As at 22 Nov 2026, 10:1\d$/)).toBeVisible();
});

test("a probe that answers late does not change what is known since", async ({ page, visitor }) => {
  // So that the statement is asked for when it is opened.
  await savingData(page);
  await page.goto("/Login");
  await logIn(page, visitor);
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  let fail: (() => Promise<void>) | undefined;
  await page.route("**/health/live", (route) => {
    fail = () => route.abort();
  });
  const ended = page.waitForEvent("requestfailed", (one) => one.url().endsWith("/health/live"));
  await page.route("**/api/v1/privacy", (route) => route.abort());
  await visit(page, "/app/Privacy");
  await expect.poll(() => fail).toBeDefined();
  // Another call is answered before the probe is.
  await visit(page, "/app/ShareStatement");
  await expect(page.locator("tfoot")).toBeVisible();
  await fail?.();
  await ended;
  await drawn(page);
  await expect(page.getByText(OFFLINE)).toHaveCount(0);
  await expect(page.getByText(outOfReach)).toHaveCount(0);
});
