import fc from "fast-check";
import { parse } from "csv-parse/sync";
import { readSheet } from "read-excel-file/node";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { WORKBOOK_TYPE } from "#shared/contract/kernel/endpoint.ts";
import { type Cents, cents, formatMoney, fromWireAmount } from "#shared/money.ts";
import {
  type AccountCode,
  chartOfAccounts,
  type SocietyAccountCode,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { type EntryKind, permittedSides } from "#server/ledger/journal/permitted-kinds.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { societyKinds } from "#server/ledger/journal/society-kinds.ts";
import { deposit, employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { balanceSheet } from "./financial-report.ts";

const society = useServedSociety({ limits: { readBurst: 5000, documentBurst: 500 } });
const tokens = { treasurer: "", loansOfficer: "" };

interface Answer {
  readonly sections: readonly {
    readonly type: string;
    readonly rows: readonly { code: string; amount: number; before: number }[];
    readonly amount: number;
  }[];
  readonly result: number;
}

const read = async (path: string) => {
  const reply = await society.send("GET", `/api/v1/books/${path}`, { token: tokens.treasurer });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body as Answer;
};
const sheetOn = (day: string) => read(`balance-sheet?day=${day}`);
const incomeOf = (from: string, to: string) => read(`income-statement?from=${from}&to=${to}`);
const rowOf = ({ sections }: Answer, code: string) =>
  sections.flatMap(({ rows }) => rows).find((row) => row.code === code);
const toCents = (amount: number | undefined) => Math.round((amount ?? 0) * 100);

function entryOf(kind: EntryKind, amount: bigint, day: string): Entry {
  const of = (sign: 1 | -1) => {
    const side = permittedSides.find((one) => one.kind === kind && one.sign === sign);
    return societyAccount(side?.code as SocietyAccountCode);
  };
  const lines = [debit(of(1), cents(amount)), credit(of(-1), cents(amount))];
  return { kind, valueDate: day as CalendarDate, narration: kind, lines };
}
const post = (...entries: Entry[]) =>
  society.database.unitOfWork("test", (work) => postAll(work, entries));

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "ST5", "treasurer");
  await employ(society, "ST2", "loans-officer");
  tokens.treasurer = await signIn(society, "ST5");
  tokens.loansOfficer = await signIn(society, "ST2");
  await enrol(society, "MS1");
  await deposit(society, "MS1", 1000);
  await lend(society, "MS1", { loanNo: "LN-1" });
  await post(
    entryOf("bank-interest-received", 5000n, "2024-03-01"),
    entryOf("bank-charge", 2000n, "2024-12-31"),
    entryOf("other-income-at-bank", 700n, "2025-01-01"),
    entryOf("expense-by-bank", 1000n, "2025-06-30"),
    entryOf("surplus-to-statutory-reserve", 600n, "2025-07-01"),
  );
});

describe("an income statement", () => {
  it("has what was earned and spent in its days, and a year earlier", async () => {
    const year = await incomeOf("2025-01-01", "2025-12-31");
    expect(year.sections.map(({ type, amount }) => [type, amount])).toEqual([
      ["income", 7],
      ["expense", 10],
    ]);
    expect(year.result).toBe(-3);
    expect(rowOf(year, "bank-interest")).toMatchObject({ amount: 0, before: 50 });
    const day = await incomeOf("2024-12-31", "2024-12-31");
    expect(day.result).toBe(-20);
  });

  it("is of days in their order, for those who may read the books", async () => {
    const path = "/api/v1/books/income-statement?from=2025-02-01&to=2025-01-01";
    const wrong = await society.send("GET", path, { token: tokens.treasurer });
    expect(wrong.status).toBe(422);
    const other = await society.send("GET", path, { token: tokens.loansOfficer });
    expect(other.status).toBe(403);
  });
});

