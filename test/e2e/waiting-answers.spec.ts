import {
  expect,
  fitsInEveryColour,
  lastCode,
  memberPassword,
  mobileOf,
  type Person,
} from "./portal.ts";
import {
  ask,
  goOffline,
  goOnline,
  logInOver,
  openWaiting,
  test,
  visit,
  waiting,
} from "./waiting.ts";

const guarantor: Person = { memberNo: "MS1001", password: memberPassword };
const shareholder: Person = { memberNo: "MS1004", password: memberPassword };

test("an answer to a guarantor request waits for its code and is finished with it", async ({
  page,
  line,
  society,
  playwright,
}) => {
  await logInOver(page, line, society, guarantor);
  await visit(page, "/app/GuaranteeRequests");
  await page.getByRole("button", { name: "Accept" }).waitFor();
  await goOffline(page, line);
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText("We can send an OTP only when you are back online.")).toBeVisible();
  await page.getByRole("button", { name: "Keep until I am online" }).click();
  const list = waiting(page);
  await expect(list).toContainText(/asks you to guarantee Ksh [\d,.]+: Accept/);
  await expect(list.getByRole("button", { name: /^Get the OTP/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await fitsInEveryColour(page);
  await goOnline(page, line);
  await expect(list).toContainText("Ready to send. It needs an OTP.", { timeout: 30_000 });
  await visit(page, "/app/Notes");
  await list.getByRole("button", { name: /^Get the OTP/ }).click();
  await expect(page.getByRole("heading", { name: "Your answer" })).toBeVisible();
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByText("Code sent.")).toBeVisible();
  const request = await playwright.request.newContext({ baseURL: society.url });
  const mobile = await mobileOf(request, guarantor.memberNo);
  await page.getByLabel("OTP", { exact: true }).fill(await lastCode(request, mobile));
  await request.dispose();
  await page.getByRole("button", { name: /^Accept and pledge/ }).click();
  await expect(page.getByText(/^You now guarantee/).first()).toBeVisible();
  await expect(list).toHaveCount(0);
});

test("a question and a correction of a contact are sent in order", async ({
  page,
  line,
  society,
}) => {
  await logInOver(page, line, society, guarantor);
  await visit(page, "/app/Privacy");
  await page.getByLabel("What should it say?").waitFor();
  await goOffline(page, line);
  await ask(page, "Before the correction");
  await visit(page, "/app/Privacy");
  await page.getByLabel("What is wrong?").selectOption({ label: "Email" });
  const value = page.getByLabel("What should it say?");
  await value.fill("wanjiru at example");
  await page.getByRole("button", { name: "Send the request" }).click();
  await expect(value).toHaveAccessibleDescription(/Use an email address/);
  await value.fill("wanjiru@example.org");
  await page.getByRole("button", { name: "Send the request" }).click();
  await expect(waiting(page)).toContainText("Waiting to be sent: 2");
  await openWaiting(page);
  await fitsInEveryColour(page);
  await goOnline(page, line);
  await expect(waiting(page)).toHaveCount(0, { timeout: 30_000 });
  const [sent] = await society.query<{ ordered: boolean }>(
    `select (select posted_at from member_case where text = 'Before the correction') <
      (select max(recorded_at) from privacy_request where detail = 'email') as ordered`,
  );
  expect(sent?.ordered).toBe(true);
});

test("a split made offline is sent once reconnected", async ({ page, line, society }) => {
  await logInOver(page, line, society, shareholder);
  await goOffline(page, line);
  await visit(page, "/app/SplitDividend");
  await page.getByRole("button", { name: "All to shares" }).click();
  await page.getByRole("button", { name: "Submit" }).filter({ visible: true }).first().click();
  await openWaiting(page);
  await expect(waiting(page)).toContainText(/Dividend \d{4}/);
  await fitsInEveryColour(page);
  await goOnline(page, line);
  await expect(page.getByText(/^Sent: Split Dividend \d{4}/).first()).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText("We have your choice")).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});
