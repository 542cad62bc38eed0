import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { replaced } from "#test/redrawn.ts";
import { logInKeeping, test as keptTest } from "./cut-line.ts";
import { expect, fitsInEveryColour, signedInTest as test } from "./portal.ts";

/** Returns a statement of the member's as a PDF. */
async function statementOf(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  await page.goto("/app/ShareStatement");
  const arrives = page.waitForEvent("download");
  await page.getByRole("button", { name: "PDF", exact: true }).click();
  return new Uint8Array(await readFile(await (await arrives).path()));
}

const choose = (page: Page, name: string, file: Uint8Array): Promise<void> =>
  page.locator("#file").setInputFiles({
    name,
    mimeType: "application/pdf",
    buffer: Buffer.from(file),
  });

const asIssued = /This file is exactly as .+ issued it\./;
const unread = "We could not read this file.";

test("a file that cannot be read, or is too large, says so", async ({ page }) => {
  await page.goto("/file-check.html");
  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  });
  await choose(page, "gone.pdf", new Uint8Array(9));
  await expect(page.getByText(unread)).toBeVisible();
  await page.reload();
  await page.evaluate(() => {
    Object.assign(Uint8Array.prototype, {
      subarray() {
        throw new RangeError("Array buffer allocation failed");
      },
    });
  });
  await choose(page, "large.pdf", new Uint8Array(900).fill(65));
  await expect(page.getByText(unread)).toBeVisible();
  await expect(page.getByText("cannot check signatures")).toBeHidden();
});

test("the answer is that of the file chosen last, however long the first takes", async ({
  page,
}) => {
  const own = await statementOf(page);
  await page.goto("/file-check.html");
  await page.evaluate(() => {
    const read = File.prototype.arrayBuffer;
    File.prototype.arrayBuffer = async function held() {
      if (this.name === "slow.pdf") await new Promise((go) => Object.assign(window, { go }));
      return read.call(this);
    };
  });
  await choose(page, "slow.pdf", new TextEncoder().encode("%PDF of somebody else"));
  await choose(page, "own.pdf", own);
  await expect(page.getByText(asIssued)).toBeVisible();
  await page.evaluate(() => {
    const said: string[] = [];
    const answer = document.getElementById("answer") as HTMLElement;
    new MutationObserver(() => said.push(answer.innerText)).observe(answer, { childList: true });
    Object.assign(window, { said });
    (window as unknown as { go: () => void }).go();
  });
  // The check of a third file takes longer than what is left of the first.
  await choose(page, "last.pdf", own);
  await expect(page.getByText(asIssued)).toBeVisible();
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said.join());
  expect(said).toMatch(asIssued);
  expect(said).not.toContain("This file has no signature");
});

test(
  "at 360 pixels no amount and no mark of a changed file is off the screen",
  { tag: "@narrow" },
  async ({ page }) => {
    const own = await statementOf(page);
    const [, total = ""] = (await page.locator("tfoot").innerText()).split(/(?=\d)/);
    expect(total).not.toBe("");
    await page.goto("/file-check.html");
    await choose(page, "forged.pdf", await replaced(own, "Total Amount", "Running Amt"));
    await expect(page.getByText("Not in the file like this").first()).toBeVisible();
    const cells = page.locator("td, .other strong");
    const rights = await cells.evaluateAll((all) =>
      all.map((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return words.getBoundingClientRect().right;
      }),
    );
    expect(Math.max(...rights)).toBeLessThanOrEqual(360);
    await fitsInEveryColour(page);
  },
);

test("the file check speaks the language chosen in the portal", async ({ page }) => {
  await page.addInitScript("localStorage.setItem('language', 'sw')");
  await page.goto("/Verify");
  await page.getByRole("link", { name: "Hakiki faili la PDF lenyewe" }).click();
  await expect(page.getByRole("heading", { name: /^Hakiki PDF ya/ })).toBeVisible();
});

keptTest(
  "the file check opens without a connection, as its link says",
  async ({ page, line, visitor }) => {
    await logInKeeping(page, visitor);
    await line.cut();
    await page.goto("/Verify");
    await page.getByRole("link", { name: "Check a PDF file itself" }).click();
    await expect(page.getByRole("heading", { name: /^Check a PDF from .+/ })).toBeVisible();
    await choose(page, "other.pdf", new TextEncoder().encode("%PDF of somebody else"));
    await expect(page.getByText("This file has no signature")).toBeVisible();
  },
);
