import type { Page } from "@playwright/test";

/** Holds back what a page asks for at an address; returns what lets it arrive. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    // The page may have gone by now.
    await route.continue().catch(() => undefined);
  });
  return () => release();
}
