import type { Page } from "@playwright/test";
import { abort, keepLoading, type Screen, seen, speakKiswahili } from "./arrange.ts";

/** The password counts as right, so that no picture leaves a second factor behind. */
const halfway = (step: "prove" | "enrol") => (page: Page) =>
  page.route("**/auth/authenticate", (route) => {
    const secondFactor = { token: "picture", seconds: 300, step };
    const told = { status: 2, code: 200, message: "", errors: [], token: null, memberNo: null };
    return route.fulfill({ json: { ...told, secondFactor } });
  });

async function passPassword(page: Page): Promise<void> {
  await page.getByLabel("Member No").fill("ST9001");
  await page.getByLabel("Password", { exact: true }).fill("not asked");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: /second factor/ }).waitFor();
}

async function proveWrongly(page: Page): Promise<void> {
  await passPassword(page);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill("abcd efgh");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

async function setUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Set it up" }).click();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
}

const codes = ["K7PX", "R2MD", "W9TQ", "B4HN", "J8CV"].flatMap((first) => [
  `${first}-3FZA-Y6LE`,
  `${first}-5GUS-Q2KT`,
]);

async function showCodes(page: Page): Promise<void> {
  await page.route("**/second-factor/confirmation", (route) =>
    route.fulfill({ json: { recoveryCodes: codes } }),
  );
  await setUp(page);
  await page.getByLabel("Code from the app").fill("123456");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
}

const enrolled = (page: Page) =>
  page.route("**/session/second-factor", (route) =>
    route.fulfill({
      json: { enrolledAt: "2026-04-02T06:12:00Z", recoveryCodesLeft: 8, required: true },
    }),
  );

async function invite(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("Staff No").fill("ST9008");
  await page.getByRole("button", { name: "Request the invitation" }).click();
}

const press = (name: string) => async (page: Page) => {
  const narrow = (page.viewportSize()?.width ?? 0) < 960;
  if (narrow) await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("button", { name }).last().click();
  await page.getByRole("alertdialog").waitFor();
};

const withLinkedAccount = (page: Page) =>
  page.route("**/api/v1/session", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), linkedAccount: "MS1004" } });
  });

/** The staff, and how they are invited. */
export const staffScreens: readonly Screen[] = [
  {
    name: "staff-second-step",
    path: "/Login",
    as: "nobody",
    before: halfway("prove"),
    after: passPassword,
  },
  {
    name: "staff-second-step-wrong",
    path: "/Login",
    as: "nobody",
    before: halfway("prove"),
    after: proveWrongly,
  },
  { name: "staff-invitation", path: "/Invitation", as: "nobody" },
  { name: "staff-security", path: "/app/MySecurity", as: "clerk", after: seen("Not set up") },
  {
    name: "staff-security-on",
    path: "/app/MySecurity",
    as: "clerk",
    before: enrolled,
    after: speakKiswahili,
  },
  { name: "staff-enrol", path: "/app/MySecurity", as: "clerk", after: setUp },
  { name: "staff-codes", path: "/app/MySecurity", as: "clerk", after: showCodes },
  { name: "staff-list", path: "/app/Staff", as: "administrator", after: seen("ST9001") },
  {
    name: "staff-list-kiswahili",
    path: "/app/Staff",
    as: "administrator",
    after: speakKiswahili,
  },
  { name: "staff-invite", path: "/app/Staff", as: "administrator", after: invite },
  {
    name: "staff-person",
    path: "/app/Staff?staff=ST9004",
    as: "administrator",
    after: seen("Suspend"),
  },
  {
    name: "staff-invitation-waits",
    path: "/app/Staff?staff=ST9007",
    as: "administrator",
    after: seen("Waiting for a second person"),
  },
  { name: "staff-nobody", path: "/app/Staff?staff=ST1", as: "administrator" },
  {
    name: "staff-loading",
    path: "/app/Staff",
    as: "administrator",
    after: keepLoading("**/api/v1/staff"),
  },
  {
    name: "staff-failed",
    path: "/app/Staff",
    as: "administrator",
    before: abort("**/api/v1/staff"),
    after: seen("The staff could not be loaded"),
  },
  {
    name: "staff-self",
    path: "/app",
    as: "officer",
    before: withLinkedAccount,
    after: press("My own account"),
  },
];
