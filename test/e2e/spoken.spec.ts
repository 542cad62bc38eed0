import type { Browser, Page, Request, PlaywrightWorkerArgs } from "@playwright/test";
import { languages, type Language } from "#shared/language.ts";
import { expect, memberPassword, openSession, staffPassword, test as base } from "./portal.ts";
import { heardDuring, readAloud } from "./screen-reader.ts";
import { journeys, readers, type Moment, type SpokenJourney, type Who } from "./spoken-journeys.ts";
import { startSocietyAt, type SocietyServer } from "./society-server.ts";

/** Any day would do; the demo of this one has the same figures and dates for ever. */
const MOMENT = "2026-06-17T09:00:00+03:00";

/** Members may pay in by M-Pesa, which nothing here asks. */
const paybill = {
  PAY_IN_CHANNEL: "daraja",
  DARAJA_BASE_URL: "http://127.0.0.1:9",
  DARAJA_CONSUMER_KEY: "key",
  DARAJA_CONSUMER_SECRET: "word",
  DARAJA_PAYBILL: "400200",
  DARAJA_PASSKEY: "pass-of-journeys",
  DARAJA_CALLBACK_SECRET: "uK4wZ9mQ2xR7vB1nJ6dL8hF3yG5cA0eT",
  DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
};

type State = Awaited<ReturnType<typeof openSession>>;

interface Spoken {
  readonly society: SocietyServer;
  readonly sessions: ReadonlyMap<Who, State>;
}

