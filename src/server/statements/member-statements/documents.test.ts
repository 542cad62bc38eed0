import { readSheet } from "read-excel-file/node";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { plainDay } from "#shared/written-days.ts";
import { cents, formatMoney, fromWireAmount, shillings } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { postAll, reverse } from "#server/ledger/journal/post.ts";
import { recordGuarantee } from "#server/loans/lending/guarantees.ts";
import {
  openWithdrawableAccount,
  withdrawableAccount,
} from "#server/loans/lending/withdrawable-accounts.ts";
import { employ, enrolWithLogin, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety, withoutRequestId } from "#test/served-society.ts";

const society = useServedSociety({
  limits: { documentsPerMinute: 6000, documentBurst: 600 },
  config: { publicUrl: "https://uzimasacco.example" },
});
const tokens: Record<string, string> = {};
let member = 0n;

interface Running {
  readonly broughtForward: number;
  readonly closing: number;
  readonly totalIn: number;
  readonly totalOut: number;
  readonly movements: readonly {
    date: string;
    narration: string;
    reference: string;
    amount: number;
    balance: number;
  }[];
}

async function download(
  statement: string,
  body: object,
  who = "MS4217",
  as = who,
  language = "en",
) {
  return fetch(`${society.address}/api/v1/members/${who}/statements/${statement}/documents`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept-language": language,
      authorization: `Bearer ${tokens[as]}`,
    },
    body: JSON.stringify(body),
  });
}

async function bytesOf(statement: string, body: object, language = "en"): Promise<Uint8Array> {
  const reply = await download(statement, body, "MS4217", "MS4217", language);
  expect(reply.status).toBe(201);
  return new Uint8Array(await reply.arrayBuffer());
}

async function textOf(statement: string, body: object = {}, language = "en"): Promise<string> {
  const pdf = await bytesOf(statement, { format: "pdf", ...body }, language);
  const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
  return text.replace(/\s+/g, " ");
}

async function running(statement: string, query = ""): Promise<Running> {
  const path = `/api/v1/members/MS4217/statements/${statement}${query}`;
  const reply = await society.send("GET", path, { token: tokens["MS4217"] ?? "" });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Running;
}

const money = (amount: number) => formatMoney(fromWireAmount(amount));
const plain = (amount: number) => amount.toFixed(2);
const period = { from: "2026-01-01", to: "2026-04-14" };
const query = "?from=2026-01-01&to=2026-04-14";

function deposit(day: string, amount: bigint, narration: string, referenceNo: string): Entry {
  const account = memberAccount("member-deposits", member);
  const lines = [
    debit(societyAccount("mobile-money"), cents(amount)),
    credit(account, cents(amount)),
  ];
  const valueDate = day as CalendarDate;
  return { kind: "deposit-by-mpesa", narration, referenceNo, valueDate, lines };
}

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["MS4217", "MS4218"]) {
    await enrolWithLogin(society, memberNo, { fullName: "Wanjirũ Njeri Kamaũ" });
    tokens[memberNo] = await signIn(society, memberNo);
  }
  await employ(society, "ST1", "clerk");
  tokens["ST1"] = await signIn(society, "ST1");
  member = await memberIdOf(society, "MS4217");
  await society.database.unitOfWork("test", async (work) => {
    const ids = await postAll(work, [
      deposit("2025-11-07", 18_650_000n, "Check-off, November", "PCO-2511"),
      deposit("2026-01-28", 600_050n, "M-Pesa deposit", "TK74T81ZQP"),
      deposit("2026-02-27", 500_000n, "=HYPERLINK(1)", "PCO-2602"),
      deposit("2026-03-27", 375_005n, "Check-off, March", "PCO-2603"),
    ]);
    await reverse(work, ids[2] as bigint);
    await openWithdrawableAccount(work, withdrawableAccount(member, "WD-1"));
  });
  await lend(society, "MS4217", { loanNo: "LN-1" });
  const guarantee = { loanNo: "LN-1", amount: shillings(3000) };
  await society.database.unitOfWork("test", async (work) =>
    recordGuarantee(work, { ...guarantee, guarantorId: await memberIdOf(society, "MS4218") }),
  );
});

