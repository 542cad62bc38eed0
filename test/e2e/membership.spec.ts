import type { Page } from "@playwright/test";
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

const bySecond = (page: Page, name: string) =>
  page.getByRole("alertdialog").getByRole("button", { name });

/** Fills in the form with the keyboard alone, from the focused field. */
async function typeOn(page: Page, values: readonly string[]): Promise<void> {
  for (const value of values) {
    if (value !== "") await page.keyboard.type(value);
    await page.keyboard.press("Tab");
  }
}

/** Requests another number from a record, where a missing input is reported in view. */
async function requestNumber(clerk: Page, mobile: string): Promise<void> {
  await clerk.getByRole("button", { name: "Request a change" }).click();
  await clerk.getByLabel("New mobile").fill(mobile);
  await bySecond(clerk, "Request it").click();
  await expect(clerk.getByLabel("How did you check the member's identity?")).toBeFocused();
  await expect(clerk.getByText("Please fill this in.").first()).toBeInViewport({ ratio: 0.9 });
  await fits(clerk);
  await clerk.getByLabel("How did you check the member's identity?").selectOption("id-card");
  await clerk.getByLabel("Reason for the change").fill("Lost the old phone");
  await bySecond(clerk, "Request it").click();
  await expect(clerk.getByRole("alertdialog")).toHaveCount(0);
}

async function openTill(clerk: Page): Promise<void> {
  await clerk.goto("/app/Counter");
  await clerk.getByRole("button", { name: "Open the till" }).click();
  await expect(clerk.getByRole("combobox", { name: "Member" })).toBeVisible();
}

async function savingsAreReceived(clerk: Page): Promise<void> {
  const texts = [
    /^The savings of 2,?500(\.00)? have the value date \d{1,2} [A-Z][a-z]{2} \d{4}\.$/,
    /2,?500(\.00)? are in your till, with receipt RC\d{7}\./,
  ];
  for (const text of texts) await expect(clerk.getByText(text)).toBeVisible();
}

test("a clerk registers a member, and a change of number goes through two people", async ({
  society,
}) => {
  test.setTimeout(120_000);
  const clerk = await society.open("ST9001");
  await openTill(clerk);
  await clerk.goto("/app/AddMemberForm");
  await clerk.getByRole("button", { name: "Submit" }).press("Enter");
  await expect(clerk.getByText("Name is required!")).toBeVisible();
  await expect(clerk.getByText("Savings is required!")).toBeVisible();
  const name = clerk.getByLabel("Name", { exact: true });
  await expect(name).toBeFocused();
  await fits(clerk);

  // Another member has that ID: shown while it is typed, and rejected at its field.
  await name.focus();
  await typeOn(clerk, ["Zawadi Mwikali Mutua", "26000415", "F", "29"]);
  await expect(clerk.getByRole("link", { name: /Barasa.*MS1005, by ID/ })).toBeVisible();
  await typeOn(clerk, ["Kasarani", "0799 123 456", "zawadi@example.com"]);
  await clerk.keyboard.type("2500");
  await clerk.keyboard.press("Enter");
  await expect(clerk.getByText("That ID belongs to member MS1005.")).toBeVisible();
  await expect(clerk.getByLabel("Id No")).toBeFocused();
  await expect(clerk.getByLabel("Savings", { exact: true })).toHaveValue(/2,?500/);
  await clerk.getByLabel("Id No").fill("39104482");
  await fits(clerk);
  await clerk.keyboard.press("Enter");
  await expect(clerk.getByRole("heading", { name: "Data submitted successfully" })).toBeFocused();
  const memberNo = (await clerk.getByText(/^MS\d+$/).textContent()) ?? "";
  await savingsAreReceived(clerk);
  await fits(clerk);
  await clerk.getByRole("link", { name: "Open record" }).click();
  await expect(clerk.getByRole("heading", { name: "Zawadi Mwikali Mutua" })).toBeVisible();
  await expect(clerk.getByText("29, as stated on")).toBeVisible();
  await expect(clerk.getByText("Ksh 2,500.00").first()).toBeVisible();

  await requestNumber(clerk, "0799 654 321");
  await expect(clerk.getByText("0799 654 321")).toBeVisible();

  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/ContactChanges");
  const waiting = treasurer.getByRole("listitem").filter({ hasText: memberNo });
  await expect(waiting).toContainText("0799 *** 456, to 0799 654 321");
  await expect(waiting).toContainText("by Akinyi Atieno Odhiambo · ST9001: ID card seen");
  await fits(treasurer);
  await waiting.getByRole("button", { name: /^Approve/ }).press("Enter");
  await expect(bySecond(treasurer, "Not now")).toBeFocused();
  await fits(treasurer);
  await bySecond(treasurer, "Yes, approve").click();
  await expect(treasurer.getByRole("heading", { name: "Nothing here" })).toBeVisible();

  await clerk.goto("/app/ContactChanges?tab=held");
  const held = clerk.getByRole("listitem").filter({ hasText: memberNo });
  await expect(held).toContainText("Approved by Nyambura Wairimu Gitau · ST9005");
  await held.getByRole("button", { name: /^Cancel the change/ }).click();
  await bySecond(clerk, "Yes, cancel it").click();
  await expect(clerk.getByLabel("Reason")).toBeFocused();
  await clerk.getByLabel("Reason").fill("The member found the phone");
  await bySecond(clerk, "Yes, cancel it").click();
  await clerk.getByRole("link", { name: "Done" }).click();
  await expect(
    clerk.getByText("By Akinyi Atieno Odhiambo · ST9001: The member found the phone"),
  ).toBeVisible();
  await fits(clerk);
});