// One society, with one session of each person, for all transcripts in both languages.
const test = base.extend<object, { spoken: Spoken }>({
  spoken: [
    async ({ playwright }, use) => {
      const society = await startSocietyAt(MOMENT, paybill);
      await use({ society, sessions: await signInAll(society, playwright) });
      await society.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

// Not side by side: each worker would need a society of its own.
test.describe.configure({ mode: "default", timeout: 120_000 });

for (const language of languages) {
  for (const [part, parts] of Object.entries(journeys)) {
    test(`the ${part} sound as kept in ${language} @narrow`, async ({ browser, spoken }) => {
      const told = await Promise.all(
        [...new Set(parts.map(({ who }) => who))].map(async (who) => {
          const page = await openPage(browser, spoken, who, language);
          const theirs = parts.filter((journey) => journey.who === who);
          const told = await inTurn(theirs, (journey) => transcriptOf(page, journey));
          await page.context().close();
          return told;
        }),
      );
      for (const { name, said } of told.flat()) {
        expect.soft(said).toMatchSnapshot([language, `${name}.txt`]);
      }
    });
  }
}

interface Told {
  readonly name: string;
  readonly said: string;
}

/** Reads one person's journeys in their order, in one window. */
async function inTurn(
  journeys: readonly SpokenJourney[],
  read: (journey: SpokenJourney) => Promise<string>,
): Promise<Told[]> {
  const told: Told[] = [];
  for (const journey of journeys) told.push({ name: journey.name, said: await read(journey) });
  return told;
}

async function signInAll(
  { url }: SocietyServer,
  { request }: PlaywrightWorkerArgs["playwright"],
): Promise<Map<Who, State>> {
  const sessions = new Map<Who, State>();
  for (const [who, memberNo] of Object.entries(readers) as [Who, string][]) {
    const context = await request.newContext({ baseURL: url });
    const password = memberNo.startsWith("ST") ? staffPassword : memberPassword;
    const nobody = { cookies: [], origins: [] };
    sessions.set(who, memberNo ? await openSession(context, { memberNo, password }) : nobody);
    await context.dispose();
  }
  return sessions;
}

async function openPage(
  browser: Browser,
  { society, sessions }: Spoken,
  who: Who,
  language: Language,
): Promise<Page> {
  const { cookies = [], origins = [] } = sessions.get(who) ?? {};
  const localStorage = [...(origins[0]?.localStorage ?? []), { name: "language", value: language }];
  const isStaff = readers[who].startsWith("ST");
  const context = await browser.newContext({
    baseURL: society.url,
    storageState: { cookies, origins: [{ origin: society.url, localStorage }] },
    reducedMotion: "reduce",
    serviceWorkers: "block",
    viewport: isStaff ? { width: 1366, height: 900 } : { width: 360, height: 740 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  countRequests(page);
  await page.clock.setFixedTime(MOMENT);
  return page;
}

async function transcriptOf(page: Page, journey: SpokenJourney): Promise<string> {
  const lines: string[] = [];
  let before: string[] = [];
  for (const moment of journey.moments) {
    const heard = await live(page, moment);
    const now = await settled(page);
    if ("deed" in moment) lines.push(`## ${moment.deed}`, ...heard, ...newIn(now, before), "");
    else {
      const way = "open" in moment ? moment.open : "follow the first link";
      const phrases = withMenu(now, journey);
      lines.push(`## ${way}`, `title: ${await page.title()}`, ...phrases, "");
    }
    // A dialog covers the page, which is the same when it closes.
    if (!now[0]?.includes("dialog")) before = now;
  }
  return masked(lines.join("\n"));
}

async function live(page: Page, moment: Moment): Promise<string[]> {
  if ("deed" in moment) {
    return heardDuring(page, async () => {
      await moment.act(page);
      await quiet(page);
    });
  }
  await ("open" in moment ? goTo(page, moment.open) : follow(page, moment.follow));
  await page.locator("h1:not([data-left])").waitFor();
  return [];
}

/** Goes to another page without loading the portal again, as a press on a link does. */
async function goTo(page: Page, address: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(address);
  else {
    await page.evaluate((to) => {
      document.querySelector("h1")?.setAttribute("data-left", "");
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, address);
  }
}

async function follow(page: Page, selector: string): Promise<void> {
  await page.evaluate(() => document.querySelector("h1")?.setAttribute("data-left", ""));
  await page.locator(selector).first().click();
}

const unanswered = new WeakMap<Page, Set<Request>>();

function countRequests(page: Page): void {
  const requests = new Set<Request>();
  unanswered.set(page, requests);
  page.on("request", (request) => requests.add(request));
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
}

/** Waits until every request has been answered and nothing is marked as loading. */
async function quiet(page: Page): Promise<void> {
  await expect(async () => {
    expect([...(unanswered.get(page) ?? [])].map((request) => request.url())).toEqual([]);
    expect(await page.locator("[aria-busy=true]").count()).toBe(0);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    expect(unanswered.get(page)?.size).toBe(0);
  }).toPass({ intervals: [20], timeout: 20_000 });
}

/** Reads the page until nothing loads and two readings agree: as a person finds it. */
async function settled(page: Page): Promise<string[]> {
  let phrases: string[] = [];
  await expect(async () => {
    await quiet(page);
    const before = phrases;
    phrases = await readAloud(page);
    expect(phrases).toEqual(before);
  }).toPass({ intervals: [20, 50, 100, 200], timeout: 20_000 });
  return phrases;
}

/** The header and the menu are the same on every page, and read in one transcript. */
function withMenu(phrases: readonly string[], { withMenu }: SpokenJourney): string[] {
  const from = phrases.indexOf("main");
  const to = phrases.indexOf("end of main");
  return withMenu || from < 0 ? [...phrases] : phrases.slice(from + 1, to);
}

/** Returns the phrases that were not there before, in their order. */
function newIn(now: readonly string[], before: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const phrase of before) left.set(phrase, (left.get(phrase) ?? 0) + 1);
  return now.filter((phrase) => {
    const count = left.get(phrase) ?? 0;
    left.set(phrase, count - 1);
    return count <= 0;
  });
}

/** Codes that are random in every society. */
function masked(text: string): string {
  return text.replaceAll(/\b[A-Z2-9]{4}(-[A-Z2-9]{4}){2}\b/g, "XXXX-XXXX-XXXX");
}
