import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";

/** A code, or a key, as papers have them. */
export const written = /\b[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\b/g;

/** Downloads the PDF of the statement on the page. */
export async function downloaded(page: Page): Promise<Uint8Array> {
  const arrives = page.waitForEvent("download");
  await page.getByRole("button", { name: "PDF", exact: true }).click();
  return new Uint8Array(await readFile(await (await arrives).path()));
}

/** Returns the code of a PDF and the key to its entries. */
export async function codesOf(pdf: Uint8Array): Promise<{ code: string; key: string }> {
  const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
  // Each page of several has the code; the key is on the last.
  const [code = "", key = ""] = new Set(text.match(written));
  return { code, key };
}