describe("a download matches the call to the cent", () => {
  it("as PDF, row by row with the total and the verification code", async () => {
    const found = await running("savings", query);
    expect(found.movements).toHaveLength(4);
    const text = await textOf("savings", period);
    for (const { date, narration, reference, amount, balance } of found.movements) {
      const day = plainDay("en", date as CalendarDate);
      const cells = [day, narration, reference, money(amount), money(balance)].filter(Boolean);
      expect(text).toContain(cells.join(" "));
    }
    const net = money(found.totalIn - found.totalOut);
    expect(text).toContain(`Balance brought forward ${money(found.broughtForward)}`);
    expect(text).toContain(`Total Amount ${net} ${money(found.closing)}`);
    expect(text).toContain(`in 4 entries = ${money(found.closing)} at close.`);
    expect(text).toContain("1 Jan 2026 to 14 Apr 2026.");
    expect(text).toMatch(/Wanjirũ Njeri Kamaũ.*MS4217.*14 Apr 2026, 09:12.*0712 000 482/);
  });

  it("as CSV", async () => {
    const found = await running("savings", query);
    const csv = new TextDecoder().decode(await bytesOf("savings", { format: "csv", ...period }));
    const [head, before, ...lines] = csv.trimEnd().split("\r\n");
    expect(head).toBe("Input Date,Narration,Ref,Savings,Running Amt");
    expect(before).toBe("2026-01-01,Balance brought forward,,,186500.00");
    const cells = lines.map((line) => line.replaceAll('"', "").split(",").slice(-2));
    const rows = found.movements.map(({ amount, balance }) => [plain(amount), plain(balance)]);
    expect(cells).toEqual([...rows, [plain(found.totalIn - found.totalOut), plain(found.closing)]]);
  });

  it("as a workbook, typed", async () => {
    const found = await running("savings", query);
    const sheet = await readSheet(
      Buffer.from(await bytesOf("savings", { format: "xlsx", ...period })),
    );
    const head = sheet.findIndex((row) => row[0] === "Input Date");
    const rows = found.movements.map(({ date, narration, reference, amount, balance }) => [
      new Date(date),
      narration,
      reference || null,
      amount,
      balance,
    ]);
    expect(sheet.slice(head + 2, -1)).toEqual(rows);
    expect(sheet.at(-1)?.slice(-2)).toEqual([found.totalIn - found.totalOut, found.closing]);
  });
});

describe("a document of balances on a day", () => {
  it.each([
    ["MS4217", "instant", "loans", "LN-1,School fees,"],
    ["MS4218", "guarantor", "guarantor", "2026-04-14,LN-1,School fees,Wanjirũ Njeri Kamaũ,"],
    ["MS4217", "withDrawable", "withdrawable", "WD-1,Wanjirũ Njeri Kamaũ,2026-04-14,0.00"],
  ])(
    "of %s matches %s and ends with the sum of the balances",
    async (who, path, statement, row) => {
      const reply = await society.send("GET", `/api/v1/${path}/${who}`, {
        token: tokens[who] ?? "",
      });
      const { data } = reply.body as { data: { outStanding?: number; outstanding?: number }[] };
      expect(data).toHaveLength(1);
      const balances = data.map((one) => one.outStanding ?? one.outstanding ?? 0);
      const given = await download(statement, { format: "csv" }, who);
      const [, first, total] = (await given.text()).split("\r\n");
      expect(first).toContain(row);
      expect(total).toMatch(new RegExp(`^Total Amount,.*${plain(balances[0] ?? Number.NaN)},?$`));
    },
  );
});

