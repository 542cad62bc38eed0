import type { Page, Request } from "@playwright/test";

/** Lets the browser save data, so that nothing is loaded ahead. */
export async function savingData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
}

/** Counts what a page has asked for and not got yet: code that arrives may ask for more. */
export function requestsUnderWay(page: Page): () => number {
  const requests = new Set<Request>();
  page.on("request", (request) => requests.add(request));
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
  return () => requests.size;
}
