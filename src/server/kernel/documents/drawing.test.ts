import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { extractText, getDocumentProxy } from "unpdf";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cents } from "#shared/money.ts";
import { rowsKey, verificationCode } from "#shared/verification-code.ts";
import { buildWorker, programFolder } from "#test/built-worker.ts";
import { drawCsv } from "./csv.ts";
import { DrawingQueue } from "./drawing-queue.ts";
import { drawPdf } from "./pdf.ts";
import type { Row, StatementDocument } from "./statement-document.ts";
import { drawXlsx } from "./xlsx.ts";

const FORMULAS = ["=1+1", "+254712", "-cmd", "@SUM(A1)", "\tx", "\rx", '=HYPERLINK("a","b")'];

const made = (index: number): Row => [
  "2025-10-28",
  `Check-off no. ${index}`,
  `PCO-${index}`,
  cents(index % 7 === 3 ? -500_000n : 500_000n),
  cents(18_650_000n + BigInt(index)),
];

function documentOf(rows: readonly Row[], name = "Wanjiru Njeri Kamau"): StatementDocument {
  return {
    statement: "savings",
    language: "en",
    memberNo: "MS1001",
    issuedAt: Date.UTC(2026, 3, 14, 6, 12),
    letterhead: {
      organisationName: "Uzima Hospital Staff Sacco",
      address: "P.O. Box 1, Nairobi",
      phone: "0709 000 210",
      email: "help@uzimasacco.example",
      accentHue: 172,
      accentChroma: 0.078,
      logo: null,
    },
    title: "Deposits/Savings Statement",
    notes: ["15 October 2025 to 14 April 2026. Amounts in Kenya shillings."],
    header: [["Name", name]],
    table: {
      columns: [
        { head: "Input Date", kind: "date" },
        { head: "Narration", kind: "text", grows: true },
        { head: "Ref", kind: "text" },
        { head: "Savings", kind: "money" },
        { head: "Running Amt", kind: "money" },
      ],
      broughtForward: ["2025-10-15", "Balance brought forward", null, null, cents(18_650_000n)],
      rows,
      total: { label: "Total Amount", sums: [null, null, null, cents(-5n), cents(105n)], tied: 4 },
      proof: null,
    },
    verification: {
      code: verificationCode(new Uint8Array(16)),
      rowsKey: rowsKey(new Uint8Array(16)),
      page: "uzimasacco.example/Verify",
      address: "https://uzimasacco.example/Verify/AAAA-AAAA-AAAA",
      holder: "Wanjiru N. K****",
      closing: cents(105n),
    },
  };
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => made(index));

async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text;
}

