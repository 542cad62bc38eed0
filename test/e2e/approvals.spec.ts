import type { Page } from "@playwright/test";
import { type OwnSociety, test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";
import type { SocietyServer } from "./society-server.ts";

/** Calls the API as the person signed in on a page. */
async function send(page: Page, method: string, path: string, data?: object): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem("access"));
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** Suspends a person and requests that they may sign in again; returns the request's number. */
async function requestResumption(admin: Page, staffNo: string): Promise<string> {
  const path = `/api/v1/staff/${staffNo}/suspension`;
  await send(admin, "POST", path, { reason: "On leave" });
  const { approvalId } = (await send(admin, "DELETE", path)) as { approvalId: string };
  return approvalId;
}

/** Opens the approvals of an administrator, who requests, and of a treasurer, who decides. */
async function openBoth({ open }: OwnSociety, demo: SocietyServer) {
  // Only the test's own requests are waiting.
  await demo.query(`update approval set state = 'withdrawn', decided_by = requested_by,
    decided_at = akiba_now() where state = 'waiting'`);
  const admin = await open("ST9003");
  const treasurer = await open("ST9005");
  await admin.goto("/app/Approvals");
  await expect(admin.getByText("No requests are waiting")).toBeVisible();
  await fits(admin);
  return { admin, treasurer };
}

const sentence = "Let a suspended member of staff sign in again";

test("a second person approves the first one's request, and sees changed facts first", async ({
  society,
  demo,
}) => {
  test.setTimeout(120_000);
  const { admin, treasurer } = await openBoth(society, demo);
  const id = await requestResumption(admin, "ST9001");
  await admin.reload();
  const own = admin.getByRole("region", { name: "Your requests" });
  await expect(own.getByRole("link", { name: sentence })).toBeVisible();
  await expect(own.getByText(/^Amina Hassan Abdi · ST9003, /)).toBeVisible();
  await expect(own.getByText("Another person must decide it.").first()).toBeVisible();
  await expect(admin.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await fits(admin);

  await treasurer.goto("/app/Approvals");
  const forMe = treasurer.getByRole("region", { name: "For you to decide" });
  await expect(forMe.getByText("Akinyi Atieno Odhiambo")).toBeVisible();
  await fits(treasurer);
  await forMe.getByRole("button", { name: `Approve: ${sentence}` }).click();
  const question = treasurer.getByRole("alertdialog");
  await expect(question).toContainText(sentence);
  await expect(question.getByText("Clerk", { exact: true })).toBeVisible();
  await expect(question.getByRole("button", { name: "Not now" })).toBeFocused();
  await fits(treasurer);

  await demo.query("update staff set role = 'auditor' where staff_no = 'ST9001'");
  await question.getByRole("button", { name: "Yes, approve" }).click();
  await expect(question.getByRole("heading")).toHaveText("The details have changed");
  await expect(question.getByRole("row", { name: "Role Clerk Auditor" })).toBeVisible();
  await fits(treasurer);
  await question.getByRole("button", { name: "Yes, approve the new details" }).click();
  await expect(question).toHaveCount(0);
  await expect(treasurer.getByText("Approved and done.")).toBeVisible();
  await expect(treasurer.getByRole("link", { name: sentence })).toHaveCount(0);

  await treasurer.goto(`/app/Approvals?request=${id}`);
  await expect(treasurer.getByRole("heading", { level: 1, name: sentence })).toBeVisible();
  await expect(treasurer.getByText("Approved", { exact: true })).toBeVisible();
  await expect(treasurer.getByText(/^Nyambura Wairimu Gitau · ST9005, /)).toBeVisible();
  await fits(treasurer);
});

test("a rejection needs a reason, and a request is withdrawn by its requester", async ({
  society,
  demo,
}) => {
  test.setTimeout(120_000);
  const { admin, treasurer } = await openBoth(society, demo);
  await requestResumption(admin, "ST9001");
  await requestResumption(admin, "ST9002");

  await treasurer.goto("/app/Approvals");
  const links = treasurer.getByRole("link", { name: sentence });
  await expect(links).toHaveCount(2);
  await treasurer.keyboard.press("j");
  await expect(links.first()).toBeFocused();
  await treasurer.keyboard.press("j");
  await expect(links.last()).toBeFocused();
  await treasurer.keyboard.press("k");
  await expect(links.first()).toBeFocused();
  await treasurer.keyboard.press("Enter");
  await expect(treasurer.getByRole("heading", { level: 1, name: sentence })).toBeVisible();
  await expect(treasurer.getByText("Akinyi Atieno Odhiambo")).toBeVisible();
  await treasurer.getByRole("button", { name: /^Reject/ }).click();
  const question = treasurer.getByRole("alertdialog");
  await question.getByRole("button", { name: "Yes, reject" }).click();
  await expect(question.getByLabel("Reason")).toBeFocused();
  await expect(question.getByText("Please fill this in.")).toBeVisible();
  await fits(treasurer);
  await question.getByLabel("Reason").fill("Still on leave");
  await question.getByRole("button", { name: "Yes, reject" }).click();
  await expect(treasurer.getByText("Rejected. Nothing was changed.")).toBeVisible();
  await expect(treasurer.getByText("Still on leave")).toBeVisible();

  await admin.reload();
  const own = admin.getByRole("region", { name: "Your requests" });
  await expect(own.getByText("Mutua Kioko Musyoka")).toBeVisible();
  await own.getByRole("button", { name: `Withdraw: ${sentence}` }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Yes, withdraw" }).click();
  await expect(admin.getByRole("link", { name: sentence })).toHaveCount(0);
  await admin.getByRole("link", { name: "Decided" }).click();
  const decided = admin.getByRole("region", { name: "Decided" });
  await expect(decided.getByRole("listitem").first()).toContainText("Withdrawn");
  await expect(decided.getByRole("listitem").nth(1)).toContainText("Still on leave");
  await fits(admin);
});