test("a clerk registers a member with payroll number, KRA PIN and next of kin", async ({
  society,
}) => {
  test.setTimeout(90_000);
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/AddMemberForm");
  await clerk.getByLabel("Name", { exact: true }).fill("Nafula Wekesa Barasa");
  await clerk.getByLabel("Id No").fill("39104499");
  await clerk.getByLabel("Savings", { exact: true }).fill("1500");
  await clerk.getByLabel("Surname").fill("Barasa");
  await clerk.getByLabel("Payroll No").fill("knh 7");
  await clerk.getByLabel("KRA PIN").fill("A12");
  const first = clerk.getByRole("group", { name: "Next of kin 1" });
  await first.getByLabel("Name of next of kin 1").fill("Wafula Barasa");
  await first.getByLabel("Relation").fill("Brother");
  await first.getByLabel("Share %").fill("60");
  await clerk.getByRole("button", { name: "Submit" }).click();
  await expect(clerk.getByText("Use a KRA PIN: A or P, nine digits and a letter.")).toBeVisible();
  await expect(clerk.getByText("Use the number on the payslip")).toBeVisible();
  await expect(clerk.getByText("The shares must add up to 100 %.")).toBeVisible();
  await expect(clerk.getByLabel("First names")).toBeFocused();
  await fits(clerk);

  await clerk.getByLabel("First names").fill("Nafula Wekesa");
  await clerk.getByLabel("Payroll No").fill("knh/7");
  await clerk.getByLabel("KRA PIN").fill("a012345678z");
  await clerk.getByRole("button", { name: "Add a next of kin" }).click();
  const second = clerk.getByRole("group", { name: "Next of kin 2" });
  await second.getByLabel("Name of next of kin 2").fill("Naliaka Wekesa");
  await second.getByLabel("Share %").fill("40");
  await fits(clerk);
  await clerk.getByRole("button", { name: "Submit" }).click();
  await expect(clerk.getByRole("heading", { name: "Data submitted successfully" })).toBeFocused();
  await clerk.getByRole("link", { name: "Open record" }).click();
  await expect(clerk.getByText("KNH/7", { exact: true })).toBeVisible();
  await expect(clerk.getByText("A012345678Z")).toBeVisible();
  await expect(clerk.getByText("Wafula Barasa, Brother, 60 %")).toBeVisible();
  await expect(clerk.getByText("Naliaka Wekesa, 40 %")).toBeVisible();
});

test("a member sees that their number is about to change, and stops it", async ({ society }) => {
  test.setTimeout(90_000);
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/MemberRecord?member=MS1007");
  await requestNumber(clerk, "0799 654 321");
  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/ContactChanges");
  await treasurer.getByRole("button", { name: /^Approve/ }).click();
  await bySecond(treasurer, "Yes, approve").click();
  await expect(treasurer.getByRole("heading", { name: "Nothing here" })).toBeVisible();

  const member = await society.open("MS1007");
  await member.goto("/app");
  const told = member.getByRole("listitem").filter({ hasText: "0799 *** 321" });
  await expect(told).toContainText("unless you cancel it before");
  await fits(member);
  await told.getByRole("button", { name: "Not you? Cancel it" }).click();
  await expect(bySecond(member, "No, do not cancel")).toBeFocused();
  await fits(member);
  await bySecond(member, "Yes, cancel the change").click();
  await expect(member.getByText("The change is cancelled.")).toBeVisible();
  await expect(told).toHaveCount(0);
});

