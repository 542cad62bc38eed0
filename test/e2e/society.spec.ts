import { join } from "node:path";
import type { Page } from "@playwright/test";
import { VERSION } from "../../src/shared/version.ts";
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

const logo = join(import.meta.dirname, "../../src/web/static/icon-512.png");

/** Returns the computed colour of a control on the page. */
const colourOf = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);

async function openPart(page: Page, part: string): Promise<void> {
  await page.getByRole("navigation", { name: "Parts of the settings" }).getByText(part).click();
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function changeNames(office: Page): Promise<void> {
  await office.goto("/app/Settings");
  await expect(office.getByText(`Akiba ${VERSION}`)).toBeVisible();
  await office.getByLabel("Name of the society").fill("Afya Bora Sacco");
  await office.getByLabel("Short name").fill("Afya Bora");
  await office.getByLabel("Phone").fill("ask us");
  await press(office, "Save");
  await expect(office.getByLabel("Phone")).toHaveAccessibleDescription(/phone number/);
  await office.getByLabel("Phone").fill("0709 000 555");
  await press(office, "Save");
  await expect(office.getByText("Phone: from 0709 000 210 to 0709 000 555")).toBeVisible();
  await fits(office);
}

async function changeAppearance(office: Page): Promise<void> {
  await openPart(office, "Appearance");
  await office.getByLabel(/^Colour, for example/).fill("#808080");
  await expect(office.getByText(/^This is not a colour, or it is grey/)).toBeVisible();
  await office.getByLabel(/^Colour, for example/).fill("#7a1fa2");
  await expect(office.getByText(/^Every text has a contrast of 7\.\d to 1/)).toBeVisible();
  const before = await colourOf(office, "form button[type=submit]");
  await press(office, "Save the colour");
  await expect.poll(() => colourOf(office, "form button[type=submit]")).not.toBe(before);
  // A busy button has another colour too; the logo is saved only after the colour is.
  await expect(office.getByText(/^Hue: from/)).toBeVisible();
  await office.getByLabel("Choose a logo").setInputFiles({
    name: "logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'"),
  });
  await expect(office.getByText(/^This file is not a readable picture/)).toBeVisible();
  await office.getByLabel("Choose a logo").setInputFiles(logo);
  await press(office, "Save the logo");
  await expect(office.getByText("Present logo, 512 by 512 pixels")).toBeVisible();
  await fits(office);
}

async function changeWords(office: Page): Promise<void> {
  await openPart(office, "Messages");
  await fits(office);
  await office.getByRole("link", { name: "Code for a new password" }).click();
  const english = office.getByRole("group", { name: "English" });
  const text = english.getByLabel("Text", { exact: true });
  await text.fill("Afya Bora code, for you alone.");
  await expect(text).toHaveAccessibleDescription("Missing: {code}");
  await press(office, "Save the text");
  await expect(text).toBeFocused();
  await text.press("End");
  await english.getByRole("button", { name: /^Insert \{code\}/ }).click();
  await expect(english.getByText("Afya Bora code, for you alone.041882")).toBeVisible();
  await expect(english.getByText("36 of 160, 1 SMS. Standard characters.")).toBeVisible();
  await fits(office);
  await press(office, "Save the text");
  await expect(office.getByText("Version 1")).toBeVisible();
  await fits(office);
}

test("members see the administrator's changes of the society", async ({ society }) => {
  test.setTimeout(120_000);
  const office = await society.open("ST9003");
  const blocked: string[] = [];
  office.on("console", (line) => {
    if (/Content Security Policy/i.test(line.text())) blocked.push(line.text());
  });
  await changeNames(office);
  await changeAppearance(office);
  await changeWords(office);
  expect(blocked).toEqual([]);

  // A member who opens the portal finds the society's own name, colour and logo, and its texts.
  const member = await society.open("MS1001");
  const brand = member.getByRole("banner").getByRole("link").first();
  // The server reads the society for its page every few seconds, so a change shows on a later load.
  await expect(async () => {
    await member.goto("/app/MemberDetails");
    await expect(brand).toContainText("Afya Bora", { timeout: 1000 });
  }).toPass();
  await expect(brand.locator("img")).toHaveAttribute("src", /^\/society\/logo\/[0-9a-f]{64}\.png$/);
  const width = () => brand.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth);
  await expect.poll(width).toBe(512);
  const hue = await member.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--accent-h"),
  );
  expect(Number(hue)).toBeGreaterThan(300);
  await member.goto("/ChangePassword");
  await member.getByLabel("Member No").fill("MS1002");
  await member.getByRole("button", { name: "Send OTP" }).click();
  await expect
    .poll(async () => {
      const messages = await society.request.get("/dev/outbox.json");
      return ((await messages.json()) as { text: string }[]).map(({ text }) => text);
    })
    .toContainEqual(expect.stringMatching(/^Afya Bora code, for you alone\.\d{6}$/));
  await fits(member);
});

