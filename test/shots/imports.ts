import { expect, type Page } from "@playwright/test";
import type { Screen } from "./arrange.ts";

/**
 * Entries under another system's names; no two files are alike, because one is imported only once.
 */
function aFile(day: string): string {
  const note = Math.round(performance.timeOrigin + performance.now());
  return [
    "Payroll No,Posted On,Transaction,Sum KES,Reference,Branch",
    `MS1009,${day},deposit,"1,500.00",R-${note},Main`,
    `MS1012,2026-02-28,share capital,2500,R-${note},Main`,
    `MS1003,28/02/2026,deposit,"3,000.50",R-${note},East`,
    "",
  ].join("\n");
}

async function begin(page: Page, csv: string, name = "february-2026.csv"): Promise<void> {
  await page.getByLabel("Contents of the file").selectOption({ index: 2 });
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Upload the file" }).click();
  await page.getByRole("heading", { name: "Which column is which?" }).waitFor();
}

async function check(page: Page, csv: string, expected: string): Promise<void> {
  await begin(page, csv);
  await page.getByLabel(/^Member number/).selectOption({ index: 1 });
  await page.getByLabel(/^Date/).selectOption({ index: 2 });
  await page.getByLabel(/^Kind of entry/).selectOption({ index: 3 });
  await page.getByLabel(/^Amount(?!:)/).selectOption({ index: 4 });
  await page.getByLabel("Expected number of rows").fill("3");
  await page.getByLabel("Amount: expected total").fill(expected);
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("heading", { name: "Control totals" }).waitFor();
}

const openNewest = async (page: Page) => {
  await page
    .getByRole("link", { name: /^Import \d/ })
    .first()
    .click();
  await expect(page.getByText("Control totals")).toBeVisible();
};

/** The import pages; the first ones import what the last ones open. */
export const importScreens: readonly Screen[] = [
  { name: "import-new", path: "/app/Import?import=new", as: "clerk" },
  {
    name: "import-mapping",
    path: "/app/Import?import=new",
    as: "clerk",
    after: (page) => begin(page, aFile("2026-02-27")),
  },
  {
    name: "import-findings",
    path: "/app/Import?import=new",
    as: "clerk",
    after: (page) => check(page, aFile("2026-02-31"), "7,500"),
  },
  {
    name: "import-sound",
    path: "/app/Import?import=new",
    as: "clerk",
    after: async (page) => {
      await check(page, aFile("2026-02-27"), "7,000.50");
      await page.getByRole("button", { name: "Send for checking" }).click();
      await page.getByText("Waiting for another person").waitFor();
    },
  },
  {
    name: "import-post",
    path: "/app/Import",
    as: "treasurer",
    after: async (page) => {
      await openNewest(page);
      await page.getByRole("button", { name: "Post this import" }).click();
    },
  },
  { name: "import-list", path: "/app/Import", as: "treasurer" },
];
