import type { Page } from "@playwright/test";
import { abort, keepLoading, type Screen, seen, speakKiswahili } from "./arrange.ts";

async function fillMember(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Achieng Atieno Odhiambo");
  await page.getByLabel("Id No").fill("33104482");
  await page.getByLabel("Age").fill("17");
  await page.getByLabel("Residence").fill("Kasarani, Nairobi");
  await page.getByLabel("Mobile", { exact: true }).fill("0812 000 482");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Savings is required!").waitFor();
}

async function submitMember(page: Page): Promise<void> {
  await page.route("**/api/members", (route) =>
    route.fulfill({
      status: 201,
      json: { code: 201, message: "Data submitted successfully", memberNo: "MS1213" },
    }),
  );
  await page.getByLabel("Name", { exact: true }).fill("Achieng Atieno Odhiambo");
  await page.getByLabel("Id No").fill("33104482");
  await page.getByLabel("Savings").fill("2,500");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("button", { name: "Add another" }).waitFor();
}

async function askChange(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Request a change" }).click();
  await page.getByLabel("New mobile").fill("0799 000 702");
}

const change = {
  id: "7",
  memberNo: "MS1005",
  fullName: "Barasa Wekesa Simiyu",
  oldMobileNo: "0714 *** 538",
  mobileNo: "+254799000702",
  oldEmail: "",
  email: "",
  residence: "",
  nextOfKin: [],
  state: "requested",
  askedBy: "staff:ST9001",
  askedAt: "2026-04-14T06:12:00Z",
  reason: "Lost the old phone",
  identifiedBy: "id-card",
  approvedBy: "",
  heldUntil: "",
  endedBy: "",
  endedBecause: "",
  overAt: "",
};

const rows = [
  change,
  {
    ...change,
    id: "8",
    memberNo: "MS1009",
    fullName: "Nyambura Wairimu Gitau",
    oldEmail: "n***@example.com",
    email: "nyambura.gitau@example.com",
    askedBy: "member:MS1009",
    identifiedBy: "",
    reason: "at sign-up",
  },
];

/** Decisions to take, which no demo has from the start. */
const answerChanges = (page: Page) =>
  page.route("**/api/v1/contact-changes?*", (route) =>
    route.fulfill({ json: { rows, next: "", waiting: 2, held: 1 } }),
  );

const open = (button: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name: button }).first().click();
  await page.getByRole("alertdialog").waitFor();
};

/** Joining, contact changes, suspension and leaving, at the desk. */
export const membershipScreens: readonly Screen[] = [
  { name: "add-member", path: "/app/AddMemberForm", as: "clerk" },
  { name: "add-member-refused", path: "/app/AddMemberForm", as: "clerk", after: fillMember },
  { name: "add-member-done", path: "/app/AddMemberForm", as: "clerk", after: submitMember },
  { name: "add-member-kiswahili", path: "/app/AddMemberForm", as: "clerk", after: speakKiswahili },
  { name: "changes-waiting", path: "/app/ContactChanges", as: "treasurer", before: answerChanges },
  { name: "changes-empty", path: "/app/ContactChanges?tab=held", as: "treasurer" },
  {
    name: "changes-approve",
    path: "/app/ContactChanges",
    as: "treasurer",
    before: answerChanges,
    after: open(/^Approve/),
  },
  {
    name: "changes-loading",
    path: "/app/ContactChanges",
    as: "treasurer",
    after: keepLoading("**/api/v1/contact-changes*"),
  },
  {
    name: "changes-failed",
    path: "/app/ContactChanges",
    as: "treasurer",
    before: abort("**/api/v1/contact-changes*"),
    after: seen("could not be loaded"),
  },
  {
    name: "membership-ask",
    path: "/app/MemberRecord?member=MS1005",
    as: "clerk",
    after: askChange,
  },
  {
    name: "membership-suspend",
    path: "/app/MemberRecord?member=MS1005",
    as: "clerk",
    after: open("Suspend"),
  },
  { name: "exit", path: "/app/MemberExit?member=MS1001", as: "clerk" },
  {
    name: "exit-kiswahili",
    path: "/app/MemberExit?member=MS1001",
    as: "clerk",
    after: speakKiswahili,
  },
  { name: "exits-empty", path: "/app/Exits", as: "clerk" },
];
