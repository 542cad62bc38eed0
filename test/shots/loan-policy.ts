import type { Page } from "@playwright/test";

/** Types a policy that is more expensive, with a third tier, and waits for its figures. */
export async function typePolicy(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add a tier" }).click();
  const second = page.getByRole("group", { name: /^Tier 2/ });
  await second.getByLabel("Up to").fill("20,000");
  await second.getByLabel("Flat fee").fill("0");
  await second.getByLabel("Percent").fill("5");
  await page.getByLabel("Another amount").fill("12,345");
  await page.getByLabel("Another amount").blur();
}

/** Types an impossible policy. */
export async function typeWrong(page: Page): Promise<void> {
  await page.getByLabel("Maximum loan").fill("50");
  await page.getByLabel("Percent").first().fill("four");
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
  await page.getByRole("button", { name: "Add to the list" }).click();
  const take = page.getByRole("button", { name: /^Remove / });
  await take.or(page.getByText("already on the list")).first().waitFor();
  if (await page.getByText("No policy is scheduled.").isVisible()) {
    await askToSet(page);
    await page.getByRole("alertdialog").getByRole("button", { name: "Set policy" }).click();
    await page.getByRole("button", { name: "Withdraw" }).waitFor();
  }
}
