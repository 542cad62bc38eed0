import { readFile } from "node:fs/promises";
import { codesOf, downloaded } from "./pdf-codes.ts";
import { expect, fitsInEveryColour, signedInTest as test } from "./portal.ts";

test("the code of a PDF just issued leads to its figures", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/app/ShareStatement");
  const closing = await page.locator("tfoot td").last().innerText();
  const { code } = await codesOf(await downloaded(page));
  await page.goto(`/Verify/${code}`);
  await expect(page.getByText(`Ksh ${closing}`)).toBeVisible();
  await expect(page.getByText("Deposits/Savings Statement")).toBeVisible();
  await page.getByLabel("Closing balance on the paper").fill(closing);
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("It matches.")).toBeVisible();
});

test("the key on a paper opens every entry as it was issued", async ({ page }) => {
  await page.goto("/app/ShareStatement");
  const row = page.getByRole("row").filter({ hasText: /\d{4}/ });
  const reference = await row.nth(2).getByRole("cell").nth(2).innerText();
  const { code, key } = await codesOf(await downloaded(page));
  await page.goto(`/Verify/${code}`);
  await page.getByLabel("Key to the entries").fill("AAAA-BBBB-CCCC");
  await page.getByRole("button", { name: "Show the entries" }).click();
  await expect(page.getByText("This key does not belong to this code.")).toBeVisible();
  await page.getByLabel("Key to the entries").fill(key.toLowerCase());
  await page.getByRole("button", { name: "Show the entries" }).click();
  const entries = page.getByRole("table", { name: "Deposits/Savings Statement" });
  await expect(entries.getByText(reference).first()).toBeVisible();
  // The QR code has the key in its address.
  await page.goto("/");
  await page.goto(`/Verify/${code}#${key}`);
  await expect(entries.getByText(reference).first()).toBeVisible();
});

test("a paper is compared and its entries open even once the connection is lost", async ({
  page,
  context,
}) => {
  await page.goto("/app/ShareStatement");
  const closing = await page.locator("tfoot td").last().innerText();
  const { code, key } = await codesOf(await downloaded(page));
  await page.goto(`/Verify/${code}`);
  const field = page.getByLabel("Key to the entries");
  await expect(field).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^You have been offline since/)).toBeVisible();
  await page.getByLabel("Closing balance on the paper").fill(closing);
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("It matches.")).toBeVisible();
  await field.fill(key);
  await page.getByRole("button", { name: "Show the entries" }).click();
  await expect(page.getByRole("table", { name: "Deposits/Savings Statement" })).toBeVisible();
});

test("what is pasted from a paper opens its entries by itself, key included", async ({ page }) => {
  await page.goto("/app/ShareStatement");
  const { code, key } = await codesOf(await downloaded(page));
  const pasted = [
    ["/", `${code} ${key.toLowerCase()}`],
    ["/Verify", `https://sacco.example.co.ke/Verify/${code}#${key}`],
  ] as const;
  for (const [start, text] of pasted) {
    await page.goto(start);
    await page.getByLabel("Verification code").fill(text);
    await page.getByRole("button", { name: "Check" }).click();
    const entries = page.getByRole("table", { name: "Deposits/Savings Statement" });
    await expect(entries, `${text} at ${start}`).toBeVisible();
  }
});

test("a paper without entries is shown with its heads, its notes and its total", async ({
  page,
}) => {
  await page.goto("/app/GurantorList");
  await page.getByRole("searchbox").fill("zzzz");
  const { code, key } = await codesOf(await downloaded(page));
  await page.goto("/");
  await page.goto(`/Verify/${code}#${key}`);
  await expect(page.getByText("Extract: only the lines that match “zzzz”")).toBeVisible();
  await expect(page.getByText("There are no entries.")).toBeVisible();
  const table = page.getByRole("table", { name: "Guarantor Statement" });
  await expect(table.getByRole("columnheader").getByText("Amt Guaranteed")).toBeAttached();
  await expect(table.getByRole("row").last()).toContainText(/Total.*0\.00/);
});

