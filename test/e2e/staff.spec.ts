import type { APIRequestContext, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";

import {
  expect,
  logIn,
  logOut,
  memberPassword,
  staffPassword,
  test as base,
  fits,
} from "./portal.ts";
import { type SocietyServer, startSociety } from "./society-server.ts";

// Every staff sign-in takes a second factor here, as in production.
const test = base.extend<object, { demo: SocietyServer }>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- A fixture names its dependencies, here none.
    async ({}, use) => {
      const demo = await startSociety({ STAFF_TOTP: "required" });
      await use(demo);
      await demo.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
});

/** An authenticator app: each code is used once, so it moves to the next step if needed. */
class App {
  readonly #totp: TOTP;
  #last = 0;

  constructor(secret: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  }

  code(): string {
    const now = Math.floor(Date.now() / 30_000);
    this.#last = Math.max(now, this.#last + 1);
    return this.#totp.generate({ timestamp: this.#last * 30_000 });
  }
}

/** Sets up an app from what the page shows; returns it with the recovery codes. */
async function enrol(page: Page): Promise<{ app: App; codes: string[] }> {
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  const app = new App((await page.locator("code").textContent()) ?? "");
  await page.getByLabel("Code from the app").fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("That code is wrong")).toBeVisible();
  await expect(page.getByLabel("Code from the app")).toBeFocused();
  await expect(page.getByLabel("Code from the app")).toHaveValue("000000");
  await fits(page);
  await page.getByLabel("Code from the app").fill(app.code());
  await page.keyboard.press("Enter");
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  const codes = await list.locator("code").allTextContents();
  await fits(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^recovery-codes-ST\d+\.txt$/);
  return { app, codes };
}

/** Invites a person, with a mistake on the way that loses nothing typed. */
async function invite(page: Page): Promise<void> {
  await page.goto("/app/Staff");
  await expect(page.getByRole("link", { name: "Akinyi Atieno Odhiambo" })).toBeVisible();
  await fits(page);
  await page.getByRole("button", { name: "Invite a person" }).click();
  await expect(page.getByLabel("Staff No")).toBeFocused();
  await page.getByLabel("Staff No").fill("ST9101");
  await page.getByLabel("Name", { exact: true }).fill("Naliaka Wafula Simiyu");
  await page.getByLabel("Mobile No").fill("12");
  await page.getByLabel("National ID").fill("33000201");
  await page.getByRole("button", { name: "Request the invitation" }).click();
  await expect(page.getByLabel("Mobile No")).toBeFocused();
  await expect(page.getByLabel("Staff No")).toHaveValue("ST9101");
  await fits(page);
  await page.getByLabel("Mobile No").fill("0712 555 201");
  await page.getByLabel("Role").selectOption("treasurer");
  await page.getByRole("button", { name: "Request the invitation" }).click();
  await expect(page.getByText("Requested. A second person must approve it.")).toBeVisible();
  const waiting = page.getByRole("listitem").filter({ hasText: "ST9101" });
  await expect(waiting).toContainText("Naliaka Wafula Simiyu, ST9101, Treasurer");
  await expect(page.getByRole("row", { name: /Naliaka/ })).toHaveCount(0);
  await fits(page);
  await waiting.getByRole("link", { name: "Open the request" }).click();
  await expect(page.getByText("Another person must decide it.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
}

/** Approves each waiting request about staff, as a second person. */
async function approveAll(page: Page): Promise<void> {
  await page.goto("/app/Approvals");
  const forMe = page.getByRole("region", { name: "For you to decide" });
  for (const left of [3, 2, 1]) {
    const buttons = forMe.getByRole("button", { name: /^Approve: (Invite|Let) / });
    await expect(buttons).toHaveCount(left);
    await buttons.first().click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Yes, approve" }).click();
    await expect(question).toHaveCount(0);
  }
}

/** Suspends another member of staff and requests to reinstate them; neither works on oneself. */
async function lookAfterSomebody(page: Page): Promise<void> {
  await page.goto("/app/Staff");
  await page.getByRole("link", { name: "Mutua Kioko Musyoka" }).click();
  await page.getByRole("button", { name: "Suspend" }).click();
  const card = page.getByRole("region", { name: "Suspend" });
  await card.getByLabel("Reason").fill("On leave");
  await card.getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("Mutua Kioko Musyoka was suspended.")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "On leave" })).toBeVisible();
  await fits(page);
  await page.getByRole("button", { name: "Request to end the suspension" }).click();
  const waiting = page.getByRole("region", { name: "Waiting for a second person" });
  await expect(waiting).toContainText("Let a suspended member of staff sign in again");
  await fits(page);
  await page.goto("/app/Staff?staff=ST9003");
  await expect(page.getByText("This is your own account.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Suspend" })).toHaveCount(0);
}

