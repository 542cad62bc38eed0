import { type APIRequestContext, expect, type Page, test as base } from "@playwright/test";
import axe, { type run, type RunOptions } from "axe-core";

/** Settled by the configuration before any test is read. */
const ORIGIN = `http://127.0.0.1:${process.env["E2E_PORT"]}`;
/** The password of every member of the demo. */
export const memberPassword = "Demo-2026-mwanachama";
/** And of everybody of the staff. */
export const staffPassword = "Demo-2026-mfanyakazi";

/**
 * Which member of the demo each journey uses. A member gets few codes and few sessions, so that
 * desktop and phone, which run side by side, never share one; nor do the pages that are read in
 * one long session and the journeys that log in, of which the sixth would end that session.
 */
export const cast = {
  desktop: {
    reader: "MS1001",
    visitor: "MS1007",
    newcomer: "MS1010",
    forgetful: "MS1002",
    waiting: "MS1009",
    borrower: "MS1006",
  },
  phone: {
    reader: "MS1005",
    visitor: "MS1008",
    newcomer: "MS1011",
    forgetful: "MS1003",
    waiting: "MS1006",
    borrower: "MS1005",
  },
} as const;

export interface Person {
  readonly memberNo: string;
  readonly password: string;
}

type StorageState = Awaited<ReturnType<APIRequestContext["storageState"]>>;

export interface Fixtures {
  /** The member who logs in through the page in this project. */
  readonly visitor: Person;
  /** Members for one journey each. */
  readonly people: (typeof cast)[keyof typeof cast];
}

export interface WorkerFixtures {
  /** What a browser keeps of a session that was begun for this worker. */
  readonly signedIn: StorageState;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  people: async ({ isMobile }, use) => use(isMobile ? cast.phone : cast.desktop),
  visitor: async ({ people }, use) => use({ memberNo: people.visitor, password: memberPassword }),
  signedIn: [
    async ({ playwright }, use, { project }) => {
      const memberNo = (project.use.isMobile ? cast.phone : cast.desktop).reader;
      const context = await playwright.request.newContext({ baseURL: project.use.baseURL ?? "" });
      await use(await openSession(context, { memberNo, password: memberPassword }));
      await context.dispose();
    },
    { scope: "worker" },
  ],
});

/** Tests that begin signed in, as after a Login on this browser. */
export const signedInTest = test.extend({
  storageState: async ({ signedIn }, use) => use(signedIn),
});

export { expect };

/** Begins a session without the page, and gives what the page would have kept of it. */
export async function openSession(context: APIRequestContext, who: Person): Promise<StorageState> {
  const token = await tokenOf(context, who);
  const { cookies } = await context.storageState();
  const localStorage = [
    { name: "access", value: token },
    { name: "member", value: who.memberNo },
  ];
  return { cookies, origins: [{ origin: ORIGIN, localStorage }] };
}

async function tokenOf(context: APIRequestContext, who: Person): Promise<string> {
  let token = "";
  // A crowded machine may say that it is busy and to come again, as it should.
  await expect(async () => {
    const answer = await context.post("/api/v1/auth/authenticate", { data: who });
    expect(answer.ok(), `${who.memberNo} can sign in: ${answer.status()}`).toBe(true);
    ({ token } = (await answer.json()) as { token: string });
  }).toPass({ timeout: 30_000 });
  return token;
}

/** The member's mobile number, as the office reads it from the register. */
export async function mobileOf(request: APIRequestContext, memberNo: string): Promise<string> {
  const token = await tokenOf(request, { memberNo: "ST9001", password: staffPassword });
  const answer = await request.get(`/api/v1/member/${memberNo}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { tel1 } = (await answer.json()) as { tel1: string };
  return tel1;
}

/** The last one-time code that went to a mobile number. */
export async function lastCode(request: APIRequestContext, mobile: string): Promise<string> {
  let code = "";
  await expect(async () => {
    const messages = (await (await request.get("/dev/outbox.json")).json()) as Message[];
    const last = messages.find(({ to, text }) => to === mobile && /\b\d{6}\b/.test(text));
    code = /\b\d{6}\b/.exec(last?.text ?? "")?.[0] ?? "";
    expect(code).toHaveLength(6);
  }).toPass({ timeout: 30_000 });
  return code;
}

interface Message {
  readonly to: string;
  readonly text: string;
}

export async function logIn(page: Page, who: Person): Promise<void> {
  await page.getByLabel("Member No").fill(who.memberNo);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Presses Log Out where this size of screen has it. */
export async function logOut(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 960) {
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Log Out" }).click();
  } else {
    await page.getByRole("banner").getByRole("button", { name: "Log Out" }).click();
  }
}

/**
 * Ends the session at the server just before the page sends its next request to `url` (a glob).
 * Ended any earlier, another request could find that out first and take the page away from the
 * button that the journey is about to press.
 */
export async function endSessionAt(page: Page, url: string): Promise<void> {
  await page.route(
    url,
    async (route) => {
      const { authorization = "" } = await route.request().allHeaders();
      const headers = { authorization };
      const ended = await page.request.delete("/api/v1/session", { headers });
      expect(ended.status()).toBe(200);
      await route.continue();
    },
    { times: 1 },
  );
}

/** Lists what axe finds against WCAG 2.2 AA, each with its element. */
export function violations(page: Page): Promise<string[]> {
  return found(page, {
    runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  });
}

/** What axe finds of colours alone, for a page that was judged whole in its other colours. */
export function violationsOfColour(page: Page): Promise<string[]> {
  return found(page, {
    runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
  });
}

/** Axe is put into a page once: that takes longer than to look at the page with it. */
async function found(page: Page, rules: RunOptions): Promise<string[]> {
  // What is still fading in has the colours of neither before nor after.
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => {
      return effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run: typeof run } };
      const { violations } = await axe.run(document, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
      );
    },
    { ...rules, resultTypes: ["violations"] } satisfies RunOptions,
  );
}

/** How far the page reaches beyond its window; nothing may scroll sideways. */
export async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
