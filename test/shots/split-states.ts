import type { Page } from "@playwright/test";

const terms = {
  year: 2025,
  state: "posted",
  gross: 23_162.5,
  held: 0,
  toSplit: 23_162.5,
  opensOn: "2026-04-01",
  closesOn: "2026-04-30",
  closesAt: "17:00",
  isOpen: true,
  defaultMode: "CAPITALIZE TO SHARES",
  modes: [
    { mode: "CAPITALIZE TO SHARES", taxBasisPoints: 0 },
    { mode: "PAY THROUGH EFT(MOBILE)", taxBasisPoints: 500 },
    { mode: "OFFSET A LOAN", taxBasisPoints: 0 },
    { mode: "OFFSET HOSPITAL BILL", taxBasisPoints: 0 },
  ],
  mobile: { number: "+254712000482", isConfirmed: true, maximum: 250_000, byBank: false },
  loans: [{ loanNo: "INS-2025-0391", purpose: "Instant", balance: 4180 }],
  version: 0,
  submittedOn: "",
  submittedTime: "",
  rows: [],
};

const row = (mode: string, amount: number, more: object = {}) => ({
  mode,
  amount,
  tax: 0,
  net: amount,
  loanNo: "",
  bill: "",
  ...more,
});

const said = {
  version: 2,
  submittedOn: "2026-04-14",
  submittedTime: "09:12",
  rows: [
    row("CAPITALIZE TO SHARES", 8982.5),
    row("OFFSET A LOAN", 4180, { loanNo: "INS-2025-0391" }),
    row("PAY THROUGH EFT(MOBILE)", 10_000, { tax: 500, net: 9500 }),
  ],
};

/** Last year's payments to the phone that did not arrive. */
const payouts = [
  { amount: 9500, state: "paid", receipt: "SJK81H2QXW", changedOn: "2025-05-09" },
  { amount: 4180, state: "failed", receipt: "", changedOn: "2025-05-12" },
].map((payment) => ({ ...payment, year: 2024, mobileNo: "0712 *** 482" }));

/** Answers with the real terms of a split, changed by the state. */
export const answerSplit =
  (more: object = {}) =>
  (page: Page): Promise<unknown> =>
    page.route("**/members/*/dividend-split", (route) =>
      route.fulfill({ json: { split: { ...terms, ...more }, more: [], payouts, onHold: [] } }),
    );

export const answerSaid = answerSplit(said);

export const noSplit = (page: Page): Promise<unknown> =>
  page.route("**/members/*/dividend-split", (route) =>
    route.fulfill({ json: { more: [], payouts: [], onHold: [] } }),
  );

/** Fills the table as far as the design does, which leaves 732.50. */
export async function fillSplit(page: Page): Promise<void> {
  const rows = [
    ["CAPITALIZE TO SHARES", "7,000"],
    ["OFFSET A LOAN", "4180"],
    ["PAY THROUGH EFT(MOBILE)", "10000"],
    ["OFFSET HOSPITAL BILL", "1250"],
  ] as const;
  for (const [at, [mode, amount]] of rows.entries()) {
    await page.getByLabel(`Mode, row ${at + 1}`).selectOption({ label: mode });
    await page.getByLabel(`Amount, row ${at + 1}`, { exact: true }).fill(amount);
  }
  await page.getByLabel("Bill number").fill("UH-2026-88213");
  await page.getByLabel("Bill number").press("Tab");
}

/** Places everything wrongly, and presses Submit. */
export async function failSplit(page: Page): Promise<void> {
  await page.getByLabel("Mode, row 1").selectOption({ label: "PAY THROUGH EFT(MOBILE)" });
  await page.getByLabel("Amount, row 1", { exact: true }).fill("15000.07");
  await page.getByLabel("Mode, row 2").selectOption({ label: "OFFSET A LOAN" });
  await page.getByLabel("Amount, row 2", { exact: true }).fill("8162.43");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("That is more than you owe on this loan. Enter a smaller amount.").waitFor();
}

/** Sends an earlier choice again, after a newer one was sent from elsewhere. */
export async function overtake(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change it" }).click();
  await page.unroute("**/members/*/dividend-split");
  await answerSplit({ ...said, version: 3, submittedTime: "09:20" })(page);
  await page.route("**/dividends/*/elections", (route) =>
    route.fulfill({ status: 409, json: { message: "", reason: "election-newer" } }),
  );
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("heading", { name: /^You changed this elsewhere/ }).waitFor();
}
