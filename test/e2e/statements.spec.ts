import type { Locator, Page, Route } from "@playwright/test";
import { firstFigureInFirstScreen, inFirstScreen } from "./first-screen.ts";
import { expect, signedInTest as test } from "./portal.ts";

const running = {
  ShareStatement: "savings",
  ShareCapital: "shareCapital",
  DividendList: "dividendPayable",
} as const;

const cents = (text: string): number =>
  Math.round(Number(text.replaceAll(",", "").replace("−", "-")) * 100);

/** Returns the figures of one column, as shown on the screen. */
async function figures(rows: Locator, cell: number): Promise<number[]> {
  const texts = await rows.evaluateAll(
    (found, at) => found.map((row) => (row as HTMLTableRowElement).cells[at]?.innerText ?? ""),
    cell,
  );
  return texts.map((text) => cents(/[−\d][\d,.]*$/.exec(text.trim())?.[0] ?? "0"));
}

/** The statement itself; on the dividend page the calculation above it has its own tables. */
const statement = (page: Page): Locator => page.locator("main table").last();
const bodyRows = (page: Page): Locator => statement(page).locator("tbody tr");

async function dashboardTotal(page: Page, name: string): Promise<number> {
  const state = await page.context().storageState();
  const kept = state.origins[0]?.localStorage ?? [];
  const value = (key: string) => kept.find((entry) => entry.name === key)?.value ?? "";
  const answer = await page.request.get(`/api/v1/${name}/sumTotal/${value("member")}`, {
    headers: { Authorization: `Bearer ${value("access")}` },
  });
  return Math.round(((await answer.json()) as number) * 100);
}

for (const [address, total] of Object.entries(running)) {
  test(`${address} ties to its total, for all dates and for this year`, async ({
    page,
    isMobile,
  }) => {
    for (const preset of ["All", "This year"]) {
      await page.goto(`/app/${address}`);
      await page.getByRole("button", { name: preset, exact: true }).click();
      await expect(page.getByRole("button", { name: preset })).toHaveAttribute(
        "aria-pressed",
        "true",
      );
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      if (preset === "This year") {
        await expect(page).toHaveURL(/from=\d{4}-01-01/);
        await expect(page.getByText(/^1 Jan \d{4} to /)).toBeVisible();
        if (await page.getByText("No transactions in this period").isVisible()) continue;
      }
      await expect(page.getByText(/the same as your/)).toBeVisible();
      const last = (await statement(page).locator("thead th").count()) - 1;
      const shown = await figures(bodyRows(page), last);
      // A phone begins with the latest.
      const balances = isMobile ? shown.toReversed() : shown;
      const inOut = address === "ShareStatement" ? [[last - 1, 1]] : inAndOut(address, last);
      let sum = preset === "All" ? 0 : (balances[0] ?? 0);
      const ofPeriod = isMobile ? "tbody:has(+ tbody) tr" : "tbody + tbody tr";
      const moves = preset === "All" ? bodyRows(page) : statement(page).locator(ofPeriod);
      for (const [cell, sign] of inOut) {
        const column = await figures(moves, cell ?? 0);
        sum += column.reduce((before, amount) => before + amount * (sign ?? 1), 0);
      }
      expect(sum).toBe(balances.at(-1));
      expect(balances.at(-1)).toBe(await dashboardTotal(page, total));
    }
  });
}

function inAndOut(address: string, last: number): [number, number][] {
  if (address === "DividendList")
    return [
      [last - 2, 1],
      [last - 1, -1],
    ];
  return [
    [last - 2, -1],
    [last - 1, 1],
  ];
}

const heads = {
  ShareStatement: ["Input Date", "Narration", "Ref", "Savings", "Running Amt"],
  ShareCapital: ["Date", "Narration", "Ref", "Account", "Wdrawn", "Savings", "Running Amt"],
  DividendList: ["Date", "Narration", "Ref", "Dividend", "Paid", "Running Amt"],
  LoanStatement: ["Loan No", "Purpose", "Sdate", "Edate", "Period", "Original Amount", "Balance"],
  GurantorList: [
    "Input Date",
    "Loan No",
    "Loan type",
    "Name",
    "Loan Amount",
    "Amt Guaranteed",
    "Loan Balance",
    "Guarantor Level",
  ],
  WithdrawableStatement: ["Acc No", "Name", "Reg date", "Total"],
};

test("every statement has the specification's columns and header block", async ({
  page,
  isMobile,
}) => {
  for (const [address, columns] of Object.entries(heads)) {
    await page.goto(`/app/${address}`);
    // The phone's member owes nothing, which the page says in place of a table.
    if (address === "LoanStatement" && isMobile) {
      await expect(page.getByText("You have no loans")).toBeVisible();
      continue;
    }
    await expect(statement(page).locator("thead th")).toHaveText(columns);
    const member = page.getByRole("region", { name: "Member", exact: true });
    const facts = ["Name", "Member No", "Tel", "Email", "Id no", "Print Date"];
    if (address === "DividendList") facts.unshift("Organisation");
    if (isMobile) await member.getByRole("button", { name: "Show: Member" }).click();
    await expect(member.getByRole("term")).toHaveText(facts);
    await expect(statement(page).locator("tfoot")).toContainText("Total Amount");
  }
});

test("a period stays in the address: Back and a reload keep it", async ({ page }) => {
  await page.goto("/app/ShareStatement");
  const pressed = (name: string) => page.getByRole("button", { name, exact: true, pressed: true });
  await expect(pressed("6 months")).toBeVisible();
  await page.getByRole("button", { name: "This year" }).click();
  await expect(pressed("This year")).toBeVisible();
  await page.reload();
  await expect(pressed("This year")).toBeVisible();
  await page.goBack();
  await expect(pressed("6 months")).toBeVisible();
});

