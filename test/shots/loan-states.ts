import type { Page } from "@playwright/test";

const figures = { amount: 6600, fee: 297, total: 6897, period: 3, repayment: 2299 };
const member = { memberNo: "MS1001", member: "Wanjiru Njeri Kamau", category: "Instant" };

const step = (name: string, date: string, time: string, more: object = {}) => {
  const by = name === "applied" || name === "withdrawn" ? "member" : "office";
  return { step: name, date, time, by, who: "", reason: "", amount: 0, receipt: "", ...more };
};

const applied = (date: string) => step("applied", date, "08:41", { amount: 6600 });

const reason = "Two instalments of the development loan have to be paid first.";

const states = {
  "INS-2026-0004": {
    state: "applied",
    appliedOn: "2026-04-14",
    steps: [applied("2026-04-14")],
  },
  "INS-2026-0002": {
    state: "declined",
    appliedOn: "2026-03-02",
    steps: [applied("2026-03-02"), step("declined", "2026-03-03", "10:05", { reason })],
  },
  "INS-2026-0001": {
    state: "disbursed",
    appliedOn: "2026-01-12",
    steps: [
      applied("2026-01-12"),
      step("amended", "2026-01-12", "11:20", { amount: 6600 }),
      step("approved", "2026-01-12", "15:02"),
      step("disbursed", "2026-01-13", "09:30"),
      step("repaid", "2026-02-13", "12:44", { amount: 2299, receipt: "UB13KX8T2P" }),
    ],
  },
} as const;

/** The list's answer with these applications. */
export const listedLoans = Object.entries(states).map(([loanNo, { state, appliedOn }], index) => {
  const id = String(40 - index);
  return {
    id,
    loanNo,
    ...member,
    ...figures,
    state,
    appliedOn,
    changedOn: appliedOn,
    isApplication: true,
  };
});

/** The list's answer to a member who never borrowed. */
export const noLoans = { rows: [], next: "" };

/** Answers the pages about loans with applications in several states. */
export async function answerLoans(page: Page): Promise<void> {
  await page.route("**/members/*/loans", (route) =>
    route.fulfill({ json: { rows: listedLoans, next: "" } }),
  );
  for (const [loanNo, found] of Object.entries(states)) {
    const answer = {
      id: "40",
      loanNo,
      ...member,
      ...figures,
      ...found,
      ageDays: 0,
      instalments: [2299, 2299, 2299],
      needsGuarantees: 0,
      guaranteed: 0,
      guarantors: [],
    };
    await page.route(`**/instant-loans/${loanNo}`, (route) => route.fulfill({ json: answer }));
  }
  await page.route("**/instant-loans/eligibility**", async (route) => {
    const answer = await (await route.fetch()).text();
    const open = '"openApplication","state":"met"';
    const body = answer
      .replace(open, open.replace("met", "unmet"))
      .replaceAll(/"(most|mostWithGuarantors)":[\d.]+/g, '"$1":0')
      .replace("that wait: 0 of", "that wait: 1 of");
    await route.fulfill({ body, contentType: "application/json" });
  });
  await page.route("**/overview", async (route) => {
    const answer = (await (await route.fetch()).json()) as object;
    const { amount } = figures;
    const application = { loanNo: "INS-2026-0004", state: "applied", amount };
    await route.fulfill({
      json: { ...answer, application: { ...application, appliedOn: "2026-04-14" } },
    });
  });
}

/** Types an amount over three months. */
export const fillLoan = (amount: string) => async (page: Page) => {
  await page.getByLabel("Amount", { exact: true }).fill(amount);
  await page.getByRole("radio", { name: "3" }).check();
  await page.getByText("Month 3").first().waitFor();
};

export async function submitLoan(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Submit" }).click();
  await page.locator('[role="alert"], [aria-invalid="true"]').first().waitFor();
}
