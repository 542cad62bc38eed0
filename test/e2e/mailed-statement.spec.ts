import { extractText, getDocumentProxy } from "unpdf";
import { openMailServer } from "#test/mail-server.ts";
import { test as base } from "./own-society.ts";
import { expect, fits, lastCode } from "./portal.ts";

type MailServer = Awaited<ReturnType<typeof openMailServer>>;

/** A society whose mail goes to a separate mail server. */
const test = base.extend<{ mail: MailServer }>({
  // oxlint-disable-next-line no-empty-pattern -- A fixture names its dependencies, here none.
  mail: async ({}, use) => {
    const mail = await openMailServer();
    await use(mail);
    await mail.close();
  },
  environment: async ({ mail }, use) => {
    const SMTP_URL = `smtp://127.0.0.1:${mail.port}`;
    await use({ EMAIL_CHANNEL: "smtp", SMTP_URL, EMAIL_FROM: "sacco@uzima.example" });
  },
});

/** Returns the PDF attached to the mail that arrives at an address; undefined until it does. */
function attachedTo({ received }: MailServer, email: string): Uint8Array<ArrayBuffer> | undefined {
  const mail = received.find(({ to, text }) => to[0] === email && text.includes("savings-"));
  const [, part = ""] = mail?.text.split(/Content-Type: application\/pdf/) ?? [];
  const [, base64 = ""] = /\r\n\r\n([\s\S]+?)\r\n--/.exec(part) ?? [];
  return base64 === "" ? undefined : new Uint8Array(Buffer.from(base64, "base64"));
}

test("a member confirms their e-mail address and sends a locked statement there", async ({
  society,
  mail,
}) => {
  const page = await society.open("MS1001");
  const { request } = society;
  await page.goto("/app/ShareStatement");
  const closing = page.getByRole("main").locator("tfoot td").last();
  const savings = /[\d,]+\.\d\d/.exec(await closing.innerText())?.[0] ?? "no figure";
  await page.getByRole("button", { name: "Email", exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  const title = dialog.getByRole("heading", { name: /^Send as a PDF to \S+@\S+$/ });
  await expect(title).toBeVisible();
  const email = ((await title.textContent()) ?? "").split(" ").at(-1) ?? "";
  await fits(page);
  const [inner, outer] = [await title.boundingBox(), await dialog.boundingBox()];
  const right = (box: typeof inner): number => (box?.x ?? 0) + (box?.width ?? 0);
  expect(right(inner), "a long address keeps its distance").toBeLessThan(right(outer) - 15);

  const passphrase = dialog.getByLabel("Passphrase, if you want one", { exact: true });
  await passphrase.fill("short");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByLabel("OTP")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByText("Press Send OTP first;")).toBeVisible();
  // A code is not used up for a passphrase that does not do.
  await expect(passphrase).toHaveAttribute("aria-invalid", "true");
  await expect(passphrase).toHaveAccessibleDescription(/^At least 8 characters\./);
  await dialog.getByLabel("OTP").fill("12345");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByText("The code has 6 digits.")).toBeVisible();
  await dialog.getByRole("button", { name: "Send OTP" }).click();
  await expect(dialog.getByRole("status")).toContainText("Code sent. It lasts 5 minutes.");
  await dialog.getByLabel("OTP").fill(await lastCode(request, email));
  await expect(passphrase).toHaveValue("short");
  await passphrase.fill("short no more");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText(`Sent to ${email}`)).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await expect.poll(() => attachedTo(mail, email)).toBeDefined();
  const pdf = (): Uint8Array<ArrayBuffer> => attachedTo(mail, email) ?? new Uint8Array();
  await expect(getDocumentProxy(pdf())).rejects.toThrow(/password/i);
  const opened = await getDocumentProxy(pdf(), { password: "short no more" });
  const { text } = await extractText(opened, { mergePages: true });
  expect(text).toContain("MS1001");
  expect(text).toContain(savings);
});

test("the dialog of a statement by e-mail closes by Escape, back to its button", async ({
  society,
}) => {
  const page = await society.open("MS1003");
  await page.goto("/app/ShareCapital");
  await expect(page.locator("tfoot")).toBeVisible();
  const open = page.getByRole("button", { name: "Email", exact: true });
  await open.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog").getByLabel(/^Passphrase/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(open).toBeFocused();
});
