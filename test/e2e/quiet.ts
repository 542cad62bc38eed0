import type { Page, Request } from "@playwright/test";

/** Lets the browser save data, so that nothing is loaded ahead. */
export async function savingData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
}

/** Counts the calls that a page has sent and that are not answered. */
export function callsUnderWay(page: Page): () => number {
  const calls = new Set<Request>();
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.add(request);
  });
  page.on("requestfinished", (request) => calls.delete(request));
  page.on("requestfailed", (request) => calls.delete(request));
  return () => calls.size;
}