describe("a document", () => {
  it("is named after the member, the statement and the day", async () => {
    const reply = await download("savings", { format: "pdf" });
    expect(reply.headers.get("content-type")).toBe("application/pdf");
    expect(reply.headers.get("content-disposition")).toBe(
      'attachment; filename="MS4217-savings-2026-04-14.pdf"',
    );
  });

  it.each([
    ["savings", "Deposits/Savings Statement", "Input Date Narration Ref Savings Running Amt"],
    ["dividend", "Dividend Statement", "Date Narration Ref Dividend Paid Running Amt"],
    [
      "share-capital",
      "Share Capital Statement",
      "Date Narration Ref Account Wdrawn Savings Running Amt",
    ],
    [
      "loans",
      "Member Statement Summary",
      "Loan No Purpose Sdate Edate Period Original Amount Balance",
    ],
    [
      "guarantor",
      "Guarantor Statement",
      "Input Date Loan No Loan type Name Loan Amount Amt Guaranteed Loan Balance Guarantor Level",
    ],
    ["withdrawable", "W/drawable Deposit Statement", "Acc No Name Reg date Total"],
    ["contributions", "Fees and Contributions Statement", "Date Paid for Month Ref Amount"],
  ])("of %s has the specified columns", async (statement, title, heads) => {
    const text = await textOf(statement);
    expect(text).toContain(title);
    expect(text).toContain(`${heads} `);
    expect(text).toContain("Uzima Hospital Staff Sacco");
    const sheet = await readSheet(Buffer.from(await bytesOf(statement, { format: "xlsx" })));
    expect(sheet.map((row) => row.join(" ").trim())).toContain(heads);
  });

  it("is in the member's language", async () => {
    const text = await textOf("savings", {}, "sw-KE");
    expect(text).toContain("Taarifa ya Amana/Akiba");
    expect(text).toContain("Ukurasa 1 kati ya 1");
  });

  it("with a search shows the hits, says so, and keeps the period's totals", async () => {
    const found = await running("savings");
    const text = await textOf("savings", { search: "check-OFF" });
    expect(text).toContain("Check-off, March");
    expect(text).not.toContain("M-Pesa deposit");
    expect(text).toContain("Extract: only the entries that match “check-OFF”.");
    expect(text).toContain(`Total Amount ${money(found.closing)} ${money(found.closing)}`);
  });

  it("is audited, and a PDF is stored under its code with its closing figures", async () => {
    const text = await textOf("savings", period);
    const [code] = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text) ?? [];
    const { rows } = await society.owner.query(
      `select closing_cents, row_count, issued_by, period_from::text, period_to::text,
        (select detail ->> 'format' from audit_record where detail ->> 'code' = code) as format
      from issued_statement where code = $1`,
      [code],
    );
    expect(rows).toEqual([
      {
        closing_cents: String(shillings(196_250n) + 55n),
        row_count: 4,
        issued_by: "member:MS4217",
        period_from: "2026-01-01",
        period_to: "2026-04-14",
        format: "pdf",
      },
    ]);
  });

  it("can be downloaded by many at once", async () => {
    const asked = Array.from({ length: 8 }, () => download("savings", { format: "pdf" }, "MS4218"));
    const replies = await Promise.all(asked);
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
  });
});

describe("the OpenAPI document", () => {
  it("shows the options for a period, and the file formats of a document", async () => {
    const { body } = await society.send("GET", "/api/openapi.json");
    const { paths } = body as { paths: Record<string, Record<string, Record<string, unknown>>> };
    const path = "/api/v1/members/{memberNo}/statements/{statement}";
    const named = paths[path]?.["get"]?.["parameters"] as
      | { name: string; in: string }[]
      | undefined;
    expect(named?.map((one) => `${one.in} ${one.name}`)).toEqual([
      "path memberNo",
      "path statement",
      "query from",
      "query to",
    ]);
    const responses = paths[`${path}/documents`]?.["post"]?.["responses"];
    expect(responses).toMatchObject({
      201: { content: { "application/pdf": {}, "text/csv; charset=utf-8": {} } },
    });
  });
});

describe("a rejected document request", () => {
  it("is for another's record, answered like an unknown one before any lookup", async () => {
    const another = await download("savings", { format: "pdf" }, "MS4217", "MS4218");
    const nobody = await download("savings", { format: "pdf" }, "MS9999", "MS4218");
    expect([another.status, nobody.status]).toEqual([403, 403]);
    expect(withoutRequestId(await nobody.text())).toBe(withoutRequestId(await another.text()));
  });

  it("is for a period that ends before it begins", async () => {
    const reply = await download(
      "savings",
      { format: "csv", from: "2026-02-01", to: "2026-01-01" },
      "MS4217",
      "ST1",
    );
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({ errors: [{ field: "to" }] });
  });

  it("has a key that our own calls do not know, which is named", async () => {
    const reply = await download("savings", { format: "csv", colour: "red" }, "MS4217", "ST1");
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({ errors: [{ field: "colour" }] });
  });

  it("is from staff for an unknown member", async () => {
    const reply = await download("loans", { format: "csv" }, "MS9999", "ST1");
    expect(reply.status).toBe(404);
  });
});