test("days picked limit the statement at once", async ({ page, isMobile }) => {
  await page.goto("/app/ShareStatement?to=2025-12-31");
  await expect(page.getByText("Up to 31 Dec 2025")).toBeVisible();
  for (const label of ["From", "To"]) {
    // A label for screen readers alone is one pixel wide.
    const box = await page.getByText(label, { exact: true }).boundingBox();
    expect(box?.width, label).toBeGreaterThan(10);
  }
  await page.getByLabel("From").fill("2025-06-01");
  await expect(page.getByText("1 Jun 2025 to 31 Dec 2025")).toBeVisible();
  const opening = isMobile ? bodyRows(page).last() : bodyRows(page).first();
  await expect(opening).toContainText("Balance brought forward");
  // A day that is picked after one was typed counts as soon.
  const to = page.getByLabel("To", { exact: true });
  await to.press("ArrowUp");
  await to.click();
  await to.fill("2025-05-01");
  await expect(page.getByRole("alert")).toContainText("The first day is after the last.");
});

test(
  "a phone begins with the latest entry, within the first screen; paper with the oldest",
  { tag: "@narrow" },
  async ({ page }) => {
    await page.goto("/app/ShareStatement");
    await inFirstScreen(page, bodyRows(page).first());
    await expect(bodyRows(page).last()).toContainText("Balance brought forward");
    await page.emulateMedia({ media: "print" });
    await expect(bodyRows(page).first()).toContainText("Balance brought forward");
  },
);

for (const address of ["ShareCapital", "GurantorList", "WithdrawableStatement", "DividendList"]) {
  const said = "has its first figure within the first screen of a phone";
  test(`${address} ${said}`, { tag: "@narrow" }, async ({ page }) => {
    await page.goto(`/app/${address}`);
    await firstFigureInFirstScreen(page);
  });
}

test("high contrast shows which period is chosen", { tag: "@wide" }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/app/ShareStatement");
  const outline = (pressed: boolean) =>
    page
      .getByRole("group")
      .getByRole("button", { pressed })
      .first()
      .evaluate((button) => getComputedStyle(button).outlineStyle);
  expect(await outline(true)).toBe("solid");
  expect(await outline(false)).toBe("none");
});

test("a search filters while typing, and the totals stay", async ({ page, isMobile }) => {
  await page.goto("/app/ShareStatement");
  const total = page.locator("tfoot");
  const before = await total.innerText();
  await page.getByRole("searchbox", { name: "Search" }).fill("check-OFF");
  const found = page.locator(isMobile ? "main tbody:has(+ tbody) tr" : "main tbody + tbody tr");
  await expect(found.first()).toContainText("Check-off");
  expect(await total.innerText()).toBe(before);
  await page.getByRole("searchbox").fill("no such words");
  await expect(page.getByText("Nothing matches “no such words”")).toBeVisible();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(total).toBeVisible();
});

test("a statement that cannot be loaded says so, and Retry loads it", async ({ page }) => {
  await page.route("**/statements/savings?**", (route) => route.abort());
  await page.goto("/app/ShareStatement");
  const failed = page.getByRole("alert");
  await expect(failed).toContainText("Your money is not affected");
  await page.unroute("**/statements/savings?**");
  await failed.getByRole("button", { name: "Retry" }).click();
  await expect(page.locator("tfoot")).toBeVisible();
});

test("a statement is asked for while the code of its page is on its way", async ({ page }) => {
  const held: Route[] = [];
  let isHeld = true;
  await page.route("**/assets/pages-*.js", async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  await page.goto("/app");
  const asked = page.waitForRequest("**/statements/savings?**");
  await page.locator('a[href="/app/ShareStatement"]:visible').first().click();
  await asked;
  isHeld = false;
  await Promise.all(held.map((route) => route.continue()));
  await expect(page.locator("tfoot")).toBeVisible();
});

test("empty lists say what will appear here", async ({ page }) => {
  await page.route("**/api/v1/guarantor/*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), data: [] } });
  });
  await page.goto("/app/GurantorList");
  await expect(page.getByText("You guarantee no loans")).toBeVisible();
});

const downloads = {
  PDF: [/\.pdf$/, "%PDF-"],
  CSV: [/\.csv$/, ""],
  Excel: [/\.xlsx$/, "PK"],
} as const;

test("downloads have the server's file name and the right type", async ({ page }) => {
  const { readFile } = await import("node:fs/promises");
  await page.goto("/app/ShareStatement");
  await expect(page.locator("tfoot")).toBeVisible();
  for (const [name, [form, begins]] of Object.entries(downloads)) {
    const arrives = page.waitForEvent("download");
    await page.getByRole("button", { name, exact: true }).click();
    const download = await arrives;
    expect(download.suggestedFilename()).toMatch(form);
    const content = await readFile(await download.path(), "latin1");
    expect(content.startsWith(begins)).toBe(true);
    await expect(page.getByText(`${download.suggestedFilename()} is in`)).toBeVisible();
  }
});

test("a download that fails says so next to the buttons", async ({ page }) => {
  await page.goto("/app/ShareStatement");
  await expect(page.locator("tfoot")).toBeVisible();
  await page.route("**/documents", (route) => route.abort());
  await page.getByRole("button", { name: "CSV" }).click();
  await expect(page.getByRole("alert")).toContainText("The CSV file could not be made.");
});

test("the toolbar works with the keyboard", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/app/ShareStatement");
  await expect(page.locator("tfoot")).toBeVisible();
  await page.getByRole("button", { name: "Print" }).focus();
  const files = ["PDF", "CSV", "Excel", "Email"];
  for (const name of [...files, "This month", "6 months", "This year", "All"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "All", pressed: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "All" })).toBeFocused();
});