test("two people who change the same thing at once both keep what they typed", async ({
  society,
}) => {
  const office = await society.open("ST9003");
  const other = await society.open("ST9003");
  for (const page of [office, other]) await page.goto("/app/Settings");
  await office.getByLabel("Postal address").fill("P.O. Box 1, Nairobi");
  await other.getByLabel("Postal address").fill("P.O. Box 2, Nakuru");
  await press(office, "Save");
  await expect(office.getByText(/Postal address: from .* to P.O. Box 1, Nairobi/)).toBeVisible();
  await press(other, "Save");
  await expect(other.getByRole("alert")).toContainText("Amina Hassan Abdi changed this on");
  await expect(other.getByText("Changed in the meantime to")).toBeVisible();
  await expect(other.getByLabel("Postal address")).toHaveValue("P.O. Box 2, Nakuru");
  await fits(other);
  await press(other, "Save");
  await expect(
    other.getByText("Postal address: from P.O. Box 1, Nairobi to P.O. Box 2, Nakuru"),
  ).toBeVisible();
});

test("a tax rate is scheduled after a preview of its effect, and withdrawn", async ({
  society,
}) => {
  const office = await society.open("ST9003");
  await office.goto("/app/Settings?part=policies");
  await office.getByLabel("Tax in percent").fill("7.5");
  await expect(office.getByText("9,250.00")).toBeVisible();
  await fits(office);
  await press(office, "Set the rate");
  const history = office.getByRole("region", { name: "All rates" });
  await expect(history.getByText(/^PAY THROUGH EFT\(MOBILE\): 7\.5 % from/)).toBeVisible();
  await press(office, "Withdraw");
  const question = office.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Keep it" })).toBeFocused();
  await fits(office);
  await question.getByRole("button", { name: "Withdraw" }).click();
  await expect(office.getByText("Withdrawn", { exact: true })).toBeVisible();

  await openPart(office, "SMS budget");
  await office.getByLabel("Monthly budget").fill("5,000");
  await press(office, "Save");
  await expect(office.getByText(/^\d+ % spent$/)).toBeVisible();
  await fits(office);

  // The treasurer sees the same and cannot change it.
  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/Settings?part=sms");
  await expect(treasurer.getByText("Only the administrator can change these.")).toBeVisible();
  await expect(treasurer.getByRole("button", { name: "Save" })).toHaveCount(0);
  await fits(treasurer);
});

test("tax by kind of income is chosen after a preview, each problem next to its field", async ({
  society,
}) => {
  const office = await society.open("ST9003");
  await office.goto("/app/Settings?part=policies");
  const card = office.getByRole("region", { name: "Choose how tax is withheld" });
  await card.getByLabel("Dividend on shares", { exact: true }).fill("5");
  await press(office, "Set the tax method");
  await expect(card.getByLabel("Interest on deposits", { exact: true })).toBeFocused();
  await expect(card.getByText("Use a rate from 0 to 49.99.")).toBeVisible();
  await card.getByLabel("Interest on deposits", { exact: true }).fill("15");
  // Of 4,000 at 5 % and 6,000 at 15 %, 1,100 is withheld by every mode.
  await expect(card.getByText("8,900.00")).toHaveCount(4);
  await fits(office);
  await press(office, "Set the tax method");
  const history = office.getByRole("region", { name: "All rates" });
  const line = /^By kind of income from .*: dividend on shares 5 %, interest 15 %/;
  await expect(history.getByText(line)).toBeVisible();
  await press(office, "Withdraw");
  await office.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(history.getByText("Withdrawn", { exact: true }).first()).toBeVisible();
});

test("the message search filters while typing, and Back from a message keeps the results", async ({
  society,
}) => {
  const office = await society.open("ST9003");
  await office.goto("/app/Settings?part=messages");
  const search = office.getByRole("searchbox", { name: "Search the messages" });
  const listed = office.getByRole("main").getByRole("listitem");
  const status = office.getByRole("main").getByRole("status");
  await expect(status).toHaveText(/^\d+ of \d+$/);
  const all = await listed.count();
  // A word of the Kiswahili text, which no name in English has.
  await search.focus();
  await office.keyboard.type("umeidhinishwa");
  await expect(status).not.toHaveText(`${all} of ${all}`);
  await expect(status).toContainText(` of ${all}`);
  await expect(listed.filter({ hasText: "Loan approved" }).first()).toBeVisible();
  await expect(listed.filter({ hasText: "Account created" })).toHaveCount(0);
  await fits(office);

  await office.getByRole("link", { name: "Loan approved SMS" }).press("Enter");
  await expect(office.getByRole("group", { name: "Kiswahili" })).toBeVisible();
  await office.goBack();
  await expect(search).toHaveValue("umeidhinishwa");
  await expect(listed.filter({ hasText: "Account created" })).toHaveCount(0);

  await search.fill("zebra");
  await expect(office.getByText("No matching messages")).toBeVisible();
  await fits(office);
  await office.getByRole("button", { name: "Show all messages" }).press("Enter");
  await expect(listed).toHaveCount(all);
  await expect(search).toHaveValue("");
});
