import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

test("blocked codes show on the record, and two people of the office unblock them", async ({
  society,
}) => {
  test.setTimeout(120_000);
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/MemberRecord?member=MS1008");
  await expect(clerk.getByText("Codes closed")).toBeVisible();
  await expect(clerk.getByText(/^Closed from .* until .* too many codes/)).toBeVisible();
  await fits(clerk);
  await clerk.getByRole("button", { name: "Reopen codes" }).click();
  const question = clerk.getByRole("alertdialog");
  await question.getByRole("button", { name: "Request it" }).click();
  await expect(question.getByText("Please fill this in.")).toBeVisible();
  await question.getByLabel("Reason").fill("She called from the ward");
  await fits(clerk);
  await question.getByRole("button", { name: "Request it" }).click();
  await expect(clerk.getByText("Requested. A second person must approve it.")).toBeVisible();

  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/Approvals");
  const forMe = treasurer.getByRole("region", { name: "For you to decide" });
  await expect(forMe.getByText("Nyambura Wairimu Gitau")).toBeVisible();
  await forMe.getByRole("button", { name: "Approve: Reopen a person's one-time codes" }).click();
  const decision = treasurer.getByRole("alertdialog");
  await expect(decision).toContainText("Reopen a person's one-time codes");
  await expect(decision).toContainText("Codes closed until");
  await decision.getByRole("button", { name: "Yes, approve" }).click();
  await expect(treasurer.getByText("Approved and done.")).toBeVisible();

  await clerk.reload();
  await expect(clerk.getByRole("heading", { level: 1, name: /Nyambura/ })).toBeVisible();
  await expect(clerk.getByText("Codes closed")).toHaveCount(0);
});
