import { expect, type Page } from "@playwright/test";
import type { Screen } from "./arrange.ts";

/** A file with a line of each kind; no two are alike, because a file is imported only once. */
function aFile(): string {
  const note = `Payroll ${performance.timeOrigin + performance.now()}`;
  return [
    "member_no,amount,note",
    "MS1009,1500.00,deposits",
    "MS1012,2000.00,amana",
    "MS1003,900.00,",
    "MS1005,12500.00,",
    `MS9999,450.00,${note}`,
    "MS1001,120.50,",
    "MS1002,1000000,loan",
    "",
  ].join("\n");
}

async function fillIn(page: Page, csv: string, declared: string): Promise<void> {
  await page.getByLabel("Month").fill("2026-11");
  await page.getByLabel("Declared by the employer").fill(declared);
  const file = { name: "uzima-may.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Upload and match" }).click();
}

const takeIn = async (page: Page) => {
  await fillIn(page, aFile(), "1,017,470.50");
  await expect(page.getByText("Control totals")).toBeVisible();
};

const tab = (name: string) => async (page: Page) => {
  await takeIn(page);
  await page.getByRole("button", { name }).click();
  await page.getByRole("cell").last().waitFor();
};

const openNewest = async (page: Page) => {
  await page
    .getByRole("link", { name: /20\d\d$/ })
    .first()
    .click();
  await page.getByText("Control totals").waitFor();
};

/** The check-off pages; the first ones import what the last ones open. */
export const checkOffScreens: readonly Screen[] = [
  { name: "check-off-new", path: "/app/CheckOff?file=new", as: "clerk" },
  {
    name: "check-off-faults",
    path: "/app/CheckOff?file=new",
    as: "clerk",
    after: async (page) => {
      await fillIn(page, "member_no,amount,note\nMS1020,-5,\n=1,5,\n", "5");
      await page.getByText("Errors in the file").waitFor();
    },
  },
  { name: "check-off-ambiguous", path: "/app/CheckOff?file=new", as: "clerk", after: takeIn },
  {
    name: "check-off-unmatched",
    path: "/app/CheckOff?file=new",
    as: "clerk",
    after: tab("Unmatched"),
  },
  {
    name: "check-off-variance",
    path: "/app/CheckOff?file=new",
    as: "clerk",
    after: tab("Variance"),
  },
  {
    name: "check-off-decision",
    path: "/app/CheckOff?file=new",
    as: "clerk",
    after: async (page) => {
      await takeIn(page);
      await page
        .getByRole("button", { name: /^Decide row/ })
        .first()
        .click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "check-off-post",
    path: "/app/CheckOff",
    as: "treasurer",
    after: async (page) => {
      await openNewest(page);
      await page.getByRole("button", { name: "Post this file" }).click();
    },
  },
  { name: "check-off-list", path: "/app/CheckOff", as: "treasurer" },
];
