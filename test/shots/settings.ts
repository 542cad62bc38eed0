import type { Page } from "@playwright/test";
import { type Screen, speakKiswahili } from "./arrange.ts";

async function typeColour(page: Page): Promise<void> {
  await page.getByLabel(/^Colour, for example/).fill("#7a1fa2");
}

async function typeRate(page: Page): Promise<void> {
  await page.getByLabel("Tax in percent").fill("7.5");
}

async function typeWrong(page: Page): Promise<void> {
  const english = page.getByRole("group", { name: "English" });
  await english.getByLabel("Text", { exact: true }).fill("Loan {loanNo} is approved – {when}.");
}

async function lookAtRule(page: Page): Promise<void> {
  await page.getByLabel("How long", { exact: true }).fill("7");
  await page.getByRole("button", { name: "Preview the effect" }).click();
  await page.getByRole("alertdialog").waitFor();
}

const at = (part: string) => `/app/Settings?part=${part}`;
const as = "administrator" as const;

/** The parts of the settings as the administrator has them. */
export const settingsScreens: readonly Screen[] = [
  { name: "settings-society", path: "/app/Settings", as },
  { name: "settings-society-read", path: "/app/Settings", as: "treasurer" },
  { name: "settings-look", path: at("look"), as, after: typeColour },
  { name: "settings-tax", path: at("policies"), as, after: typeRate },
  { name: "settings-messages", path: at("messages"), as },
  { name: "settings-messages-found", path: `${at("messages")}&search=guarant`, as },
  {
    name: "settings-messages-none",
    path: `${at("messages")}&search=zebra`,
    as,
    after: speakKiswahili,
  },
  { name: "settings-messages-sw", path: at("messages"), as, after: speakKiswahili },
  { name: "settings-message", path: `${at("messages")}&message=loan-approved`, as },
  {
    name: "settings-message-wrong",
    path: `${at("messages")}&message=loan-approved`,
    as,
    after: typeWrong,
  },
  { name: "settings-letter", path: `${at("messages")}&message=loan-approved-email`, as },
  { name: "settings-receipts", path: at("receipts"), as },
  { name: "settings-check-off-words", path: at("checkOffWords"), as },
  { name: "settings-sms", path: at("sms"), as },
  { name: "settings-retention", path: at("retention"), as },
  { name: "settings-retention-look", path: at("retention"), as, after: lookAtRule },
];
