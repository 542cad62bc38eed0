import { test } from "./own-society.ts";
import { expect, fits, lastCode } from "./portal.ts";

test("a member confirms their e-mail address and sends a locked statement there", async ({
  society,
}) => {
  const page = await society.open("MS1001");
  const { request } = society;
  await page.goto("/app/ShareStatement");
  await page.getByRole("button", { name: "E-mail", exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  const title = dialog.getByRole("heading", { name: /^Send as a PDF to \S+@\S+$/ });
  await expect(title).toBeVisible();
  const email = ((await title.textContent()) ?? "").split(" ").at(-1) ?? "";
  await fits(page);
  const [inner, outer] = [await title.boundingBox(), await dialog.boundingBox()];
  const right = (box: typeof inner): number => (box?.x ?? 0) + (box?.width ?? 0);
  expect(right(inner), "a long address keeps its distance").toBeLessThan(right(outer) - 15);

  const passphrase = dialog.getByLabel("Passphrase, if you want one", { exact: true });
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByLabel("OTP")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByRole("button", { name: "Send OTP" }).click();
  await expect(dialog.getByRole("status")).toContainText("Code sent. It lasts 5 minutes.");
  await dialog.getByLabel("OTP").fill(await lastCode(request, email));
  await passphrase.fill("short");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByText("Use at least 8 characters.")).toBeVisible();
  // The address is confirmed by now, and what was typed is still there.
  await expect(dialog.getByLabel("OTP")).toHaveCount(0);
  await expect(passphrase).toHaveValue("short");
  await passphrase.fill("short no more");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText(`Sent to ${email}`)).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await expect(async () => {
    const sent = await (await request.get("/dev/outbox.json")).text();
    expect(sent).toContain("MS1001-savings-");
  }).toPass();
});

test("the dialog of a statement by e-mail closes by Escape, back to its button", async ({
  society,
}) => {
  const page = await society.open("MS1003");
  await page.goto("/app/ShareCapital");
  await expect(page.locator("tfoot")).toBeVisible();
  const open = page.getByRole("button", { name: "E-mail", exact: true });
  await open.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog").getByLabel(/^Passphrase/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(open).toBeFocused();
});
