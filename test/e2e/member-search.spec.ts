import type { Page } from "@playwright/test";
import {
  expect,
  fits,
  mobileOf,
  openSession,
  sideways,
  staffPassword,
  test,
  violationsOfColour,
} from "./portal.ts";

test.use({
  storageState: async ({ playwright, baseURL }, use) => {
    const context = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    await use(await openSession(context, { memberNo: "ST9001", password: staffPassword }));
    await context.dispose();
  },
});

const box = (page: Page) => page.getByRole("combobox", { name: "Member name" });
const options = (page: Page) => page.getByRole("option");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Checks the screen at every width and in both colour schemes. */
async function judge(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await fits(page);
  for (const width of [320, 599, 683, 960]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await sideways(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await violationsOfColour(page), "dark").toEqual([]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

test("a member is found, chosen and opened with the keyboard alone", async ({ page }) => {
  await page.goto("/app/Instant");
  await expect(box(page)).toHaveAttribute("placeholder", "Type to search....");
  await box(page).focus();
  await page.keyboard.type("mu");
  await expect(
    page.getByRole("heading", { name: "Type 3 letters or digits or more" }),
  ).toBeVisible();
  await page.keyboard.type("t");
  await expect(options(page)).toHaveCount(2);
  await expect(page.getByRole("status").getByText("2 members found.")).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const second = options(page).nth(1);
  await expect(second).toHaveAttribute("aria-selected", "true");
  await expect(box(page)).toHaveAttribute(
    "aria-activedescendant",
    (await second.getAttribute("id")) ?? "",
  );
  await expect(box(page)).toBeFocused();
  await judge(page);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Mwende Ndunge Mutiso")).toBeFocused();
  await page.goBack();
  await expect(box(page)).toHaveValue("mut");
  await expect(options(page)).toHaveCount(2);
  const recent = page.getByRole("region", { name: "Opened since you signed in" });
  await expect(recent.getByRole("link")).toHaveText(["Mwende Ndunge Mutiso"]);
});

test("Escape closes the list and then clears the field, an arrow opens it again", async ({
  page,
}) => {
  await page.goto("/app/Instant");
  await box(page).fill("mut");
  await expect(options(page)).toHaveCount(2);
  await expect(box(page)).toHaveAttribute("aria-expanded", "true");
  await box(page).press("Escape");
  await expect(options(page)).toHaveCount(0);
  await expect(box(page)).toHaveAttribute("aria-expanded", "false");
  await expect(box(page)).toHaveValue("mut");
  await box(page).press("ArrowUp");
  await expect(options(page).last()).toHaveAttribute("aria-selected", "true");
  await box(page).press("Escape");
  await box(page).press("Escape");
  await expect(box(page)).toHaveValue("");
});

test("an answer that arrives after more was typed is dropped", async ({ page }) => {
  let answerFirst = (): void => {};
  const held = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  await page.route("**/api/v1/members?search=mut", async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.goto("/app/Instant");
  const asked = page.waitForRequest("**/api/v1/members?search=mut");
  await box(page).fill("mut");
  await asked;
  await box(page).fill("muthoni");
  await expect(options(page)).toHaveCount(1);
  answerFirst();
  await page.waitForLoadState("networkidle");
  await expect(options(page)).toHaveCount(1);
  await expect(options(page)).toContainText("Muthoni Waceke Ndirangu");
});

test("a search without hits says what to try", async ({ page }) => {
  await page.goto("/app/Instant");
  await box(page).fill("xyzzy");
  await expect(page.getByText("No member found for “xyzzy”").last()).toBeVisible();
  await expect(page.getByText("Try fewer letters")).toBeVisible();
  await judge(page);
});

test("a failed search can be retried, and one over the limit continues by itself", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/app/Instant");
  const searches = "**/api/v1/members?search=*";
  await page.route(searches, (route) => route.abort());
  await box(page).fill("wanjiru");
  await expect(page.getByText("The search failed")).toBeVisible();
  await judge(page);
  await page.unroute(searches);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(options(page)).toHaveCount(1);
  const limited = { status: 429, headers: { "retry-after": "60" }, json: { code: 429 } };
  await page.route(searches, (route) => route.fulfill(limited), { times: 1 });
  await box(page).fill("chebet");
  await expect(page.getByRole("heading", { name: "Too many searches" })).toBeVisible();
  await page.clock.fastForward("01:01");
  await expect(options(page)).toContainText(["Chebet Jepkosgei Koech"]);
});

test("a record opened by its member's phone number shows what the desk needs", async ({ page }) => {
  await page.goto("/app/Instant");
  await box(page).fill("+254 712 000 482");
  await expect(options(page)).toContainText(["by phone"]);
  await expect(options(page)).not.toContainText(["000 482"]);
  await options(page).click();
  await expect(heading(page, "Wanjiru Njeri Kamau")).toBeVisible();
  await expect(page.getByRole("region", { name: "Balances" })).toContainText("Savings");
  await expect(page.getByRole("region", { name: "Details", exact: true })).toContainText(
    "28416903",
  );
  await expect(page.getByRole("table", { name: "Loans and applications" })).toContainText("DL0318");
  const looked = page.getByRole("region", { name: "Who opened this record" });
  await expect(looked).toContainText("Opened the record");
  await judge(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Share Capital Statement as PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await page.getByRole("link", { name: "Otieno Ochieng Owino" }).click();
  await expect(heading(page, "Otieno Ochieng Owino")).toBeFocused();
});

test("a record that does not exist says so and links back to the search", async ({ page }) => {
  await page.goto("/app/MemberRecord?member=NONE");
  await expect(page.getByText("There is no member with that number.")).toBeVisible();
  await page.goto("/app/MemberRecord");
  await expect(page.getByText("This address has no member number")).toBeVisible();
  await judge(page);
});

test("a record that does not load says so and can be retried", async ({ page }) => {
  await page.route("**/record", (route) => route.abort());
  await page.goto("/app/MemberRecord?member=MS1002");
  await expect(page.getByText("The record could not be loaded")).toBeVisible();
  await judge(page);
  await page.unroute("**/record");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(heading(page, "Otieno Ochieng Owino")).toBeVisible();
});

test.describe("the member", () => {
  test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

  test("a member sees which staff opened their record", async ({ page, people, request }) => {
    await mobileOf(request, people.reader);
    await page.goto("/app");
    const card = page.getByRole("region", { name: "Who opened your record" });
    await expect(card).toContainText("Akinyi Atieno Odhiambo Read the details");
    await card.scrollIntoViewIfNeeded();
    await judge(page);
  });
});

test("returning to the window is not another access to a record", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.install();
  await page.goto("/app/MemberRecord?member=MS1012", { waitUntil: "networkidle" });
  const looks = () => asked.filter((path) => path.endsWith("/record")).length;
  const counts = () => asked.filter((path) => path === "/api/v1/waiting-work").length;
  await expect.poll(counts).toBe(1);
  expect(looks()).toBe(1);
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  // The badge counts of the menu are requested again; the member's record is not.
  await expect.poll(counts).toBe(2);
  expect(looks()).toBe(1);
});
