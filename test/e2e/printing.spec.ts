import type { Page } from "@playwright/test";
import { answerLoans } from "../shots/loan-states.ts";
import { extractText, getDocumentProxy } from "unpdf";
import {
  expect,
  memberPassword,
  openSession,
  type Person,
  signedInTest as test,
  staffPassword,
} from "./portal.ts";

const CODE = /\b[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\b/g;
const documents = "**/documents";

/** Counts what the page hands to the printer, and the documents that it issues for that. */
async function atPrinter(page: Page): Promise<{ printed: number; issued: number }> {
  const count = { printed: 0, issued: 0 };
  await page.exposeFunction("handOver", () => {
    count.printed += 1;
  });
  await page.addInitScript("window.print = () => window.handOver()");
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/documents")) count.issued += 1;
  });
  return count;
}

/** Returns the text of each page of paper, as the browser lays it out. */
async function paperOf(page: Page): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const { text } = await extractText(pdf);
  return text.map((one) => one.replace(/\s+/g, " "));
}

const press = (page: Page) => page.getByRole("button", { name: "Print", exact: true }).click();

test("Print prints the statement with its code, and nothing of the screen", async ({ page }) => {
  const count = await atPrinter(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/app/ShareStatement?from=2026-01-01");
  await press(page);
  await expect.poll(() => count).toEqual({ printed: 1, issued: 1 });
  const [paper = "", ...others] = await paperOf(page);
  expect(others).toEqual([]);
  for (const text of ["P.O. Box", "Deposits/Savings Statement", "Name", "Member No", "1 / 1"]) {
    expect(paper).toContain(text);
  }
  expect(paper).toMatch(/1 Jan 2026 to \d+ \w+ 2026\. Amounts in Kenya shillings\./);
  for (const text of [
    "copy of the screen",
    "Log Out",
    "This year",
    "CSV",
    "Monthly contribution",
  ]) {
    expect(paper).not.toContain(text);
  }
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("img", { name: /QR code of .*\/Verify\// })).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toBe("rgb(255, 255, 255)");
  const [code = "", , key = ""] = paper.match(CODE) ?? [];
  const last = await page.locator("article tbody tr").last().innerText();
  await page.emulateMedia({ media: "screen" });
  await page.goto("/");
  await page.goto(`/Verify/${code}#${key}`);
  await expect(page.getByText("Compare each line with your paper").first()).toBeVisible();
  const [, narration = "", reference = ""] = last.split("\t");
  await expect(page.getByText(narration).last()).toBeVisible();
  await expect(page.getByText(reference).last()).toBeVisible();
});

test("Ctrl+P prints it too, at once again the same one, and later another", async ({
  page,
  isMobile,
}) => {
  const count = await atPrinter(page);
  await page.goto("/app/ShareCapital");
  await expect(page.locator("main tfoot")).toBeVisible();
  const now = Date.now();
  await page.clock.setFixedTime(now);
  // Held down all the time, so that each press is one key alone.
  await page.keyboard.down(isMobile ? "Meta" : "Control");
  await page.keyboard.press("p");
  await expect.poll(() => count).toEqual({ printed: 1, issued: 1 });
  const [code] = (await paperOf(page)).join().match(CODE) ?? [];
  // From then on the sheet goes away with the next key.
  await page.clock.fastForward(1000);
  await page.keyboard.press("p");
  await expect.poll(() => count).toEqual({ printed: 2, issued: 1 });
  expect((await paperOf(page)).join()).toContain(code);
  await page.clock.setFixedTime(now + 5001);
  await page.keyboard.press("p");
  await expect.poll(() => count).toEqual({ printed: 3, issued: 2 });
  expect((await paperOf(page)).join()).not.toContain(code);
});

test("another period prints another document", async ({ page }) => {
  const count = await atPrinter(page);
  await page.goto("/app/ShareStatement");
  await press(page);
  await expect.poll(() => count.printed).toBe(1);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(page.getByText(/^Up to/)).toBeVisible();
  await press(page);
  await expect.poll(() => count).toEqual({ printed: 2, issued: 2 });
  expect((await paperOf(page))[0]).toContain("Up to ");
});

test("each page of three years carries the code, its number and the headings", async ({ page }) => {
  const count = await atPrinter(page);
  await page.goto("/app/ShareStatement?from=2023-11-01");
  await press(page);
  await expect.poll(() => count.printed).toBe(1);
  const pages = await paperOf(page);
  expect(pages.length).toBeGreaterThan(1);
  const [code = ""] = pages[0]?.match(CODE) ?? [];
  for (const [index, text] of pages.entries()) {
    expect(text).toContain(`${code} Input Date Narration Ref Savings Running Amt`);
    expect(text).toContain(`${index + 1} / ${pages.length}`);
  }
  expect(pages.at(-1)).toContain("Key to the entries");
});

test("a document that is not issued is said beside the button, and nothing is printed", async ({
  page,
}) => {
  const count = await atPrinter(page);
  const json = { status: 503, reason: "busy", message: "The portal is busy. Try again." };
  await page.route(documents, (route) => route.fulfill({ status: 503, json }));
  await page.goto("/app/ShareStatement");
  await press(page);
  await expect(page.getByRole("alert")).toContainText("Nothing was printed. The portal is busy.");
  expect(count.printed).toBe(0);
  await page.unroute(documents);
  await press(page);
  await expect.poll(() => count.printed).toBe(1);
  await expect(page.getByRole("alert")).toBeHidden();
});

test("the browser's own menu prints a copy that says it has no code", async ({ page }) => {
  const count = await atPrinter(page);
  await page.goto("/app/ShareStatement");
  await press(page);
  await expect.poll(() => count.printed).toBe(1);
  // Stays for a phone that prints later, until somebody uses the page again.
  await expect(page.locator("article")).toHaveCount(1);
  await expect(async () => {
    await page.keyboard.press("Shift");
    await expect(page.locator("article")).toHaveCount(0, { timeout: 100 });
  }).toPass();
  const paper = (await paperOf(page)).join(" ");
  expect(paper).toContain("Not an official document.");
  expect(paper).not.toContain("P.O. Box");
});

const copies = [
  [
    "en",
    "/app/LoanList",
    "Loan List",
    /Not an official document/,
    /Apply Instant Loan|Menu|Log Out/,
  ],
  ["sw", "/app/LoanList", "Orodha ya Mikopo", /Si hati rasmi/, /Omba Mkopo|Menyu|Toka/],
  [
    "en",
    "/app/LoanList?loan=INS-2026-0002",
    "INS-2026-0002",
    /Not an official document/,
    /All applications|Show as a table|Menu|Log Out|Withdraw/,
  ],
] as const;

for (const [language, address, title, note, screen] of copies) {
  test(`${address} is printed in ${language} under the society's name and the day`, async ({
    page,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
    if (address.includes("?")) await answerLoans(page);
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const paper = (await paperOf(page)).join(" ");
    expect(paper).toMatch(note);
    expect(paper).toMatch(new RegExp(`^Uzima.* Sacco.*, \\d+ \\w+ 2\\d{3}\\. .*${title}`));
    expect(paper).not.toMatch(screen);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("main button:visible, nav:visible")).toHaveCount(0);
  });
}

/** Signs a person in without the page. */
function as(who: Person): Parameters<typeof test.use>[0] {
  return {
    storageState: async ({ playwright, baseURL }, use) => {
      const context = await playwright.request.newContext({ baseURL: baseURL ?? "" });
      await use(await openSession(context, who));
      await context.dispose();
    },
  };
}

test.describe("with a loan", () => {
  test.use(as({ memberNo: "MS1009", password: memberPassword }));

  test("a loan is printed as its statement with a code, not as the screen @wide", async ({
    page,
  }) => {
    const count = await atPrinter(page);
    await page.goto("/app/LoanStatement");
    const link = page.getByRole("main").getByRole("table").getByRole("link").first();
    const loanNo = await link.innerText();
    await link.click();
    await expect(page.getByRole("table", { name: "Schedule" })).toBeVisible();
    await press(page);
    await expect.poll(() => count.printed).toBe(1);
    const paper = (await paperOf(page)).join(" ");
    const shown = [
      "P.O. Box",
      "MS1009",
      `Loan Statement ${loanNo}`,
      "Instalments still to be paid",
    ];
    for (const text of shown) expect(paper).toContain(text);
    for (const text of ["All loans", "Show as a table", "Download statement", "Settle the loan"]) {
      expect(paper).not.toContain(text);
    }
    const [code = ""] = paper.match(CODE) ?? [];
    await page.goto(`/Verify/${code}`);
    await expect(page.getByText(`Loan Statement ${loanNo}`).first()).toBeVisible();
  });
});

test.describe("at the office", () => {
  test.use(as({ memberNo: "ST9001", password: staffPassword }));

  test("staff print a member's statements, each by itself, with its code @wide", async ({
    page,
  }) => {
    const count = await atPrinter(page);
    await page.goto("/app/MemberRecord?member=MS1002");
    await page.getByRole("button", { name: "Print: Deposits/Savings Statement" }).click();
    await expect.poll(() => count.printed).toBe(1);
    expect((await paperOf(page))[0]).toMatch(/Deposits\/Savings Statement.*MS1002/);
    await page.getByRole("button", { name: "Print: Share Capital Statement" }).click();
    await expect.poll(() => count).toEqual({ printed: 2, issued: 2 });
    const paper = (await paperOf(page)).join(" ");
    expect(paper).toMatch(/Share Capital Statement.*Member No MS1002.*Key to the entries/);
    expect(paper).not.toContain("Deposits/Savings Statement");
  });
});

for (const text of ["normal", "larger"]) {
  test(
    `in Kiswahili each action of a statement has room in its button, with ${text} text`,
    { tag: "@narrow" },
    async ({ page }) => {
      await page.addInitScript((size) => {
        localStorage.setItem("language", "sw");
        localStorage.setItem("text", size);
      }, text);
      await page.goto("/app/ShareStatement");
      await expect(page.getByRole("button", { name: "Chapisha", exact: true })).toBeVisible();
      const actions = page.getByRole("group", { name: "Chapisha na upakue" });
      const rooms = await actions.locator("button, a").evaluateAll((all) =>
        all.map((action) => {
          const words = document.createRange();
          words.selectNodeContents(action);
          const { left, right } = action.getBoundingClientRect();
          const inside = words.getBoundingClientRect();
          return Math.min(inside.left - left, right - inside.right);
        }),
      );
      expect(rooms.length).toBe(6);
      expect(Math.min(...rooms)).toBeGreaterThanOrEqual(8);
    },
  );
}

for (const [address, language] of [
  ["/app/GurantorList", "en"],
  ["/app/GurantorList", "sw"],
  ["/app/LoanList", "sw"],
  ["/app/DividendList", "sw"],
] as const) {
  const name = `the copy of ${address} in ${language} has every column and breaks no word @wide`;
  test(name, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
    await page.goto(address);
    const table = page.getByRole("main").getByRole("table").first();
    await expect(table).toBeVisible();
    // The width of A4 between the margins of print.css.
    await page.setViewportSize({ width: 688, height: 900 });
    await page.emulateMedia({ media: "print" });
    const { rights, broken } = await table.evaluate(brokenWords);
    expect(Math.max(...rights)).toBeLessThanOrEqual(688);
    expect(broken).toEqual([]);
  });
}

/** Returns where the cells of a table end, and the words that are on more than one line. */
function brokenWords(table: Element): { rights: number[]; broken: string[] } {
  const broken: string[] = [];
  const rights: number[] = [];
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    for (const { index, 0: word } of (node.textContent ?? "").matchAll(/[^\s-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
      rights.push(range.getBoundingClientRect().right);
    }
  }
  return { rights, broken };
}

for (const [address, at] of [
  ["/app/ShareStatement?from=2023-11-01", ""],
  ["/app/LoanStatement", " @wide"],
] as const) {
  test(`Ctrl+P below the fold of ${address} shows what it waits for and why it fails${at}`, async ({
    page,
    isMobile,
  }) => {
    let fail = (): void => {};
    const failing = new Promise<void>((resolve) => (fail = resolve));
    await page.route(/\/(documents|statement)$/, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await failing;
      await route.abort();
    });
    await page.goto(address);
    if (address.endsWith("LoanStatement")) {
      await page.getByRole("main").getByRole("table").getByRole("link").first().click();
      await expect(page.getByRole("table", { name: "Schedule" })).toBeVisible();
    }
    await expect(page.getByRole("main").getByRole("table").last()).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.keyboard.press(isMobile ? "Meta+p" : "Control+p");
    await expect(page.getByText("Preparing the pages…")).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    fail();
    await expect(page.getByText(/Nothing was printed\./)).toBeInViewport({ ratio: 1 });
  });
}