describe("a PDF", () => {
  it("numbers its pages, repeats the headings on each, and loses no row between them", async () => {
    const pages = await pagesOf(await drawPdf(documentOf(rowsOf(120))));
    expect(pages.length).toBeGreaterThan(3);
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toMatch(/Input Date\s+Narration\s+Ref\s+Savings\s+Running Amt/);
    });
    const refs = [...pages.join("\n").matchAll(/PCO-\d+/g)].map(([ref]) => ref);
    expect(refs).toEqual(rowsOf(120).map(([, , ref]) => ref));
  });

  it("has its code on each page, so that pages of two documents cannot be mixed", async () => {
    const document = documentOf(rowsOf(120));
    const pages = await pagesOf(await drawPdf(document));
    pages.forEach((page, index) => {
      const place = `Page ${index + 1} of ${pages.length}`;
      expect(page).toContain(`${document.verification?.code} · ${place}`);
    });
  });

  it.each(["Wanjirũ wa Mũgo", "Ngʼangʼa Ŋoroge", "Chérie Kĩmani-Ôtieno", "Njerí Wairimũ"])(
    "holds the name %s as it is written",
    async (name) => {
      const [page] = await pagesOf(await drawPdf(documentOf(rowsOf(1), name)));
      expect(page?.normalize("NFC")).toContain(name.normalize("NFC"));
    },
  );

  it("has the same bytes for the same document", async () => {
    const [one, other] = [
      await drawPdf(documentOf(rowsOf(40))),
      await drawPdf(documentOf(rowsOf(40))),
    ];
    expect(Buffer.compare(one, other)).toBe(0);
  });

  it("is tagged, in a language, titled, with its fonts in it and nothing active", async () => {
    const pdf = await drawPdf(documentOf(rowsOf(40)));
    const bytes = Buffer.from(pdf).toString("latin1");
    expect(bytes).toMatch(/\/Marked true/);
    expect(bytes).toMatch(/\/Lang \(en-KE\)/);
    expect(bytes).toMatch(/\/DisplayDocTitle true/);
    for (const kind of ["H1", "P", "Table", "TR", "TH", "TD", "Figure"]) {
      expect(bytes).toMatch(new RegExp(`/S /${kind}\\b`));
    }
    expect(bytes).toMatch(/\/FontFile2/);
    expect(bytes).not.toMatch(
      /\/(JavaScript|JS|AA|OpenAction|EmbeddedFiles?|Launch|URI|AcroForm|SubmitForm|RichMedia)\b/,
    );
  });

  it("accepts a narration of any length with any characters", async () => {
    const wild = [
      `${"Kuhamishwa ".repeat(60)}end`,
      "x".repeat(900),
      "\u0000\u0007a\nb",
      "💰 مرحبا",
    ];
    const rows = wild.map((narration, index): Row => [
      "2025-10-28",
      narration,
      "R",
      ...made(index).slice(3),
    ]);
    const pages = await pagesOf(await drawPdf(documentOf(rows)));
    expect(pages.join(" ")).toContain("Kuhamishwa end");
  });

  it("passes qpdf's check", async ({ skip }) => {
    const folder = programFolder();
    try {
      execFileSync("qpdf", ["--version"]);
    } catch {
      skip("qpdf is not on this machine");
    }
    try {
      const file = join(folder, "statement.pdf");
      writeFileSync(file, await drawPdf(documentOf(rowsOf(120))));
      expect(execFileSync("qpdf", ["--check", file], { encoding: "utf8" })).toContain("No syntax");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("text that a spreadsheet would run", () => {
  const rows = FORMULAS.map((formula, index): Row => [
    "2025-10-28",
    formula,
    formula,
    ...made(index).slice(3),
  ]);

  it("gets an apostrophe before it in CSV, while a negative amount stays a number", () => {
    const lines = new TextDecoder("utf-8", { ignoreBOM: true }).decode(drawCsv(documentOf(rows)));
    expect(lines.startsWith("\uFEFFInput Date,Narration,Ref,Savings,Running Amt\r\n")).toBe(true);
    expect(lines).toContain("2025-10-28,'=1+1,'=1+1,5000.00,186500.00\r\n");
    expect(lines).toContain("2025-10-28,'@SUM(A1),'@SUM(A1),-5000.00,");
    expect(lines).toContain(`"'=HYPERLINK(""a"",""b"")"`);
    expect(lines).toMatch(/Total Amount,,,-0\.05,1\.05\r\n$/);
    for (const cell of lines.slice(1).split(/\r\n|,/)) expect(cell).not.toMatch(/^[=+@\t\r]|^-\D/);
  });

  it("is plain text in a workbook, where days are days and amounts numbers", async () => {
    const sheet = await readSheet(Buffer.from(await drawXlsx(documentOf(rows))));
    const found = sheet.filter((row) => row[1] === "=1+1" || row[1] === "@SUM(A1)");
    expect(found).toEqual([
      [new Date("2025-10-28"), "=1+1", "=1+1", 5000, 186_500],
      [new Date("2025-10-28"), "@SUM(A1)", "@SUM(A1)", -5000, 186_500.03],
    ]);
    expect(sheet.at(-1)).toEqual(["Total Amount", null, null, -0.05, 1.05]);
  });
});

describe("the desk", () => {
  const folder = programFolder();
  let desk: DrawingQueue;

  beforeAll(async () => {
    desk = new DrawingQueue(await buildWorker(folder, "kernel/documents/drawing-worker.ts"));
  });

  afterAll(async () => {
    await desk.close();
    rmSync(folder, { recursive: true });
  });

  it("draws 20,000 rows while others are served without a wait", async () => {
    const drawing = { document: documentOf(rowsOf(20_000)), format: "pdf" } as const;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const drawn = await desk.draw("MS1", drawing);
    delay.disable();
    expect(Buffer.from(drawn.subarray(0, 5)).toString()).toBe("%PDF-");
    // This thread only hands the rows over; drawing takes ten times as long.
    expect(delay.max / 1e6).toBeLessThan(1000);
  });

  it("draws the same bytes as this thread would", async () => {
    const document = documentOf(rowsOf(30));
    expect(
      Buffer.compare(await desk.draw("MS1", { document, format: "pdf" }), await drawPdf(document)),
    ).toBe(0);
    expect(
      Buffer.compare(await desk.draw("MS1", { document, format: "csv" }), drawCsv(document)),
    ).toBe(0);
  });

  it("fails a document that cannot be drawn, and goes on with the next", async () => {
    const broken = { ...documentOf([]), language: "xx" } as unknown as StatementDocument;
    await expect(desk.draw("MS1", { document: broken, format: "pdf" })).rejects.toThrow(
      /a document failed/,
    );
    const drawn = await desk.draw("MS1", { document: documentOf([]), format: "pdf" });
    expect((await pagesOf(drawn)).join(" ")).toContain("There are no entries.");
  });

  it("lets senders take turns, so that ten documents of one do not hold up another", async () => {
    const done: string[] = [];
    const send = async (sender: string): Promise<void> => {
      await desk.draw(sender, { document: documentOf(rowsOf(30)), format: "pdf" });
      done.push(sender);
    };
    await Promise.all([...Array.from({ length: 10 }, () => send("MS1")), send("MS2")]);
    expect(done.indexOf("MS2")).toBe(1);
    expect(done).toHaveLength(11);
  });

  it("is full after three long documents of three senders", async () => {
    const long = { document: documentOf(rowsOf(20_000)), format: "csv" } as const;
    const short = { document: documentOf(rowsOf(30)), format: "csv" } as const;
    const busy = { code: "busy", retryAfter: 5 };
    const given = ["MS1", "MS2", "MS3"].map((sender) => desk.draw(sender, long));
    await expect(desk.draw("MS1", short)).rejects.toMatchObject(busy);
    await expect(desk.draw("MS4", short)).rejects.toMatchObject(busy);
    await Promise.all(given);
    expect((await desk.draw("MS4", short)).length).toBeGreaterThan(0);
  });

  it("lets one sender hold ten places of fifty, and is then full for all", async () => {
    const short = { document: documentOf([]), format: "csv" } as const;
    const asked = ["MS1", "MS2", "MS3", "MS4", "MS5", "MS6"].flatMap((sender) =>
      Array.from({ length: 11 }, () => desk.draw(sender, short)),
    );
    const fates = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(fates.filter((fate) => fate === "fulfilled")).toHaveLength(50);
    expect(fates.slice(0, 11).at(-1)).toBe("rejected");
    expect(fates.slice(55)).not.toContain("fulfilled");
  });

  it("fails only the document that was being drawn when its thread ended", async () => {
    const program = join(folder, "ends-once.js");
    const ended = JSON.stringify(join(folder, "ended"));
    writeFileSync(
      program,
      `import { existsSync, writeFileSync } from "node:fs";
      import { parentPort } from "node:worker_threads";
      parentPort.on("message", () => {
        if (existsSync(${ended})) return parentPort.postMessage({ done: new Uint8Array(1) });
        writeFileSync(${ended}, "");
        process.exit(1);
      });`,
    );
    const fragile = new DrawingQueue(pathToFileURL(program));
    const drawing = { document: documentOf([]), format: "csv" } as const;
    const [first, second] = [fragile.draw("MS1", drawing), fragile.draw("MS2", drawing)];
    await expect(first).rejects.toThrow(/has ended/);
    expect(await second).toHaveLength(1);
    await fragile.close();
  });

  it("starts its thread before the first document needs it", async () => {
    const program = join(folder, "warm.mjs");
    const started = join(folder, "started");
    const text = `import { writeFileSync } from "node:fs";
      writeFileSync(${JSON.stringify(started)}, "");
      setInterval(() => {}, 1000);`;
    writeFileSync(program, text);
    const warmed = new DrawingQueue(pathToFileURL(program));
    warmed.warm();
    await vi.waitUntil(() => existsSync(started), { timeout: 20_000 });
    await warmed.close();
  });
});
