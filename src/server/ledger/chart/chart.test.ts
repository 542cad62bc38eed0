import { beforeAll, describe, expect, it } from "vitest";
import { chartOfAccounts } from "#server/ledger/journal/chart-of-accounts.ts";
import { controlOf } from "#server/ledger/journal/added-accounts.ts";
import { permittedSides } from "#server/ledger/journal/permitted-kinds.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { foundSociety } from "#test/people.ts";
import { statusesOf, useServedSociety } from "#test/served-society.ts";
import { staffTreasury, treasuryCalls } from "#test/treasury.ts";

const society = useServedSociety({
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const tokens: Record<string, string> = {};
const { tryToOpen, openAccount, tryToClose, enter, book, approve } = treasuryCalls(society, tokens);

const expense = { type: "expense", kinds: ["expense-by-bank"] };
const get = (path: string, who = "AUDITOR") =>
  society.send("GET", `/api/v1/books/${path}`, { token: tokens[who] ?? "" });

interface Listed {
  readonly types: readonly { readonly type: string; readonly kinds: readonly string[] }[];
  readonly rows: readonly { readonly code: string; readonly isOpen: boolean }[];
}
const listed = async () => (await get("chart")).body as Listed;
const rowOf = async (code: string) => (await listed()).rows.find((row) => row.code === code);

let drawn = 0;
const paid = (account: string, amount: number, more: object = {}) => {
  drawn += 1;
  const reference = `FT26${String(drawn).padStart(4, "0")}`;
  return { kind: "expense-by-bank", amount, reference, account, ...more };
};

beforeAll(async () => {
  await foundSociety(society);
  await staffTreasury(society, tokens);
  await openAccount({ code: "BASE1", name: "Base" });
});

describe("an account that is added to the chart", () => {
  it("is opened by the administrator, in the ledger too, and names the person", async () => {
    const reply = await tryToOpen({ ...expense, code: " tr-1 ", name: " Training   of staff " });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body).toEqual({ code: "TR-1", name: "Training of staff" });
    expect(await rowOf("TR-1")).toMatchObject({
      name: "Training of staff",
      type: "expense",
      under: "operating-expenses",
      kinds: ["expense-by-bank"],
      isOpen: true,
      balance: 0,
      waiting: 0,
      openedBy: "Staff ADMIN",
      closedBy: "",
      closedOn: "",
    });
    const audited = await society.owner.query(
      "select actor, detail from audit_record where subject = 'account:TR-1'",
    );
    expect(audited.rows).toEqual([
      {
        actor: "staff:ADMIN",
        detail: { name: "Training of staff", type: "expense", kinds: "expense-by-bank" },
      },
    ]);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it.each(["CLERK", "TELLER", "LOANS", "TREASURER", "AUDITOR"])(
    "is neither opened nor closed by %s",
    async (who) => {
      const opened = await tryToOpen({ ...expense, code: "X1", name: "Not theirs" }, who);
      expect(opened.status).toBe(403);
      expect((await tryToClose("BASE1", who)).status).toBe(403);
      expect((await rowOf("BASE1"))?.isOpen).toBe(true);
    },
  );

  it.each([
    ["a code of the program", { code: "bank-charges" }, "code"],
    ["a code without a digit", { code: "TRAINING" }, "code"],
    ["a code with a space", { code: "6 1" }, "code"],
    ["a code in letters that look like ours", { code: "\u0410100" }, "code"],
    ["a code that is too long", { code: "6100000000000" }, "code"],
    ["a code of one digit", { code: "6" }, "code"],
    ["a name of the chart", { name: "bank charges" }, "name"],
    ["a name of the chart in Kiswahili", { name: "Mapato mengine" }, "name"],
    ["a name that turns the line around", { name: "Training \u202eegnahc" }, "name"],
    ["a name in Arabic", { name: "\u062a\u062f\u0631\u064a\u0628" }, "name"],
    ["a name in letters that look like ours", { name: "Tr\u0430ining" }, "name"],
    ["a name with a space of no width", { name: "Train\u200bing" }, "name"],
    ["a name that is too long", { name: "T".repeat(61) }, "name"],
    ["a name of a formula", { name: "=Training" }, "name"],
    ["a type of the balance sheet", { type: "asset" }, "type"],
    ["no movements", { kinds: [] }, "kinds"],
    ["movements of the other type", { kinds: ["other-income-at-bank"] }, "kinds"],
    ["movements of the program's own accounts", { kinds: ["bank-charge"] }, "kinds"],
  ])("is not opened with %s", async (_, wrong, field) => {
    const reply = await tryToOpen({ ...expense, code: "W100", name: "Wrong", ...wrong });
    expect(reply.status, reply.text).toBe(422);
    const { errors } = reply.body as { errors: readonly { field: string }[] };
    expect(errors.map((one) => one.field)).toEqual([field]);
    expect(await rowOf("W100")).toBeUndefined();
  });

  it("has a unique code and name, however they are written", async () => {
    await openAccount({ code: "6010-L", name: "Library" });
    for (const code of ["6010-l", "60I0-L", "6O10-L", "6-010L", "6010-I", "60101"]) {
      const reply = await tryToOpen({ ...expense, code, name: "Other" });
      expect(reply.text, code).toContain("one that looks like it");
      expect(reply.status, code).toBe(422);
    }
    const reply = await tryToOpen({ ...expense, code: "6011", name: "LIBRARY" });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain("name");
  });

  it("is opened once, however many open it at once", async () => {
    const body = { ...expense, code: "RACE1", name: "Race" };
    const replies = await Promise.all([tryToOpen(body), tryToOpen(body, "SECOND")]);
    expect(statusesOf(replies)).toEqual([201, 422]);
    expect((await listed()).rows.filter(({ code }) => code === "RACE1")).toHaveLength(1);
  });

  it("is announced to the office by SMS when it is opened and closed", async () => {
    const toldOf = async (words: string) =>
      (await society.messages()).filter(({ text }) => text.includes(words)).length;
    const rejected = await tryToOpen({ ...expense, code: "bank-charges", name: "Not told" });
    expect(rejected.status).toBe(422);
    expect(await toldOf("bank-charges")).toBe(0);
    const code = await openAccount({ code: "TOLD1", name: "Told" });
    expect(await toldOf("Staff ADMIN added the account TOLD1 to the chart")).toBeGreaterThan(1);
    await tryToClose(code);
    expect(await toldOf("Staff ADMIN closed the account TOLD1 of the chart")).toBeGreaterThan(1);
  });

  it("stays as it was opened, whoever writes to it", async () => {
    const code = await openAccount({ code: "STAY1", name: "Stays" });
    for (const set of [
      "name = 'Renamed'",
      "code = 'STAY2'",
      "type = 'income'",
      "opened_by = 'staff:T'",
    ]) {
      const change = society.owner.query(`update chart_account set ${set} where code = $1`, [code]);
      await expect(change, set).rejects.toThrow(/cannot be changed|foreign key/);
    }
    for (const sql of [
      "delete from chart_account where code = 'STAY1'",
      "delete from chart_account_kind where code = 'STAY1'",
      "update chart_account_kind set kind = 'expense-in-cash' where code = 'STAY1'",
      `insert into chart_account_kind (code, type, kind)
        values ('STAY1', 'income', 'other-income-at-bank')`,
      `insert into chart_account_kind (code, type, kind)
        values ('STAY1', 'expense', 'bank-charge')`,
    ]) {
      await expect(society.owner.query(sql), sql).rejects.toThrow();
    }
  });
});

describe("a closed account", () => {
  it("is closed once, names the person, and keeps its entries readable", async () => {
    const code = await openAccount({ code: "6200", name: "Meetings" });
    await book(paid(code, 40));
    const replies = await Promise.all([tryToClose(code), tryToClose(code, "SECOND")]);
    expect(statusesOf(replies)).toEqual([201, 409]);
    expect(await rowOf(code)).toMatchObject({ isOpen: false, balance: 40 });
    const entries = await get(`accounts/operating-expenses/entries?added=${code}`);
    expect(entries.body).toMatchObject({ name: "Meetings", rows: [{ debit: 40, balance: 40 }] });
    const audited = await society.owner.query(
      "select subject from audit_record where action = 'account-closed' and subject = $1",
      [`account:${code}`],
    );
    expect(audited.rowCount).toBe(1);
    expect((await tryToClose("NONE9")).status).toBe(404);
  });

  it("had no movement that waits for a second person", async () => {
    const code = await openAccount({ code: "6300", name: "Printing" });
    const { approvalId } = await enter(paid(code, 5));
    const waits = await tryToClose(code);
    expect([waits.status, (waits.body as { reason: string }).reason]).toEqual([
      409,
      "account-in-use",
    ]);
    expect(await rowOf(code)).toMatchObject({ waiting: 1 });
    expect((await approve(approvalId)).status).toBe(201);
    expect((await tryToClose(code)).status).toBe(201);
  });

  it("is never opened again, whoever writes to it, and gives its name back", async () => {
    const code = await openAccount({ code: "6400", name: "Fuel" });
    const twin = { ...expense, code: "6401", name: "Fuel" };
    expect((await tryToOpen(twin)).status).toBe(422);
    expect((await tryToClose(code)).status).toBe(201);
    const again = society.owner.query(
      "update chart_account set closed_at = null, closed_by = null where code = $1",
      [code],
    );
    await expect(again).rejects.toThrow("cannot be changed");
    expect((await tryToOpen(twin)).status).toBe(201);
  });
});

describe("the reports", () => {
  const day = "2026-02-03";
  interface Rows {
    readonly rows: readonly Readonly<Record<"code" | "added" | "name", string>>[];
  }

  const code = "6500";
  beforeAll(async () => {
    await openAccount({ code, name: "Audit" });
    await book(paid(code, 300, { day }));
    await book({ ...paid("", 70, { day }), account: undefined });
  });

  it("show an added account as a row, with the rest of its account, and add up", async () => {
    const income = await get(`income-statement?from=${day}&to=${day}`);
    const sections = (income.body as { sections: (Rows & { type: string; amount: number })[] })
      .sections;
    expect(sections.find(({ type }) => type === "expense")).toMatchObject({
      amount: 370,
      rows: [
        { code: "operating-expenses", added: "", amount: 70 },
        { code: "operating-expenses", added: code, name: "Audit", amount: 300 },
      ],
    });
    const trial = (await get(`trial-balance?day=${day}`)).body as Rows & { debit: number };
    expect(trial.rows.find(({ added }) => added === code)).toMatchObject({ debit: 300, credit: 0 });
    expect(trial).toMatchObject({ debit: 370, credit: 370 });
    const sheet = (await get(`balance-sheet?day=${day}`)).body as { result: number };
    expect(sheet.result).toBe(0);
    const rest = await get("accounts/operating-expenses/entries?from=2026-02-03&to=2026-02-03");
    expect(rest.body).toMatchObject({ rows: [{ debit: 70 }] });
    const control = await society.owner.query(
      `select sum(debit_cents)::int as cents from ledger_day
        where code = 'operating-expenses' and value_date = $1`,
      [day],
    );
    expect(control.rows).toEqual([{ cents: 37000 }]);
  });

  it("have the row in their files", async () => {
    const income = await get(`income-statement/csv?from=${day}&to=${day}`);
    expect(income.text).toContain("Audit (6500),300.00,0.00");
    const trial = await get(`trial-balance.csv?day=${day}`);
    expect(trial.text).toContain("6500,Audit,300.00,0.00");
    for (const format of ["pdf", "xlsx"]) {
      const file = await get(`income-statement/${format}?from=${day}&to=${day}`);
      expect(file.status).toBe(200);
    }
    const accounts = await get("chart.csv");
    expect(accounts.text).toContain("6500,Audit,Expense,");
    const entries = await get("accounts/operating-expenses/entries.csv?added=6500");
    expect(entries.headers.get("content-disposition")).toContain("6500.csv");
    expect(entries.text.trim().split("\r\n")).toHaveLength(2);
  });

  it("know an added account under its own account only", async () => {
    for (const account of ["other-income", "bank", "member-deposits"]) {
      expect((await get(`accounts/${account}/entries?added=6500`)).status).toBe(404);
      expect((await get(`accounts/${account}/entries.csv?added=6500`)).status, account).toBe(404);
    }
    expect((await get("accounts/operating-expenses/entries?added=NONE9")).status).toBe(404);
  });
});

describe("the kinds of an added account", () => {
  it("are data, and each moves the account of its type on the side on which it grows", async () => {
    const { types } = await listed();
    expect(types.map(({ type }) => type).toSorted()).toEqual(Object.keys(controlOf).toSorted());
    for (const { type, kinds } of types) {
      const code = controlOf[type as keyof typeof controlOf];
      const sign = chartOfAccounts[code].normalSide === "debit" ? 1 : -1;
      const sides = permittedSides.filter((side) => side.code === code);
      expect(kinds.toSorted()).toEqual(sides.map(({ kind }) => kind).toSorted());
      expect(new Set(sides.map((side) => side.sign))).toEqual(new Set([sign]));
      expect(chartOfAccounts[code].type).toBe(type);
    }
    const { rows } = await society.owner.query(
      "select type, control_code, normal_side from chart_type order by type",
    );
    expect(rows).toEqual(
      Object.entries(controlOf)
        .map(([type, code]) => ({
          type,
          control_code: code,
          normal_side: chartOfAccounts[code].normalSide === "debit" ? 1 : -1,
        }))
        .toSorted((a, b) => a.type.localeCompare(b.type)),
    );
  });

  it("have no code that an added account could have", () => {
    expect(Object.keys(chartOfAccounts).filter((code) => /[A-Z\d]/.test(code))).toEqual([]);
  });
});
