import type { Page } from "@playwright/test";
import { abort, keepLoading, type Screen, seen, speakKiswahili } from "./arrange.ts";

const changedAt = "2026-04-15T06:12:00.000Z";

const payout = {
  id: "41",
  year: 2025,
  memberNo: "MS1002",
  fullName: "Otieno Ochieng Owino",
  mobileNo: "0722 *** 114",
  reference: "DIV-2025-MS1002-1",
  amount: 18_430,
  state: "failed",
  problem: "result-2040",
  receipt: "",
  claimedReceipt: "",
  claimedBy: "",
  changedAt,
};

const exceptions = [
  payout,
  {
    ...payout,
    id: "58",
    memberNo: "MS1008",
    fullName: "Nyambura Wairimu Gitau",
    mobileNo: "0733 *** 205",
    amount: 9500,
    state: "unknown",
    problem: "no-result",
  },
  {
    ...payout,
    id: "73",
    memberNo: "MS1012",
    fullName: "Lokwang Ekai Nakiru",
    mobileNo: "0115 *** 870",
    amount: 4275,
    state: "unknown",
    problem: "answer-lost",
    claimedReceipt: "SJK81H2QXW",
    claimedBy: "ST9003",
  },
];

const sums = [
  { tab: "waiting", payments: 212, amount: 2_918_400 },
  { tab: "held", payments: 2, amount: 31_200 },
  { tab: "sent", payments: 1840, amount: 25_310_750 },
  { tab: "exceptions", payments: 3, amount: 32_205 },
  { tab: "paid", payments: 97_940, amount: 1_346_712_300 },
  { tab: "elsewhere", payments: 3, amount: 41_000 },
];

const files = [
  { id: "7", payments: 1840, amount: 25_310_750, paid: 0, failed: 0, open: 1840 },
  { id: "6", payments: 97_944, amount: 1_346_786_655, paid: 97_940, failed: 4, open: 0 },
].map((file) => ({
  ...file,
  approvalId: file.open > 0 ? "9" : "",
  setAside: 0,
  madeBy: "ST9003",
  madeAt: changedAt,
}));

/** Answers for a society of 100,000, which the demo is not. */
const answer =
  (channel: "file" | "daraja", rows: readonly unknown[] = exceptions) =>
  async (page: Page) => {
    const problem = channel === "daraja" ? "the provider is busy" : "";
    const queue = {
      channel,
      due: 212,
      later: channel === "daraja" ? 2 : 0,
      problem,
      awaited: 1840,
    };
    await page.route(/api\/v1\/payouts(\?|$)/, (route) =>
      route.fulfill({ json: { years: [2025, 2024], tabs: sums, queue, rows, next: "" } }),
    );
    const next = { payments: 1204, amount: 2_310_450, shownDigest: "payments:digest" };
    await page.route("**/api/v1/payout-queue/file", (route) => route.fulfill({ json: next }));
    await page.route(/api\/v1\/payout-files$/, (route) => route.fulfill({ json: { rows: files } }));
  };

const step = { problem: "", receipt: "", mobileNo: payout.mobileNo, by: "", byName: "" };
const administrator = { by: "ST9003", byName: "Halima Noor Abdi" };
const story = [
  { ...step, ...administrator, state: "waiting", at: "2026-04-14T07:02:00.000Z" },
  { ...step, state: "sent", at: "2026-04-14T07:02:04.000Z" },
  { ...step, state: "failed", problem: "result-2040", at: changedAt },
];

const answerOne =
  (changes: object = {}, more: object = {}) =>
  (page: Page) =>
    page.route(/api\/v1\/payouts\/41$/, (route) =>
      route.fulfill({
        json: {
          payout: { ...payout, ...changes },
          failedBy: "ST9003",
          mayBeMarked: true,
          mobileNow: payout.mobileNo,
          accountNo: "W-0412",
          steps: story,
          shown: [],
          shownDigest: "amount:digest",
          ...more,
        },
      }),
    );

const press = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name, exact: true }).first().click();
  await page.getByRole("alertdialog").waitFor();
};

/** Uploads results of which none is believed, and one has no reference. */
const uploadRejected = async (page: Page) => {
  const refused = Array.from({ length: 1840 }, (_, place) => ({
    row: place + 2,
    reference: place === 2 ? "" : `DIV-2025-MS${1001 + place}-1`,
  }));
  await page.route("**/api/v1/payout-files/7/results", (route) =>
    route.fulfill({
      status: 201,
      json: { approvalId: "", paid: 0, failed: 0, repeated: 0, refused, own: [] },
    }),
  );
  await press("Upload results of file 7")(page);
  const buffer = Buffer.from("Reference,Receipt,Amount\n");
  const file = { name: "results.csv", mimeType: "text/csv", buffer };
  await page.getByLabel("Results file").setInputFiles(file);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByText("These rows settle nothing").waitFor();
};

const path = "/app/Payouts";
const tab = `${path}?tab=exceptions`;
const one = `${path}?payout=41`;

/** The payouts of the staff, in each of their states. */
export const payoutScreens: readonly Screen[] = [
  { name: "payouts", path: tab, as: "administrator", before: answer("file") },
  { name: "payouts-daraja", path: tab, as: "treasurer", before: answer("daraja") },
  {
    name: "payouts-kiswahili",
    path: tab,
    as: "administrator",
    before: answer("daraja"),
    after: speakKiswahili,
  },
  { name: "payouts-empty", path, as: "clerk" },
  {
    name: "payouts-take",
    path: tab,
    as: "administrator",
    before: answer("file"),
    after: press("Make a file"),
  },
  {
    name: "payouts-results",
    path: tab,
    as: "administrator",
    before: answer("file"),
    after: press("Upload results of file 7"),
  },
  {
    name: "payouts-results-refused",
    path: tab,
    as: "administrator",
    before: answer("file"),
    after: uploadRejected,
  },
  {
    name: "payouts-failed",
    path,
    as: "clerk",
    before: abort("**/api/v1/payout*"),
    after: seen("The payouts could not be loaded"),
  },
  { name: "payouts-loading", path, as: "clerk", after: keepLoading("**/api/v1/payout*") },
  { name: "payout-failed", path: one, as: "treasurer", before: answerOne() },
  {
    name: "payout-failed-kiswahili",
    path: one,
    as: "treasurer",
    before: answerOne(),
    after: speakKiswahili,
  },
  {
    name: "payout-cash",
    path: one,
    as: "administrator",
    before: answerOne(),
    after: press("Pay in cash"),
  },
  {
    name: "payout-claimed",
    path: one,
    as: "treasurer",
    before: answerOne(
      { state: "unknown", problem: "no-result", claimedReceipt: "SJK81H2QXW", claimedBy: "ST9003" },
      { failedBy: "" },
    ),
  },
  { name: "payout-unknown", path: `${path}?payout=999999`, as: "clerk" },
];
