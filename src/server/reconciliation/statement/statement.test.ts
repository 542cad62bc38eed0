import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { readSheet } from "read-excel-file/node";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import type * as contract from "#shared/contract/reconciliation/statement.ts";
import { formatMoney, fromWireAmount } from "#shared/money.ts";
import { type BankRow, bankFile, postBank, reconciliationOffice } from "#test/bank-statements.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { reasonOf, useServedSociety } from "#test/served-society.ts";

type Statement = z.output<typeof contract.statement.answer>;

const society = useServedSociety({
  limits: {
    writesPerMinute: 9000,
    writeBurst: 9000,
    readsPerMinute: 9000,
    readBurst: 9000,
    documentBurst: 500,
  },
});
const tokens: Record<string, string> = {};
const office = reconciliationOffice(society, tokens);
const askOf = (day: string, who = "auditor") =>
  office.ask(who, "GET", `/bank/statement${day && `?day=${day}`}`);
const toCents = (amount: number) => BigInt(Math.round(amount * 100));

async function statementOf(day = ""): Promise<Statement> {
  const reply = await askOf(day);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Statement;
}

/** A movement: whether the books and the statement have it, and how much later the latter. */
const movement = fc.record({
  fate: fc.constantFrom("both", "books", "statement"),
  day: fc.integer({ min: 0, max: 25 }),
  late: fc.integer({ min: 0, max: 3 }),
  amount: fc.integer({ min: -90_000, max: 90_000 }).filter((amount) => amount !== 0),
});

const first = "2011-01-01" as CalendarDate;
const opening = 123_456n;
/** The rows of the books and of the statements, added up again without a query of ours. */
const told = { books: [] as BankRow[], statement: [] as BankRow[] };
const until = (rows: readonly BankRow[], day: string) =>
  rows.filter((row) => row.day <= day).reduce((sum, { amount }) => sum + amount, 0n);
let next = first;

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer", "auditor", "loans-officer"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  const before = await askOf("");
  expect(reasonOf(before)).toBe("day-not-covered");
  await postBank(society, { day: "2010-12-30", amount: 100_000n });
  told.books.push({ day: "2010-12-30", amount: 100_000n });
  await takeMonth([{ fate: "books", day: 9, late: 0, amount: 70_000 }]);
});

describe("the reconciliation statement", () => {
  it("leads from the bank's balance to our books on every day, as added up again", async () => {
    const month = fc.asyncProperty(fc.array(movement, { maxLength: 12 }), async (all) => {
      const to = await takeMonth(all);
      for (const back of [0, 3, 11, 29]) await expectTied(addDays(to, -back));
      // A later match does not change the figures of an earlier day, except the items that were
      // open on it.
      await expectTied(first);
    });
    await fc.assert(month, { numRuns: 12, endOnFailure: true });
  }, 120_000);

  it("is of a day that statements cover", async () => {
    const { to, coversTo } = await statementOf();
    expect(to).toBe(coversTo);
    for (const day of [addDays(first, -1), next]) {
      expect(reasonOf(await askOf(day))).toBe("day-not-covered");
    }
    expect((await askOf("2011-02-30")).status).toBe(422);
    expect((await askOf("", "loans-officer")).status).toBe(403);
  });

  it("has the same figures as CSV, as PDF and as a workbook", async () => {
    const read = await statementOf();
    const sums = sumsOf(read);
    const csv = Buffer.from(await fileOf("csv", read.to));
    const rows: string[][] = parse(csv, { bom: true, relax_column_count: true });
    const printed = rows.flatMap((row) => row[4] || []).slice(1);
    expect(printed).toEqual(sums.map((sum) => sum.toFixed(2)));
    const sheet = await readSheet(Buffer.from(await fileOf("xlsx", read.to)));
    const amounts = sheet.map((row) => row[4]);
    expect(amounts.filter((amount) => typeof amount === "number")).toEqual(sums);
    const pdf = await getDocumentProxy(await fileOf("pdf", read.to));
    const { text } = await extractText(pdf, { mergePages: true });
    const drawn = sums.map((sum) => formatMoney(fromWireAmount(sum)).replaceAll(".", "\\."));
    expect(text).toMatch(new RegExp(drawn.join("[^]*")));
    expect(text).toContain("The statement and our books agree to the cent");
  });
});

/** The amounts of a statement from its opening to our books, in their order. */
function sumsOf(read: Statement): number[] {
  const { opening: begun, matched, notMatched, closing, unpresented, unrecorded } = read;
  const to = [matched.amount, notMatched.amount, closing, unpresented.amount, -unrecorded.amount];
  return [begun, ...to, read.broughtForward, read.books];
}

/** Downloads the statement of a day in a format. */
async function fileOf(format: string, day: string): Promise<Uint8Array> {
  const url = `${society.address}/api/v1/reconciliation/bank/statement/${format}?day=${day}`;
  const reply = await fetch(url, { headers: { authorization: `Bearer ${tokens["auditor"]}` } });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-disposition")).toContain(`bank-${day}.${format}`);
  return new Uint8Array(await reply.arrayBuffer());
}

/** Plays a month, imports its statement and confirms what is proposed; returns its last day. */
async function takeMonth(all: readonly Move[]): Promise<CalendarDate> {
  const to = addDays(next, 29);
  const rows = await playMonth(all);
  const file = bankFile(opening + until(told.statement, to), rows);
  await office.take(file, { more: { from: next, to } });
  told.statement.push(...rows);
  await office.confirmAll();
  next = addDays(to, 1);
  return to;
}

/** Posts what the books have of a month, and returns what its statement has. */
async function playMonth(all: readonly Move[]): Promise<BankRow[]> {
  // The bank always charges something, so no file is empty.
  const rows: BankRow[] = [{ day: addDays(next, 28), amount: -3500n, details: "LEDGER FEE" }];
  for (const [at, { fate, day: after, late, amount: size }] of all.entries()) {
    const [day, amount] = [addDays(next, after), BigInt(size)];
    const receipt = `R${next.replaceAll("-", "")}${at}`;
    if (fate !== "statement") {
      await postBank(society, { day, amount, receipt });
      told.books.push({ day, amount, receipt });
    }
    if (fate !== "books") rows.push({ day: addDays(day, late), amount, receipt });
  }
  return rows.toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
}

interface Move {
  readonly fate: string;
  readonly day: number;
  readonly late: number;
  readonly amount: number;
}

async function expectTied(day: CalendarDate): Promise<void> {
  const read = await statementOf(day);
  const c = toCents;
  expect(c(read.opening)).toBe(
    opening + until(told.statement, addDays(read.from as CalendarDate, -1)),
  );
  expect(c(read.closing)).toBe(opening + until(told.statement, day));
  expect(c(read.opening) + c(read.matched.amount) + c(read.notMatched.amount)).toBe(
    c(read.closing),
  );
  expect(c(read.books)).toBe(until(told.books, day));
  const added = (side: Statement["unrecorded"]) =>
    side.rows.reduce((sum, { amount }) => sum + c(amount), 0n);
  expect([added(read.unpresented), added(read.unrecorded)]).toEqual([
    c(read.unpresented.amount),
    c(read.unrecorded.amount),
  ]);
  expect(c(read.closing) + added(read.unpresented) - added(read.unrecorded)).toBe(
    c(read.books) - c(read.broughtForward),
  );
  expect(c(read.broughtForward)).toBe(until(told.books, "2010-12-31") - opening);
  expect(read.difference).toBe(0);
}
