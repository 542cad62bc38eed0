import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bankFile, reconciliationOffice } from "#test/bank-statements.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { reasonOf, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const tokens: Record<string, string> = {};
const office = reconciliationOffice(society, tokens);

const march = bankFile(100_00n, [
  { day: "02/03/2026", amount: 5000_00n, receipt: "S1" },
  { day: "02/03/2026", amount: 5000_00n, receipt: "S1" },
  { day: "16/03/2026", amount: -120_50n, details: "Ledger fee" },
]);

const errorsOf = ({ body }: { body: unknown }) =>
  (body as { errors?: { field: string }[] }).errors?.map(({ field }) => field) ?? [];

const at = (receipt: string, time: string) => `${receipt},2026-03-${time},2026-03-${time}`;

const mpesaHead =
  "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn," +
  "Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.";

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer", "administrator", "auditor", "loans-officer"]) {
    await employ(society, role.toUpperCase().slice(0, 6), role);
    tokens[role] = await signIn(society, role.toUpperCase().slice(0, 6));
  }
});

beforeEach(async () => {
  await society.owner.query(`set session_replication_role = replica;
    delete from import_mapping;
    delete from bank_match_entry; delete from bank_match_rejected; delete from bank_item_note;
    delete from bank_statement_line; delete from bank_statement; delete from bank_match;
    update reconciled_account set starts_on = null, opening_cents = null, covers_to = null;
    set session_replication_role = origin`);
});

