import type { Page } from "@playwright/test";
import { expect, signedInTest, test } from "./portal.ts";
import { textFiles } from "./web-files.ts";

const { en: english, sw: kiswahili } = textFiles();

/** The files of texts that the page has asked for since this call, of either language. */
function watchTexts(page: Page): ReadonlySet<string> {
  const asked = new Set<string>();
  page.on("request", (request) => {
    const name = new URL(request.url()).pathname.slice(1);
    if (english.includes(name) || kiswahili.includes(name)) asked.add(name);
  });
  return asked;
}

async function readsIn(page: Page, language: "en" | "sw"): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
}

async function withoutFiles(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await page.route(`/${name}`, (route) => route.abort());
}

const readers = [
  { language: "en", reader: "English", files: english, other: "Kiswahili" },
  { language: "sw", reader: "Kiswahili", files: kiswahili, other: "English" },
] as const;

for (const { language, reader, files, other } of readers) {
  signedInTest(`a member who reads ${reader} loads no ${other} texts`, async ({ page }) => {
    await readsIn(page, language);
    const asked = watchTexts(page);
    for (const address of ["/app", "/app/contributions", "/app/loans", "/app/questions"]) {
      await page.goto(address, { waitUntil: "networkidle" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", `${language}-KE`);
    }
    expect([...asked].toSorted()).toEqual([...files].toSorted());
  });

  test(`Login asks for its texts in ${reader} beside the code, and for no others`, async ({
    page,
  }) => {
    await readsIn(page, language);
    const asked = watchTexts(page);
    await page.goto("/Login", { waitUntil: "networkidle" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(asked.size).toBe(1);
    const [words] = asked;
    expect(files).toContain(words);
    await expect(page.locator(`link[rel="modulepreload"][href="/${words}"]`)).toHaveCount(1);
  });
}

test("a change of language brings its texts without a reload and keeps the input", async ({
  page,
}) => {
  await page.goto("/SignUp");
  await page.getByLabel("Member No").fill("MS1001");
  const asked = watchTexts(page);
  await page.getByRole("button", { name: "Kiswahili" }).click();
  await expect(page.getByLabel("Nambari ya Mwanachama")).toHaveValue("MS1001");
  expect([...asked].toSorted()).toEqual([...kiswahili].toSorted());
});

for (const [position, which] of ["the first texts", "the texts of the page"].entries()) {
  test(`the page stays in its language when ${which} of the other fail, until asked again`, async ({
    page,
  }) => {
    await page.goto("/SignUp");
    await page.getByLabel("Member No").fill("MS1001");
    await withoutFiles(page, kiswahili.slice(position, position + 1));
    await page.getByRole("button", { name: "Kiswahili" }).click();
    await expect(page.getByText("Kiswahili could not be loaded")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en-KE");
    await expect(page.getByLabel("Member No")).toHaveValue("MS1001");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Kiswahili" }).click();
    await expect(page.getByLabel("Nambari ya Mwanachama")).toHaveValue("MS1001");
  });
}

test("the portal opens in the other language when the chosen one cannot be loaded", async ({
  page,
}) => {
  await readsIn(page, "sw");
  await withoutFiles(page, kiswahili);
  await page.goto("/Login");
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en-KE");
  expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("sw");
});