describe("a balance sheet", () => {
  it("keeps the surplus of earlier years, less what was moved to reserves", async () => {
    const before = await sheetOn("2024-12-31");
    expect(rowOf(before, "retained-surplus")).toBeUndefined();
    expect(rowOf(before, "")?.amount).toBe(30);
    const after = await sheetOn("2025-12-31");
    expect(rowOf(after, "retained-surplus")).toMatchObject({ amount: 24, before: 0 });
    expect(rowOf(after, "statutory-reserve")?.amount).toBe(6);
    expect(rowOf(after, "")).toMatchObject({ amount: -3, before: 30 });
    expect(after.result).toBe(0);
  });

  it("shows an overdrawn account among the liabilities", () => {
    const day = "2025-12-31" as CalendarDate;
    const none = new Map<AccountCode, Cents>();
    const overdrawn = new Map<AccountCode, Cents>([
      ["mobile-money", cents(-900n)],
      ["mpesa-charges", cents(900n)],
    ]);
    const sheet = balanceSheet({ from: day, to: day, beforeTo: day }, [overdrawn, none, none]);
    expect(sheet.sections).toMatchObject([
      { type: "asset", lines: [] },
      { type: "liability", lines: [{ code: "mobile-money", amount: 900n }] },
      { type: "equity", lines: [{ code: "surplus-of-year", amount: -900n }] },
    ]);
    expect(sheet.result).toBe(0n);
  });

  it("balances to the cent whatever the accounts have, and loses none of them", () => {
    const codes = Object.keys(chartOfAccounts) as AccountCode[];
    const amounts = fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), {
      minLength: codes.length - 1,
      maxLength: codes.length - 1,
    });
    const balancesOf = (given: readonly bigint[]) => {
      const rest = -given.reduce((sum, one) => sum + one, 0n);
      return new Map([...given, rest].map((one, at) => [codes[at] as AccountCode, cents(one)]));
    };
    const day = "2025-12-31" as CalendarDate;
    fc.assert(
      fc.property(amounts, amounts, amounts, (one, two, three) => {
        const sheet = balanceSheet({ from: day, to: day, beforeTo: day }, [
          balancesOf(one),
          balancesOf(two),
          balancesOf(three),
        ]);
        expect(sheet.result).toBe(0n);
        expect(sheet.resultBefore).toBe(0n);
        for (const { lines, amount } of sheet.sections) {
          expect(lines.reduce((sum, line) => sum + line.amount, 0n)).toBe(amount);
        }
      }),
    );
  });

  it("ties to the trial balance on every day of a random ledger", async () => {
    const kinds = Object.keys(societyKinds) as EntryKind[];
    const floored = /^(insurance|welfare|expense-in-cash)/;
    const entry = fc.record({
      kind: fc.constantFrom(...kinds.filter((kind) => !floored.test(kind))),
      amount: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      day: fc.constantFrom("2026-01-01", "2026-01-31", "2026-02-28", "2026-03-31"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 12 }), async (entries) => {
        await post(...entries.map(({ kind, amount, day }) => entryOf(kind, amount, day)));
        for (const { day } of entries) {
          const sheet = await sheetOn(day);
          expect(sheet.result).toBe(0);
          const trial = (await read(`trial-balance?day=${day}`)) as unknown as {
            rows: { code: AccountCode; debit: number; credit: number }[];
          };
          const ofTypes = (...types: string[]) =>
            trial.rows
              .filter(({ code }) => types.includes(chartOfAccounts[code].type))
              .reduce((sum, row) => sum + toCents(row.debit) - toCents(row.credit), 0);
          const amountOf = (type: string) =>
            toCents(sheet.sections.find((one) => one.type === type)?.amount);
          expect(amountOf("asset") - amountOf("liability")).toBe(ofTypes("asset", "liability"));
          expect(-amountOf("equity")).toBe(ofTypes("equity", "income", "expense"));
        }
      }),
      { numRuns: 8 },
    );
  });
});

describe("the files of both reports", () => {
  const file = (path: string) =>
    society.send("GET", `/api/v1/books/${path}`, { token: tokens.treasurer });

  it("have the figures of the page", async () => {
    const { text } = await file("balance-sheet/csv?day=2025-12-31");
    const rows: string[][] = parse(text, { bom: true });
    const sheet = await sheetOn("2025-12-31");
    for (const { amount } of sheet.sections) {
      expect(rows.some(([, cell]) => Number(cell) === amount)).toBe(true);
    }
    const income = await file("income-statement/csv?from=2025-01-01&to=2025-12-31");
    expect(income.text).toContain("Deficit,-3.00,30.00");
  });

  const year = "from=2025-01-01&to=2025-12-31";
  const bytesOf = async (path: string, type: string) => {
    const headers = { authorization: `Bearer ${tokens.treasurer}` };
    const reply = await fetch(`${society.address}/api/v1/books/${path}`, { headers });
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, type]);
    return new Uint8Array(await reply.arrayBuffer());
  };
  const textOf = async (path: string) => {
    const bytes = await bytesOf(path, "application/pdf");
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
    return text.replaceAll(/\s+/g, " ");
  };
  const sheetOf = async (path: string) =>
    readSheet(Buffer.from(await bytesOf(path, WORKBOOK_TYPE)));

  it("come as balance-sheet/pdf, with the figures of the page", async () => {
    const text = await textOf("balance-sheet/pdf?day=2025-12-31");
    for (const { amount } of (await sheetOn("2025-12-31")).sections) {
      expect(text).toContain(formatMoney(fromWireAmount(amount)));
    }
    expect(text).toContain("Assets equal liabilities and equity");
  });

  it("come as income-statement/pdf, with the figures of the page", async () => {
    const text = await textOf(`income-statement/pdf?${year}`);
    expect(text).toMatch(/Deficit \D?3\.00\)? 30\.00/);
  });

  it("come as balance-sheet/xlsx, with the figures of the page", async () => {
    const sheet = await sheetOf("balance-sheet/xlsx?day=2025-12-31");
    const { sections } = await sheetOn("2025-12-31");
    const totals = sheet.filter(([name]) => String(name).startsWith("Total: "));
    expect(totals.map(([, amount]) => amount)).toEqual(sections.map(({ amount }) => amount));
    expect(sheet.at(-1)?.slice(0, 2)).toEqual(["Liabilities and equity", sections[0]?.amount]);
  });

  it("come as income-statement/xlsx, with the figures of the page", async () => {
    const sheet = await sheetOf(`income-statement/xlsx?${year}`);
    expect(sheet.at(-1)).toEqual(["Deficit", -3, 30]);
  });
});
