import type { Page } from "@playwright/test";

/** Types a policy that is more expensive, with a third tier, and waits for its figures. */
export async function typePolicy(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add a tier" }).click();
  const second = page.getByRole("group", { name: /^Tier 2/ });
  await second.getByLabel("Up to").fill("20,000");
  await second.getByLabel("Flat fee").fill("0");
  await second.getByLabel("Per cent").fill("5");
  await page.getByLabel("An amount of your own").fill("12,345");
  await page.getByLabel("An amount of your own").blur();
}

/** Types an impossible policy. */
export async function typeWrong(page: Page): Promise<void> {
  await page.getByLabel("Largest loan").fill("50");
  await page.getByLabel("Per cent").first().fill("four");
  await page.getByRole("button", { name: "Set policy" }).click();
}

/** Asks for a typed policy to be set, up to the confirmation. */
export async function askToSet(page: Page): Promise<void> {
  await typePolicy(page);
  await page.getByRole("button", { name: "Set policy" }).click();
  await page.getByRole("alertdialog").waitFor();
}

/** Puts somebody on the list, and sets a policy for a future day. */
export async function listSomebody(page: Page): Promise<void> {
  await page.getByLabel("Member No").fill("MS1009");
  await page.getByLabel("Reason").fill("Two instalments of a development loan are in arrears");
  await page.getByRole("button", { name: "Put on the list" }).click();
  const take = page.getByRole("button", { name: /^Take off / });
  await take.or(page.getByText("already on the list")).first().waitFor();
  if (await page.getByText("Nothing is set for a later day.").isVisible()) {
    await askToSet(page);
    await page.getByRole("alertdialog").getByRole("button", { name: "Set policy" }).click();
    await page.getByRole("button", { name: "Take back" }).waitFor();
  }
}