async function suspend(clerk: Page, memberNo: string): Promise<void> {
  await clerk.goto(`/app/MemberRecord?member=${memberNo}`);
  await clerk.getByRole("button", { name: "Suspend" }).click();
  await clerk.getByLabel("Reason").fill("The phone was stolen");
  await bySecond(clerk, "Yes, suspend").click();
  await expect(clerk.getByText("Suspended", { exact: true })).toBeVisible();
}

/** Takes the savings of the new member into the safe, as the clerk has no open till. */
async function approveSavings(treasurer: Page): Promise<void> {
  await treasurer.goto("/app/Approvals");
  const step = "Post the opening savings of a new member";
  await treasurer.getByRole("button", { name: `Approve: ${step}` }).click();
  await bySecond(treasurer, "Yes, approve").click();
  await expect(treasurer.getByText("Approved and done.")).toBeVisible();
}

test("a member is suspended and reinstated, leaves, and is refunded by a third person", async ({
  society,
}) => {
  test.setTimeout(120_000);
  const clerk = await society.open("ST9001");
  const treasurer = await society.open("ST9005");
  const administrator = await society.open("ST9003");
  await suspend(clerk, "MS1011");
  await fits(clerk);
  await treasurer.goto("/app/MemberRecord?member=MS1011");
  await expect(
    treasurer.getByText(/Suspended by Akinyi Atieno Odhiambo · ST9001 on .*: The phone was stolen/),
  ).toBeVisible();
  await treasurer.getByRole("button", { name: "Lift the suspension" }).click();
  await treasurer.getByLabel("Reason").fill("Has another phone");
  await bySecond(treasurer, "Yes, lift it").click();
  await expect(treasurer.getByText("Suspended", { exact: true })).toHaveCount(0);

  // Nothing prevents the exit of a member who joined today.
  await clerk.goto("/app/AddMemberForm");
  await clerk.getByLabel("Name", { exact: true }).fill("Otieno Ouma");
  await clerk.getByLabel("Id No").fill("38104483");
  await clerk.getByLabel("Savings", { exact: true }).fill("4,000");
  await clerk.getByRole("button", { name: "Submit" }).click();
  const memberNo = (await clerk.getByText(/^MS\d+$/).textContent()) ?? "";
  await approveSavings(treasurer);
  await clerk.goto(`/app/MemberExit?member=${memberNo}`);
  await expect(clerk.getByText("All conditions are met.")).toBeVisible();
  await clerk.getByLabel("Reason for leaving").fill("Moves to another county");
  await clerk.getByLabel("Share capital goes to").fill(memberNo);
  await clerk.getByRole("button", { name: "Record it" }).click();
  await expect(clerk.getByText("Shares can go to another member")).toBeVisible();
  await clerk.getByLabel("Share capital goes to").fill("");
  await clerk.getByRole("button", { name: "Record it" }).click();
  await expect(clerk.getByText("Day 0 of 60")).toBeVisible();
  await fits(clerk);

  await treasurer.goto("/app/Exits");
  await fits(treasurer);
  await treasurer.getByRole("link", { name: "Otieno Ouma" }).click();
  await treasurer.getByRole("button", { name: "Approve" }).click();
  await expect(treasurer.getByRole("alertdialog")).toContainText(
    "The refund would be Ksh 4,000.00",
  );
  await bySecond(treasurer, "Yes, approve").click();
  await expect(
    treasurer.getByText("You approved this, so another person must pay it out."),
  ).toBeVisible();

  await administrator.goto(`/app/MemberExit?member=${memberNo}`);
  await administrator.getByRole("button", { name: "Pay out" }).click();
  await administrator
    .getByLabel("How is the refund paid?")
    .selectOption({ label: "It is paid already, by bank or cheque" });
  await bySecond(administrator, "Yes, pay out").click();
  await expect(administrator.getByLabel("Number of the transfer or cheque")).toBeFocused();
  await administrator.getByLabel("Number of the transfer or cheque").fill("EFT-7001");
  await bySecond(administrator, "Yes, pay out").click();
  await expect(
    administrator.getByText("Paid out by Amina Hassan Abdi · ST9003, EFT-7001"),
  ).toBeVisible();
  await expect(administrator.getByText("The member has left.", { exact: true })).toBeVisible();
  await fits(administrator);
  await administrator.goto(`/app/MemberRecord?member=${memberNo}`);
  await expect(administrator.getByText("Has left", { exact: true })).toBeVisible();
  await fits(administrator);
});
