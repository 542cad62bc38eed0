import type { Page } from "@playwright/test";

/** One screen that `npm run shots` photographs, at each size and in each colour scheme. */
export interface Screen {
  /** The picture's file name; `npm run shots -- word` takes the names that contain the word. */
  name: string;
  path: string;
  as: "nobody" | "member" | "clerk" | "officer" | "treasurer" | "administrator";
  /** Runs before the page is opened, such as calls made to fail. */
  before?: (page: Page) => Promise<unknown>;
  /** Runs once it is open, such as a form filled in. */
  after?: (page: Page) => Promise<unknown>;
}

/** Makes calls fail. */
export const abort = (pattern: string) => (page: Page) =>
  page.route(pattern, (route) => route.abort());

/** Opens the page once more with calls that are never answered, to show the loading state. */
export const keepLoading = (pattern: string) => async (page: Page) => {
  await page.route(pattern, () => undefined);
  await page.reload({ waitUntil: "commit" });
  await page
    .getByRole("status", { name: /^Loading/ })
    .first()
    .waitFor();
};

/** Waits until a text is on the screen. */
export const seen = (words: string) => (page: Page) => page.getByText(words).first().waitFor();

export async function speakKiswahili(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Kiswahili" }).click();
  await page.getByRole("button", { name: "English" }).waitFor();
}