test("a wrong key in the address of a QR code is named, as a typed one is", async ({ page }) => {
  await page.goto("/app/ShareStatement");
  const { code } = await codesOf(await downloaded(page));
  await page.goto("/");
  await page.goto(`/Verify/${code}#AAAA-BBBB-CCCC`);
  await expect(page.getByLabel("Key to the entries")).toHaveValue("AAAA-BBBB-CCCC");
  await expect(page.getByText("This key does not belong to this code.")).toBeVisible();
});

for (const statement of ["ShareStatement", "DividendList"]) {
  test(`no cell of ${statement} covers another on a phone @narrow`, async ({ page }) => {
    await page.goto(`/app/${statement}`);
    const { code, key } = await codesOf(await downloaded(page));
    await page.goto("/");
    await page.goto(`/Verify/${code}#${key}`);
    const entry = page.getByRole("table").getByRole("row").nth(1);
    await expect(entry).toBeVisible();
    expect(await entry.getByRole("cell").evaluateAll(coveredCells)).toEqual([]);
  });
}

/** Returns the texts of the cells that cover another, by the boxes of their characters. */
function coveredCells(cells: Element[]): string[] {
  const boxes = cells.map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  });
  const covers = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return cells
    .filter((_, at) => boxes.some((box, other) => other !== at && covers(boxes[at] ?? box, box)))
    .map((cell) => cell.textContent ?? "");
}

test("a PDF is checked without a connection, and one byte of difference is found", async ({
  page,
  context,
}) => {
  await page.goto("/app/ShareStatement");
  const pdf = Buffer.from(await downloaded(page));
  await page.goto("/file-check.html");
  await context.setOffline(true);
  const choose = page.getByLabel("PDF file");
  await choose.setInputFiles({ name: "own.pdf", mimeType: "application/pdf", buffer: pdf });
  await expect(page.getByText(/This file is exactly as .+ issued it\./)).toBeVisible();
  await fitsInEveryColour(page);
  const forged = Buffer.from(pdf);
  forged[500] = (forged[500] ?? 0) ^ 1;
  await choose.setInputFiles({ name: "forged.pdf", mimeType: "application/pdf", buffer: forged });
  await expect(page.getByText(/This file was changed after .+ issued it\./)).toBeVisible();
  await fitsInEveryColour(page);
});

test("a paper is compared with what was issued: it matches, or it does not", async ({ page }) => {
  // Our own fixed figure, so that the message can be compared word for word.
  await page.route("**/api/v1/verification/*", (route) =>
    route.fulfill({
      json: {
        organisationName: "Uzima Hospital Staff Sacco",
        holder: "W••••• N•••• K••••",
        memberNo: "MS••••",
        statement: "savings",
        from: "2025-10-15",
        to: "2026-04-14",
        closing: 225750.5,
        issuedOn: "2026-04-14",
      },
    }),
  );
  await page.goto("/");
  await page.getByLabel("Verification code").fill("7kqf 2m9d xp4t");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("7KQF-2M9D-XP4T").first()).toBeVisible();
  await expect(page.getByText("Issued by Uzima Hospital Staff Sacco")).toBeVisible();
  await expect(page.getByText("15 Oct 2025 to 14 Apr 2026")).toBeVisible();
  await expect(page.getByText("14 Apr 2026", { exact: true })).toBeVisible();
  const figure = page.getByLabel("Closing balance on the paper");
  await figure.fill("225 750.50");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("It matches.")).toBeVisible();
  await figure.fill("325,750.50");
  await expect(page.getByText("It matches.")).toHaveCount(0);
  await figure.press("Enter");
  const compare = page.getByRole("region", { name: "Compare with your paper" });
  await expect(compare.getByRole("alert")).toContainText("our books say 225,750.50");
  await figure.fill("325,75O.50");
  await figure.press("Enter");
  await expect(page.getByText("Use digits only, for example 225,750.50.")).toBeVisible();
});