test("an invitation takes two people, and the invited person signs in by password and app", async ({
  page,
  demo,
  request,
}) => {
  test.setTimeout(180_000);
  await page.goto("/Login");
  await logIn(page, { memberNo: "ST9003", password: staffPassword });
  await expect(page.getByRole("heading", { name: "Set up your second factor" })).toBeVisible();
  await enrol(page);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Loan queue" })).toBeVisible();

  await invite(page);
  await lookAfterSomebody(page);
  expect(await invitationSent(request, demo)).toBe("");
  await logOut(page);

  await page.goto("/Login");
  await logIn(page, { memberNo: "ST9005", password: staffPassword });
  await enrol(page);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await approveAll(page);
  await fits(page);
  await logOut(page);

  await page.goto("/Invitation");
  await page.getByLabel("Staff No").fill("ST9101");
  await page.getByLabel("Invitation code").fill("AAAA BBBB CCCC");
  await page.getByLabel("Password", { exact: true }).fill("mtama-mwekundu-7");
  await page.getByLabel("Password Confirmation", { exact: true }).fill("mtama-mwekundu-7");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("That code is wrong or has expired.")).toBeVisible();
  await expect(page.getByLabel("Invitation code")).toBeFocused();
  await fits(page);
  await page.getByLabel("Invitation code").fill(await invitationSent(request, demo));
  await page.getByRole("button", { name: "Set the password" }).click();

  const who = { memberNo: "ST9101", password: "mtama-mwekundu-7" };
  await logIn(page, who);
  const { app, codes } = await enrol(page);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Loan queue" })).toBeVisible();
  await logOut(page);

  await page.goto("/Login?next=%2Fapp%2FMySecurity");
  await logIn(page, who);
  await expect(page.getByRole("heading", { name: "Your second factor" })).toBeVisible();
  await expect(page.getByLabel("Code from the app")).toHaveAttribute(
    "autocomplete",
    "one-time-code",
  );
  await page.getByLabel("Code from the app").fill("123");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Type the whole code")).toBeVisible();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(codes[0]?.toLowerCase() ?? "");
  await fits(page);
  await page.getByRole("button", { name: "Use the app instead" }).click();
  await expect(page.getByLabel("Code from the app")).toHaveValue("123");
  await page.getByLabel("Code from the app").fill(app.code());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "My security" })).toBeVisible();
  await expect(page.getByText("10 of 10 recovery codes left")).toBeVisible();
  await fits(page);
});

/** The code of the invitation, from the message that was sent. */
async function invitationSent(request: APIRequestContext, demo: SocietyServer): Promise<string> {
  const messages = (await (await request.get(`${demo.url}/dev/outbox.json`)).json()) as {
    readonly to: string;
    readonly text: string;
  }[];
  const sent = messages.find(({ to, text }) => to === "+254712555201" && /password/.test(text));
  return /with (\S+) at/.exec(sent?.text ?? "")?.[1] ?? "";
}

test(
  "a member who works here switches to the desk and back",
  { tag: "@both" },
  async ({ page, isMobile }) => {
    test.setTimeout(90_000);
    const pressInMenu = async (name: string): Promise<void> => {
      if (isMobile) await page.getByRole("button", { name: "Menu", exact: true }).click();
      const menu = isMobile ? page.getByRole("dialog") : page.getByRole("navigation");
      await menu.getByRole("button", { name }).click();
    };
    await page.goto("/Login");
    await logIn(page, { memberNo: "MS1004", password: memberPassword });
    await pressInMenu("The desk");
    const question = page.getByRole("alertdialog");
    await expect(question.getByRole("button", { name: "Stay here" })).toBeFocused();
    await fits(page);
    await question.getByLabel("Password of ST9004", { exact: true }).fill("wrong");
    await page.keyboard.press("Enter");
    await expect(question.getByText("That password is wrong.")).toBeVisible();
    await question.getByLabel("Password of ST9004", { exact: true }).fill(staffPassword);
    await page.keyboard.press("Enter");
    await enrol(page);
    await page.getByRole("button", { name: "I have kept them" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Loan queue" })).toBeVisible();
    await pressInMenu("My own account");
    await question.getByLabel("Password of MS1004", { exact: true }).fill(memberPassword);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: /Mwende/ })).toBeVisible();
  },
);
