import { confirm, declare, test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

/** A declaration whose window closes as the day begins, so that it can be locked at once. */
function overBy(year: number) {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format();
  return { year, from: "2026-01-05", until: today, closesAt: "00:00" };
}

test("a year's dividend goes from the declaration to the lists, with two people", async ({
  society,
}) => {
  test.setTimeout(150_000);
  const year = 2022;
  const office = await society.open("ST9003");
  await office.goto("/app/Dividends");
  await expect(office.getByRole("cell", { name: "Members choosing", exact: true })).toBeVisible();
  await fits(office);

  await office.getByRole("link", { name: "Declare a dividend" }).click();
  await office.getByLabel("AGM reference").fill("AGM-OLD");
  await office.getByLabel("Rate on deposits").fill("eleven");
  await office.getByRole("button", { name: "Calculate and preview" }).click();
  await expect(office.getByLabel("Rate on share capital")).toBeFocused();
  await expect(office.getByText("Use a rate from 0 to 100")).toBeVisible();
  await expect(office.getByLabel("Rate on deposits")).toHaveValue("eleven");
  await expect(office.getByLabel("AGM reference")).toHaveValue("AGM-OLD");
  await fits(office);

  await declare(office, overBy(year));
  await expect(office.getByRole("heading", { name: `Dividend for ${year}` })).toBeVisible();
  await expect(office.getByText("You prepared this, so another person")).toBeVisible();
  await expect(office.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await confirm(office, "Withdraw", /the \d+ members, Ksh [\d,.]+/, "Yes, withdraw");
  await expect(office.getByRole("cell", { name: "Withdrawn" })).toBeVisible();
  await office.getByRole("link", { name: "Declare a dividend" }).click();
  await declare(office, overBy(year));
  await expect(office.getByText("AGM-")).not.toHaveCount(0);
  await expect(office.getByRole("heading", { name: "The twenty largest" })).toBeVisible();

  const treasurer = await society.open("ST9005");
  await treasurer.goto(`/app/Dividends?year=${year}`);
  await expect(treasurer.getByText("You approve it; the administrator posts it.")).toBeVisible();
  await fits(treasurer);
  await confirm(treasurer, "Approve", /^.*\d+ members, Ksh [\d,.]+ in total/, "Yes, approve");
  await expect(treasurer.getByText("Waiting for the administrator to post it")).toBeVisible();

  await office.reload();
  await confirm(office, "Post for all members", /receive Ksh [\d,.]+ in total/, "Yes, post");
  await expect(office.getByText("The window has closed")).toBeVisible();
  await fits(office);
  await confirm(office, "Lock", /their Ksh [\d,.]+ is paid by the default/, "Yes, lock");
  await expect(office.getByText("Locked. Paying posts every part")).toBeVisible();
  await confirm(office, "Pay", /SHARES: \d+ members, .* after tax/, "Yes, pay");
  await expect(office.getByText("Every payable part is posted.")).toBeVisible();
  await fits(office);

  for (const list of ["Tax withheld", "Hospital bills", "Exceptions"]) {
    const saved = office.waitForEvent("download");
    await office.getByRole("button", { name: `CSV, ${list}` }).click();
    expect((await saved).suggestedFilename()).toContain(`dividend-${year}-`);
  }

  // While the demo's own year is open: who has chosen, and a reminder to those who have not.
  await office.goto("/app/Dividends");
  await office.getByRole("row", { name: "Members choosing" }).getByRole("link").click();
  await expect(office.getByText("Have chosen")).toBeVisible();
  await confirm(office, "Remind members", /of \d+ members who have not chosen get/, "Yes, remind");
  await expect(office.getByText(/members were reminded by SMS/)).toBeVisible();
  await office.getByRole("button", { name: "Remind members" }).click();
  await expect(office.getByRole("alertdialog")).toContainText(/were reminded today/);
});

test("an office that reads Kiswahili reads the modes of a dividend in it", async ({ society }) => {
  const office = await society.open("ST9003");
  await office.goto("/app/Dividends");
  await office.getByRole("button", { name: "Kiswahili" }).click();
  await expect(office.locator("html")).toHaveAttribute("lang", "sw-KE");
  for (const address of ["/app/Dividends?year=new", "/app/Settings?part=policies"]) {
    await office.goto(address);
    await expect(office.getByRole("main")).toContainText("Ongeza kwenye hisa");
    await expect(office.getByRole("main")).not.toContainText(/CAPITALIZE|EFT|OFFSET/);
  }
});

test("a running posting is visible on return to the page", async ({ society }) => {
  test.setTimeout(90_000);
  const year = 2021;
  const office = await society.open("ST9003");
  await office.goto("/app/Dividends?year=new");
  await declare(office, overBy(year));
  await expect(office.getByText("You prepared this, so another person")).toBeVisible();
  const treasurer = await society.open("ST9005");
  await treasurer.goto(`/app/Dividends?year=${year}`);
  await confirm(treasurer, "Approve", /members, Ksh/, "Yes, approve");

  // Simulates a posting by another person: the page shows its progress, and then the result.
  let state = { state: "approved", isRunning: true, done: 5, of: 12 };
  await office.route("**/progress", (route) => route.fulfill({ json: state }));
  await office.reload();
  await expect(office.getByText("In progress: 5 of 12 members")).toBeVisible();
  await expect(office.getByRole("progressbar")).toHaveAttribute("value", "5");
  await fits(office);
  state = { ...state, isRunning: false };
  await expect(office.getByText(/In progress/)).toHaveCount(0);
  await office.unroute("**/progress");

  // The answer to a posting is lost; it was posted all the same, and the page shows it.
  await office.route("**/posting", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await office.getByRole("button", { name: "Post for all members" }).click();
  await office.getByRole("button", { name: "Yes, post" }).click();
  await expect(office.getByText("No answer yet.")).toBeVisible();
  await expect(office.getByText("safe to press again")).toBeVisible();
  await office.unroute("**/posting");
  await office.getByRole("button", { name: "Yes, post" }).click();
  await expect(office.getByText(/The dividend was posted for \d+ members/)).toBeVisible();
});

test("dividends that cannot be loaded say so, and offer Retry", async ({ society }) => {
  test.setTimeout(60_000);
  const clerk = await society.open("ST9001");
  await clerk.route("**/api/v1/dividends", (route) => route.abort());
  await clerk.goto("/app/Dividends");
  await expect(clerk.getByText("The dividends could not be loaded")).toBeVisible();
  await fits(clerk);
  await clerk.unroute("**/api/v1/dividends");
  await clerk.getByRole("button", { name: "Retry" }).click();
  await expect(clerk.getByRole("link", { name: /^20\d\d$/ }).first()).toBeVisible();
  await expect(clerk.getByRole("link", { name: "Declare a dividend" })).toHaveCount(0);
  await clerk.goto("/app/Dividends?year=1999");
  await expect(clerk.getByText("None is declared, or it was withdrawn.")).toBeVisible();
  await fits(clerk);
});