test("a receipt that was reversed is not to be relied on, whatever its paper says", async ({
  page,
}) => {
  const receipt = {
    organisationName: "Uzima Hospital Staff Sacco",
    holder: "Muthoni W. N****",
    memberNo: "****11",
    statement: "counter-receipt",
    from: "",
    to: "2026-04-14",
    closing: 1500,
    issuedOn: "2026-04-14",
  };
  let state = "credited";
  await page.route("**/api/v1/verification/*", (route) =>
    route.fulfill({ json: { ...receipt, receipt: state } }),
  );
  await page.goto("/Verify/7KQF-2M9D-XP4T");
  await expect(page.getByText("The money is in the account.")).toBeVisible();
  await page.getByLabel("Amount on the paper").fill("1,500.00");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("It matches.")).toBeVisible();
  state = "reversed";
  await page.reload();
  await expect(page.getByRole("alert")).toHaveText("This receipt was reversed. Do not rely on it.");
  await expect(page.getByRole("button", { name: "Compare" })).toHaveCount(0);
});

test("a code that was never issued says so, with the real call", async ({ page }) => {
  await page.goto("/verify/aaaabbbbcccc");
  await expect(page.getByText("We issued no document under this code")).toBeVisible();
  // Most such codes are misread, so the code is there to be corrected.
  await expect(page.getByLabel("Verification code")).toHaveValue("AAAA-BBBB-CCCC");
  await page.getByRole("link", { name: "Check another code" }).click();
  await expect(page).toHaveURL(/\/Verify$/i);
  await page.getByLabel("Verification code").fill("0OI1");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByLabel("Verification code")).toBeFocused();
  await expect(page.getByText("A code has 12 letters and digits")).toBeVisible();
});

for (const [pasted, text] of [
  [
    "the address in the QR code",
    "https://sacco.example.co.ke/Verify/AAAA-BBBB-CCCC#DDDD-EEEE-FFFF",
  ],
  ["the code with its key", "AAAA-BBBB-CCCC dddd eeee ffff"],
] as const) {
  for (const start of ["/", "/Verify"]) {
    test(`${pasted}, pasted at ${start}, leads to the code and sends no key`, async ({ page }) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(start);
      await page.getByLabel("Verification code").fill(text);
      await page.getByRole("button", { name: "Check" }).click();
      await expect(page.getByText("We issued no document under this code")).toBeVisible();
      await expect(page.getByLabel("Verification code")).toHaveValue("AAAA-BBBB-CCCC");
      expect(asked.some((address) => address.endsWith("/AAAA-BBBB-CCCC"))).toBe(true);
      expect(asked.filter((address) => /EEEE/i.test(address))).toEqual([]);
    });
  }
}

test("an unknown code may be the other one on the paper, and the page says so", async ({
  page,
}) => {
  await page.goto("/Verify/AAAA-BBBB-CCCC");
  await expect(page.getByText("not the key printed beside it")).toBeVisible();
});

test("in Kiswahili a figure that differs may be a typing error", async ({ page }) => {
  await page.addInitScript("localStorage.setItem('language', 'sw')");
  await page.goto("/app/ShareStatement");
  const arrives = page.waitForEvent("download");
  await page.getByRole("button", { name: "PDF", exact: true }).click();
  const pdf = new Uint8Array(await readFile(await (await arrives).path()));
  await page.goto(`/Verify/${(await codesOf(pdf)).code}`);
  await page.getByLabel("Salio la mwisho kwenye karatasi").fill("1.00");
  await page.getByRole("button", { name: "Linganisha" }).click();
  const answer = page.getByRole("alert").filter({ hasText: "Hailingani." });
  await expect(answer).toContainText("Hakikisha umeiandika sawasawa.");
  await expect(answer).not.toContainText("Karatasi imebadilishwa");
});
