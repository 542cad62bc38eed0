import type { Page } from "@playwright/test";
import { abort, keepLoading, type Screen, seen, speakKiswahili } from "./arrange.ts";

const request = {
  id: "7",
  kind: "staff-resumption",
  subject: "staff:ST9001",
  state: "waiting",
  facts: [
    { name: "name", value: "Akinyi Atieno Odhiambo" },
    { name: "staffNo", value: "ST9001" },
    { name: "role", value: "clerk" },
    { name: "reason", value: "On leave until Monday" },
  ],
  digest: "seven",
  reason: "",
  requestedBy: "staff:ST9003",
  requestedAt: "2026-04-14T06:12:00Z",
  expiresAt: "2026-04-21T06:12:00Z",
  decidedBy: "",
  decidedAt: "",
  decidedBecause: "",
  isOwn: false,
  mayDecide: true,
};

const own = {
  ...request,
  id: "8",
  facts: request.facts.with(0, { name: "name", value: "Mutua Kioko Musyoka" }),
  reason: "Back from leave",
  requestedBy: "staff:ST9005",
  isOwn: true,
  mayDecide: false,
};

const decided = [
  {
    ...request,
    state: "approved",
    decidedBy: "staff:ST9005",
    decidedAt: "2026-04-14T07:40:00Z",
    mayDecide: false,
  },
  {
    ...request,
    id: "6",
    state: "rejected",
    decidedBy: "staff:ST9006",
    decidedAt: "2026-04-13T12:05:00Z",
    decidedBecause: "Their contract has ended",
    mayDecide: false,
  },
];

const answerList = (rows: readonly object[]) => (page: Page) =>
  page.route(/\/api\/v1\/approvals(\?|$)/, (route) => route.fulfill({ json: { rows, next: "" } }));

const answerOne = (one: object) => (page: Page) =>
  page.route(/\/api\/v1\/approvals\/\d+$/, (route) => route.fulfill({ json: one }));

async function ask(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Approve/ }).click();
  await page.getByRole("alertdialog").waitFor();
}

/** The details change between the list and the approval. */
async function change(page: Page): Promise<void> {
  await answerList([request])(page);
  const facts = request.facts.with(2, { name: "role", value: "treasurer" });
  await answerOne({ ...request, facts, digest: "eight" })(page);
  await page.route("**/approvals/7/approval", (route) =>
    route.fulfill({ status: 409, json: { message: "", reason: "approval-changed" } }),
  );
}

async function rejectWithoutReason(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Reject/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes, reject" }).click();
}

const path = "/app/Approvals";

/** Steps that need two people. */
export const approvalScreens: readonly Screen[] = [
  {
    name: "approvals",
    path,
    as: "treasurer",
    before: answerList([request, own]),
    after: seen("For you to decide"),
  },
  {
    name: "approvals-kiswahili",
    path,
    as: "treasurer",
    before: answerList([request, own]),
    after: speakKiswahili,
  },
  {
    name: "approvals-decided",
    path: `${path}?list=decided`,
    as: "treasurer",
    before: answerList(decided),
    after: seen("Rejected"),
  },
  {
    name: "approvals-one",
    path: `${path}?request=7`,
    as: "treasurer",
    before: answerOne(request),
    after: seen("Request no. 7"),
  },
  { name: "approvals-ask", path, as: "treasurer", before: answerList([request]), after: ask },
  {
    name: "approvals-changed",
    path,
    as: "treasurer",
    before: change,
    async after(page) {
      await ask(page);
      await page.getByRole("button", { name: "Yes, approve" }).click();
      await page.getByRole("heading", { name: "The details have changed" }).waitFor();
    },
  },
  {
    name: "approvals-reject",
    path,
    as: "treasurer",
    before: answerList([request]),
    after: rejectWithoutReason,
  },
  {
    name: "approvals-empty",
    path,
    as: "treasurer",
    before: answerList([]),
    after: seen("No requests are waiting"),
  },
  { name: "approvals-unknown", path: `${path}?request=99`, as: "treasurer" },
  {
    name: "approvals-loading",
    path,
    as: "treasurer",
    after: keepLoading("**/api/v1/approvals?*"),
  },
  {
    name: "approvals-failed",
    path,
    as: "treasurer",
    before: abort("**/api/v1/approvals?*"),
    after: seen("The requests could not be loaded"),
  },
];
