import type { Page } from "@playwright/test";
import { abort, keepLoading, type Screen, seen, speakKiswahili } from "./arrange.ts";

async function typeUnnamed(page: Page): Promise<void> {
  await page.getByLabel("Your message").fill("The counter closes too early.");
  await page.getByLabel("Send it without my name").check();
}

async function submitEmpty(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Please fill this in.").waitFor();
}

const openFirst = (tab: string) => async (page: Page) => {
  await page.goto(`/app/Questions?state=${tab}`, { waitUntil: "networkidle" });
  await page.locator("a[data-case]").first().click();
  await page.getByRole("heading", { name: "Timeline" }).waitFor();
};

async function openOwn(page: Page): Promise<void> {
  await page.locator("a[href*='case=Q-']").first().click();
  await page.getByRole("heading", { name: "Timeline" }).waitFor();
}

async function editNotice(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Edit" }).nth(1).click();
  await page.getByRole("heading", { name: "Preview" }).waitFor();
}

/** Members' questions with the office's answers, and its notices. */
export const caseScreens: readonly Screen[] = [
  { name: "questions", path: "/app/Questions", as: "member", after: seen("Q-0000") },
  { name: "questions-unnamed", path: "/app/Questions", as: "member", after: typeUnnamed },
  { name: "questions-wrong", path: "/app/Questions", as: "member", after: submitEmpty },
  { name: "questions-kiswahili", path: "/app/Questions", as: "member", after: speakKiswahili },
  {
    name: "questions-loading",
    path: "/app/Questions",
    as: "member",
    after: keepLoading("**/api/v1/own-cases"),
  },
  {
    name: "questions-failed",
    path: "/app/Questions",
    as: "member",
    before: abort("**/api/v1/own-cases"),
    after: seen("could not be loaded"),
  },
  { name: "questions-own", path: "/app/Questions", as: "member", after: openOwn },
  { name: "inbox", path: "/app/Questions", as: "clerk", after: seen("Q-0000") },
  { name: "inbox-kiswahili", path: "/app/Questions", as: "clerk", after: speakKiswahili },
  { name: "inbox-none", path: "/app/Questions?search=nothing", as: "clerk" },
  {
    name: "inbox-loading",
    path: "/app/Questions",
    as: "clerk",
    after: keepLoading("**/api/v1/cases"),
  },
  {
    name: "inbox-failed",
    path: "/app/Questions",
    as: "clerk",
    before: abort("**/api/v1/cases"),
    after: seen("The inbox could not be loaded"),
  },
  { name: "inbox-case-late", path: "/app/Questions", as: "clerk", after: openFirst("open") },
  { name: "inbox-case-worked-on", path: "/app", as: "clerk", after: openFirst("acknowledged") },
  { name: "inbox-case-to-tell", path: "/app", as: "clerk", after: openFirst("concluded") },
  { name: "inbox-case-closed", path: "/app", as: "treasurer", after: openFirst("closed") },
  { name: "inbox-holidays", path: "/app/Questions?holidays=", as: "clerk" },
  { name: "notice-desk", path: "/app/Notices", as: "clerk", after: seen("Published") },
  { name: "notice-desk-edit", path: "/app/Notices", as: "clerk", after: editNotice },
  { name: "notice-desk-new", path: "/app/Notices?notice=new", as: "clerk" },
];
