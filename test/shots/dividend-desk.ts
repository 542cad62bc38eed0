import type { Page } from "@playwright/test";
import { abort, keepLoading, type Screen, seen, speakKiswahili } from "./arrange.ts";

const declared = (year: number) => ({
  year,
  shareRateBasisPoints: 1400,
  depositRateBasisPoints: 1085,
  weighting: "from-the-month",
  booksClosedOn: `${year}-12-31`,
  agmReference: `AGM-${year + 1}`,
  holdArrears: true,
  opensOn: "2026-01-05",
  // The window closes as the day begins, so that it can be locked at once.
  closesOn: new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format(),
  closesAt: "00:00",
  defaultMode: "CAPITALIZE TO SHARES",
});

/** The address of the digest that a step sends back. */
const shownAt = (year: number, step: string): string =>
  `/api/v1/dividends/${year}${step === "lock" || step === "payment" ? "/uptake" : ""}`;

/** Takes steps by the calls themselves; one that was taken before is rejected, which is fine. */
const take =
  (year: number, ...steps: readonly string[]) =>
  async (page: Page) => {
    const calls = steps.map((step) =>
      step === "declare"
        ? { to: "/api/v1/dividends", body: declared(year), shown: "" }
        : {
            to: `/api/v1/dividends/${year}/${step}`,
            shown: shownAt(year, step),
            body: {},
          },
    );
    await page.evaluate(async (asked) => {
      for (const { to, body, shown } of asked) {
        const headers = {
          Authorization: `Bearer ${localStorage.getItem("access") ?? ""}`,
          "Content-Type": "application/json",
          "Idempotency-Key": crypto.randomUUID(),
        };
        const seen = shown ? await (await fetch(shown, { headers })).json() : null;
        const given = seen === null ? body : { digest: (seen as { digest: string }).digest };
        await fetch(to, { method: "POST", headers, body: JSON.stringify(given) });
      }
    }, calls);
    await page.goto(`/app/Dividends?year=${year}`, { waitUntil: "networkidle" });
    await page.getByRole("heading", { name: /twenty largest|Ishirini/ }).waitFor();
  };

const ask = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("alertdialog").waitFor();
};

const both =
  (...steps: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

const openDemoYear = async (page: Page) => {
  await page.getByRole("row", { name: "Members choosing" }).getByRole("link").first().click();
  await page.getByText("Have chosen").waitFor();
};

async function submitEmpty(page: Page): Promise<void> {
  await page.getByLabel("Books closed on").fill("");
  await page.getByLabel("Rate on deposits").fill("eleven");
  await page.getByRole("button", { name: "Calculate and preview" }).click();
}

const path = "/app/Dividends";

/** The staff's dividends; the first ones take the steps that the last ones show. */
export const dividendDeskScreens: readonly Screen[] = [
  { name: "dividend-desk-declare", path: `${path}?year=new`, as: "administrator" },
  {
    name: "dividend-desk-declare-refused",
    path: `${path}?year=new`,
    as: "administrator",
    after: submitEmpty,
  },
  {
    name: "dividend-desk-prepared",
    path,
    as: "administrator",
    after: take(2023, "declare"),
  },
  {
    name: "dividend-desk-approve",
    path,
    as: "treasurer",
    after: both(take(2023), ask("Approve")),
  },
  {
    name: "dividend-desk-prepared-kiswahili",
    path,
    as: "treasurer",
    after: both(take(2023), speakKiswahili),
  },
  { name: "dividend-desk-second", path, as: "administrator", after: take(2022, "declare") },
  { name: "dividend-desk-approved", path, as: "treasurer", after: take(2022, "approval") },
  {
    name: "dividend-desk-closed",
    path,
    as: "administrator",
    after: both(take(2022, "posting"), ask("Lock")),
  },
  {
    name: "dividend-desk-locked",
    path,
    as: "administrator",
    after: both(take(2022, "lock"), ask("Pay")),
  },
  { name: "dividend-desk-paid", path, as: "administrator", after: take(2022, "payment") },
  { name: "dividend-desk-open", path, as: "clerk", after: openDemoYear },
  {
    name: "dividend-desk-remind",
    path,
    as: "administrator",
    after: both(openDemoYear, ask("Remind members")),
  },
  { name: "dividend-desk-list", path, as: "administrator" },
  { name: "dividend-desk-list-kiswahili", path, as: "clerk", after: speakKiswahili },
  { name: "dividend-desk-unknown", path: `${path}?year=1999`, as: "clerk" },
  {
    name: "dividend-desk-loading",
    path,
    as: "clerk",
    after: keepLoading("**/api/v1/dividends"),
  },
  {
    name: "dividend-desk-failed",
    path,
    as: "clerk",
    before: abort("**/api/v1/dividends"),
    after: seen("The dividends could not be loaded"),
  },
];