describe("a statement of the bank", () => {
  it("is imported line by line, equal lines of one file each", async () => {
    const loaded = await office.take(march);
    expect(loaded).toMatchObject({ lines: 3, added: 3, skipped: 0 });
    expect(loaded).toMatchObject({ from: "2026-03-02", to: "2026-03-16", opening: 100 });
    expect(await office.open("statement")).toMatchObject([
      { day: "2026-03-02", amount: 5000, receipt: "S1" },
      { day: "2026-03-02", amount: 5000, receipt: "S1" },
      { day: "2026-03-16", amount: -120.5, text: "Ledger fee" },
    ]);
    const { rows } = await office.overview();
    expect(rows[0]).toMatchObject({ account: "bank", coversTo: "2026-03-16", statement: 9979.5 });
  });

  it("adds nothing the second time, whole or in part", async () => {
    await office.take(march);
    expect(await office.take(march)).toMatchObject({ id: "", added: 0 });
    const part = bankFile(10_100_00n, [
      { day: "16/03/2026", amount: -120_50n, details: "LEDGER FEE" },
    ]);
    expect(await office.take(part)).toMatchObject({ id: "", added: 0 });
    expect((await office.overview()).files).toHaveLength(1);
  });

  it("adds only the new lines of an overlapping period", async () => {
    await office.take(march);
    const next = bankFile(10_100_00n, [
      { day: "16/03/2026", amount: -120_50n, details: "Ledger fee" },
      { day: "17/03/2026", amount: 40_00n },
    ]);
    expect(await office.take(next)).toMatchObject({ lines: 2, added: 1 });
    expect((await office.overview()).rows[0]).toMatchObject({ coversTo: "2026-03-17" });
  });

  it("is imported once, however many people send it at once", async () => {
    const replies = await Promise.all([
      office.load(march),
      office.load(march, { who: "treasurer" }),
      office.load(march, { who: "administrator" }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await office.open("statement")).toHaveLength(3);
  });

  it("may have the newest line first, or one column of signed amounts", async () => {
    const newest = [
      "Txn Date;Narration;Amount;Balance",
      "16 Mar 2026;Fee;-120.50;879.50 CR",
      "2 Mar 2026;Cash;(99.00);1,000.00 CR",
    ].join("\n");
    expect(await office.take(newest)).toMatchObject({ opening: 1099, closing: 879.5, lines: 2 });
  });

  it("without balances says its opening and closing balance, which must agree", async () => {
    const plain = "Date,Description,Amount\n2026-03-02,Cash,200.00\n";
    expect(errorsOf(await office.load(plain))).toEqual(["opening"]);
    const wrong = await office.load(plain, { more: { opening: "10", closing: "200" } });
    expect([wrong.status, reasonOf(wrong)]).toEqual([409, "statement-sum"]);
    expect(wrong.text).toContain("10.00 and 200.00 make 210.00, not 200.00");
    const more = { opening: "10", closing: "210", from: "2026-03-01", to: "2026-03-31" };
    expect(await office.take(plain, { more })).toMatchObject({ from: "2026-03-01", added: 1 });
  });
});

describe("a statement that does not continue what is known is rejected", () => {
  it("with a missing, repeated or changed row, at that row", async () => {
    for (const change of ["16/03/2026,,Ledger fee,120.51,", "16/03/2026,,Ledger fee,1120.50,"]) {
      const reply = await office.load(march.replace("16/03/2026,,Ledger fee,120.50,", change));
      expect([reply.status, errorsOf(reply)]).toEqual([422, ["row:4:balance"]]);
    }
    const [head = "", first = "", ...rest] = march.split("\r\n");
    const doubled = await office.load([head, first, first, ...rest].join("\r\n"));
    expect(errorsOf(doubled)).toEqual(["row:3:balance"]);
    expect(await office.open("statement")).toEqual([]);
  });

  it("with days left out, another opening balance, or lines of known days left out", async () => {
    await office.take(march);
    const later = bankFile(9979_50n, [{ day: "20/03/2026", amount: 1_00n }]);
    const gap = await office.load(later);
    expect([gap.status, reasonOf(gap)]).toEqual([409, "statement-gap"]);
    const more = { from: "2026-03-17" };
    const other = bankFile(9979_00n, [{ day: "20/03/2026", amount: 1_00n }]);
    expect(reasonOf(await office.load(other, { more }))).toBe("statement-opening");
    const changed = bankFile(10_100_00n, [
      { day: "16/03/2026", amount: -120_50n, details: "Fee of March" },
    ]);
    const left = await office.load(changed);
    expect([left.status, reasonOf(left)]).toEqual([409, "statement-lines"]);
    expect((await office.take(later, { more })).added).toBe(1);
  });

  it("of a period before the first one, unless it leads to it", async () => {
    await office.take(march);
    const wrong = bankFile(50_00n, [{ day: "2026-03-01", amount: 49_00n }]);
    expect(reasonOf(await office.load(wrong))).toBe("statement-opening");
    const right = bankFile(50_00n, [{ day: "2026-03-01", amount: 50_00n }]);
    expect((await office.take(right)).added).toBe(1);
    expect((await office.overview()).rows[0]).toMatchObject({ startsOn: "2026-03-01" });
  });
});

describe("hostile files are rejected, and nothing is kept", () => {
  const row = (cells: string) => `Date,Reference,Description,Debit,Credit,Balance\n${cells}\n`;
  const cases: readonly (readonly [string, string | Uint8Array, string])[] = [
    ["a fraction of a cent", row("16/03/2026,,x,,10.005,10.00"), "row:2:paid_in"],
    ["a negative credit", row("16/03/2026,,x,,-10,10"), "row:2:paid_in"],
    ["both sides", row("16/03/2026,,x,5,10,10"), "row:2:withdrawn"],
    ["a formula", row("16/03/2026,,x,,=1+1,10"), "row:2:paid_in"],
    ["no date", row("soon,,x,,10,10"), "row:2:day"],
    ["a day to come", row("16/03/2031,,x,,10,10"), "row:2:day"],
    ["no balance", row("16/03/2026,,x,,10,"), "row:2:balance"],
    ["an enormous amount", row(`16/03/2026,,x,,${"9".repeat(30)},10`), "row:2:paid_in"],
    ["a NUL", row("16/03/2026,,x\u0000,,10,10"), "row:0:"],
    ["bytes that are no text", new Uint8Array([0x81, 0x8d, 0x00, 0xff, 0x0a]), "row:0:"],
    ["a line of two megabytes", row(`16/03/2026,,${"x".repeat(2_000_000)},,10,10`), "row:2:"],
    ["nothing below the header", row("").trimEnd(), "row:0:"],
  ];

  it.each(cases)("%s", async (_, file, place) => {
    const reply = await office.load(file);
    expect(reply.status, reply.text.slice(0, 300)).toBe(422);
    expect(
      errorsOf(reply).some((field) => field.startsWith(place)),
      reply.text,
    ).toBe(true);
    expect(await office.open("statement")).toEqual([]);
  });

  it("a million rows, within the limits of any upload", async () => {
    const large = await office.load(row("16/03/2026,,x,,10,10\n".repeat(1_000_000)));
    expect(large.status).toBe(413);
    const small = await office.load(row("1,2\n".repeat(1_000_000)));
    expect(small.status).toBe(422);
    expect(errorsOf(small)).toEqual([expect.stringMatching(/^row:\d+:$/)]);
    expect(await office.open("statement")).toEqual([]);
  });

  it("an ambiguous date asks for its order, and is read as answered", async () => {
    const file = row("02/03/2026,,x,,10,10");
    expect(errorsOf(await office.load(file))).toEqual(["order"]);
    const loaded = await office.take(file, { more: { order: "month-first" } });
    expect(loaded.from).toBe("2026-02-03");
  });

  it("keeps text that looks like a formula as text", async () => {
    await office.take(row('20/03/2026,=cmd,"=HYPERLINK(""x"")",,10,10'));
    expect(await office.open("statement")).toMatchObject([{ receipt: "=CMD", amount: 10 }]);
  });
});

describe("M-Pesa's organisation statement", () => {
  const file = [
    "Account Holder,AKIBA SACCO",
    "Short Code,400200",
    "Time Period,From 01-03-2026 to 31-03-2026",
    "",
    mpesaHead,
    `${at("TCC3", "16 09:12:40")},Pay merchant Charge,Completed,,-5.00,1095.00,true,Charge,,,`,
    `${at("TCC3", "16 09:12:40")},Pay Bill,Completed,600.00,,1100.00,true,C2B,AMINA,,MS1`,
    `${at("TCC2", "15 10:00:00")},Pay Bill,Failed,77.00,,500.00,false,C2B,2547***1,,MS2`,
    `${at("TCC1", "15 09:00:00")},Pay Bill,Completed,"500.00",,500.00,true,C2B,JUMA,,MS3`,
  ].join("\n");

  it("is read below its preamble, newest first, without what failed", async () => {
    const loaded = await office.take(file, { account: "mobile-money" });
    expect(loaded).toMatchObject({ lines: 3, added: 3, skipped: 1, opening: 0, closing: 1095 });
    const open = await office.open("statement", "mobile-money");
    expect(open.map(({ receipt, amount }) => [receipt, amount])).toEqual([
      ["TCC1", 500],
      ["TCC3", 600],
      ["TCC3", -5],
    ]);
    expect(open[0]?.text).toBe("Pay Bill, JUMA, MS3");
  });

  it("proposes the mapping that was chosen for these headings before", async () => {
    const before = await office.preview(file, { account: "mobile-money" });
    expect(before.body).toMatchObject({ isRemembered: false });
    await office.take(file, { account: "mobile-money" });
    const after = await office.preview(file, { account: "mobile-money" });
    expect(after.body).toMatchObject({ isRemembered: true });
  });
});

describe("the statements of an account", () => {
  it("are imported by those who prepare, and read by the auditor", async () => {
    for (const who of ["auditor", "loans-officer"]) {
      expect((await office.load(march, { who })).status).toBe(403);
    }
    await office.take(march);
    expect((await office.ask("auditor", "GET", "")).status).toBe(200);
    expect((await office.ask("loans-officer", "GET", "")).status).toBe(403);
  });

  it("stay as they were imported", async () => {
    await office.take(march);
    for (const sql of [
      "update bank_statement set closing_cents = 1",
      "update bank_statement_line set amount_cents = 1",
      "delete from bank_statement_line",
    ]) {
      await expect(society.database.unitOfWork("test", (work) => work.run(sql))).rejects.toThrow(
        /permission denied/,
      );
    }
  });
});
