import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { foundSociety } from "#test/people.ts";
import { reasonOf, useServedSociety } from "#test/served-society.ts";
import { staffTreasury, treasuryCalls } from "#test/treasury.ts";

const society = useServedSociety({
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const tokens: Record<string, string> = {};
const calls = treasuryCalls(society, tokens);
const { openAccount, tryToClose, tryToEnter, enter, approve, book, read } = calls;

beforeAll(async () => {
  await foundSociety(society);
  await staffTreasury(society, tokens);
  const income = ["other-income-at-bank", "other-income-by-mpesa"];
  await openAccount({ code: "4100", name: "Rent", type: "income", kinds: income });
  await openAccount({ code: "6100", name: "Training", kinds: ["expense-by-bank"] });
  await openAccount({ code: "6999", name: "Closed" });
  expect((await tryToClose("6999")).status).toBe(201);
});

let drawn = 0;
const paid = (account: string | undefined, amount = 10) => {
  drawn += 1;
  const reference = `FT27${String(drawn).padStart(4, "0")}`;
  return { kind: "expense-by-bank", amount, reference, account, description: "Course" };
};

const balanceOf = async (code: string): Promise<number> => {
  const found = await society.owner.query<{ cents: string }>(
    `select balance_cents * normal_side as cents from ledger_account
      where reference = $1 and member_id is null`,
    [code],
  );
  return Number(found.rows[0]?.cents) / 100;
};

const requestReversal = async (id: string): Promise<string> => {
  const reply = await society.send("POST", `/api/v1/treasury/movements/${id}/reversal`, {
    token: tokens["TREASURER"] ?? "",
    body: { reason: "Entered twice" },
  });
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { approvalId: string }).approvalId;
};

/** Writes an entry of two lines as the owner, past the program; one line names a reference. */
const write = (kind: string, [debited, credited]: readonly [string, string], reverses = "null") =>
  society.owner.query(`
    with e as (
      insert into journal_entry (id, kind, value_date, narration, actor, reverses)
        select nextval('journal_entry_id_seq'), '${kind}', akiba_today(), 'By hand', 'staff:SQL',
          ${reverses}
        returning id, value_date
    )
    insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
      select e.id, l.line_no, a.id, e.value_date, l.cents
      from e, (values (1, '${debited}', 500), (2, '${credited}', -500))
          as l (line_no, account, cents)
        join ledger_account a on a.member_id is null
          and l.account = a.code || case a.reference when '' then '' else ' ' || a.reference end`);

describe("a movement on an added account", () => {
  it("is posted there by two people, of whom the second reads the account", async () => {
    const before = await balanceOf("6100");
    const { id, approvalId } = await enter(paid("6100", 250), "CLERK");
    const token = tokens["ADMIN"] ?? "";
    const { body } = await society.send("GET", "/api/v1/approvals", { token });
    const { rows } = body as { rows: { id: string; facts: { name: string; value: string }[] }[] };
    expect(rows.find((row) => row.id === approvalId)?.facts).toContainEqual({
      name: "chartAccount",
      value: "6100 Training",
    });
    expect((await approve(approvalId)).status).toBe(201);
    expect(await balanceOf("6100")).toBe(before + 250);
    expect(await read(id)).toMatchObject({ account: "6100", accountName: "Training" });
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is approved by the person who opened its account, if another entered it", async () => {
    const own = await enter(paid("6100"), "ADMIN");
    expect(reasonOf(await approve(own.approvalId, "ADMIN"))).toBe("approval-two-people");
    expect((await approve(own.approvalId, "SECOND")).status).toBe(201);
  });

  it.each([
    ["one of the other type", "4100"],
    ["a closed one", "6999"],
    ["none that there is", "7777"],
    ["one for another way of paying", "6100", "expense-by-mpesa"],
    ["one, as a charge of the bank", "6100", "bank-charge"],
    ["one, as money between our accounts", "6100", "mobile-money-funded"],
    ["an account of the program", "bank-charges"],
  ])("is not entered on %s", async (_, account, kind = "expense-by-bank") => {
    const reply = await tryToEnter({ ...paid(account), kind });
    expect(reply.status, reply.text).toBe(422);
    const { errors } = reply.body as { errors: readonly { field: string }[] };
    expect(errors.map((one) => one.field)).toEqual(["account"]);
  });

  it("finds its account in any case of its code, and is found by its code or name", async () => {
    const id = await book({ ...paid("4100"), kind: "other-income-at-bank" });
    const token = tokens["AUDITOR"] ?? "";
    for (const search of ["4100", "rent"]) {
      const path = `/api/v1/treasury/movements?tab=posted&search=${search}`;
      const { body } = await society.send("GET", path, { token });
      expect((body as { rows: { id: string }[] }).rows.map((row) => row.id)).toContain(id);
    }
    const path = "/api/v1/treasury/movements.csv?tab=posted&search=rent";
    expect((await society.send("GET", path, { token })).text).toContain(",4100 Rent");
    await openAccount({ code: "AB-1", name: "Any case" });
    expect((await tryToEnter(paid("ab-1"))).status).toBe(201);
  });

  it("is reversed after its account was closed", async () => {
    const code = await openAccount({ code: "6200", name: "Stationery" });
    const id = await book(paid(code, 30));
    expect((await tryToClose(code)).status).toBe(201);
    expect((await approve(await requestReversal(id))).status).toBe(201);
    expect(await balanceOf(code)).toBe(0);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is on a closed account or waits, never both, however the two race", async () => {
    for (const turn of [1, 2, 3, 4]) {
      const code = await openAccount({ code: `65${turn}0`, name: `Race ${turn}` });
      const [entered, closed] = await Promise.all([tryToEnter(paid(code)), tryToClose(code)]);
      expect([`${entered.status} 409`, "422 201"]).toContain(`${entered.status} ${closed.status}`);
    }
  });

  it("is approved before its account closes, however the two race", async () => {
    for (const turn of [1, 2, 3]) {
      const code = await openAccount({ code: `66${turn}0`, name: `Approved ${turn}` });
      const { approvalId } = await enter(paid(code));
      const [approved, closed] = await Promise.all([approve(approvalId), tryToClose(code)]);
      expect(approved.status, approved.text).toBe(201);
      expect([201, 409]).toContain(closed.status);
      expect(await balanceOf(code)).toBe(10);
    }
    expect(await reconcile(society.database)).toEqual([]);
  });
});

describe("the database, past the program", () => {
  const bank = "bank";
  const training = "operating-expenses 6100";

  it("takes an entry that the account permits", async () => {
    await society.owner.query("begin");
    await write("expense-by-bank", [training, bank]);
    await society.owner.query("rollback");
  });

  it.each([
    ["of a kind that the account does not have", "expense-by-mpesa", [training, "mobile-money"]],
    ["of a kind of the program's own accounts", "bank-charge", [training, bank]],
    ["of the other type", "other-income-at-bank", [bank, training]],
    ["on the other side", "expense-by-bank", [bank, training]],
    ["on a closed account", "expense-by-bank", ["operating-expenses 6999", bank]],
  ] as const)("rejects an entry %s", async (_, kind, lines) => {
    await expect(write(kind, lines)).rejects.toThrow("does not take this entry");
  });

  it("rejects a reversal that is not of a line of its entry", async () => {
    const id = await book(paid("6100", 7));
    const { rows } = await society.owner.query<{ entry_id: string }>(
      "select entry_id from treasury_movement where id = $1",
      [id],
    );
    const reversed = write("reversal", [bank, training], rows[0]?.entry_id);
    await expect(reversed).rejects.toThrow("does not take this entry");
  });

  it.each([
    ["of no added account", "operating-expenses", "7777", 1],
    ["under another account", "bank", "6100", 1],
    ["under the account of the other type", "other-income", "6100", -1],
    ["on the other side", "operating-expenses", "6100", -1],
  ])("rejects an account of the ledger %s", async (_, code, reference, side) => {
    const insert = society.owner.query(
      `insert into ledger_account (code, reference, normal_side, floor_cents)
        values ($1, $2, $3, null)`,
      [code, reference, side],
    );
    await expect(insert).rejects.toThrow("has no account");
  });

  it("rejects a movement on a closed account, or on one without its kind", async () => {
    const { id } = await enter(paid("6100"));
    const copy = (account: string, kind: string) =>
      society.owner.query(
        `insert into treasury_movement (id, kind, amount_cents, value_date, counted_as,
            description, approval_id, entered_by, chart_account_code)
          select id + 900, $3, amount_cents, value_date, counted_as, description, approval_id,
            entered_by, $2 from treasury_movement where id = $1`,
        [id, account, kind],
      );
    await society.owner.query(
      "alter table treasury_movement disable trigger treasury_movement_entered",
    );
    await expect(copy("6999", "expense-by-bank")).rejects.toThrow("is closed");
    await society.owner.query(
      "alter table treasury_movement drop constraint treasury_movement_approval_id_key",
    );
    await expect(copy("6100", "expense-by-mpesa")).rejects.toThrow("treasury_account_kind");
    await expect(copy("6100", "bank-charge")).rejects.toThrow("treasury_account_kind");
    await expect(copy("7777", "expense-by-bank")).rejects.toThrow("treasury_account_kind");
    await society.owner.query(
      "alter table treasury_movement enable trigger treasury_movement_entered",
    );
  });

  it("rejects a movement that is on another account than its entry", async () => {
    const { id } = await enter(paid("6100", 5));
    const moved = society.owner.query(
      "update treasury_movement set chart_account_code = null where id = $1",
      [id],
    );
    await expect(moved).rejects.toThrow("cannot be changed");
    await society.owner.query("begin");
    await write("expense-by-bank", ["operating-expenses", bank]);
    await society.owner.query(
      "alter table treasury_movement disable trigger treasury_movement_life",
    );
    const posted = society.owner.query(
      `update treasury_movement set state = 'posted', approved_by = 'staff:ADMIN',
          approved_at = akiba_now(), entry_id = (select max(id) from journal_entry)
        where id = $1`,
      [id],
    );
    await expect(posted).rejects.toThrow("is not its entry");
    await society.owner.query("rollback");
  });

  it("closes no account of a movement that waits", async () => {
    const code = await openAccount({ code: "6800", name: "Waits" });
    await enter(paid(code));
    // The request has not lapsed by the clock of the test.
    await society.owner.query("begin; set local akiba.now = '2026-04-14T09:00:00Z'");
    const closed = society.owner.query(
      "update chart_account set closed_by = 'staff:SQL', closed_at = akiba_now() where code = $1",
      [code],
    );
    await expect(closed).rejects.toThrow("waits");
    await society.owner.query("rollback");
  });

  it.each([
    ["6100 ", "Spaced"],
    ["tr1", "Small letters"],
    ["TRAINING", "No digit"],
    ["6101", "Turned \u202e around"],
    ["6101", "Tr\u0430ining"],
    ["6101", "Two  spaces"],
    ["6101", "Trailing "],
    ["6101", "=Formula"],
    ["61OO", "Looks the same"],
    ["6101", "TRAINING"],
  ])("opens no account %s %s", async (code, name) => {
    const opened = society.owner.query(
      `insert into chart_account (code, name, type, opened_by)
        values ($1, $2, 'expense', 'staff:SQL')`,
      [code, name],
    );
    await expect(opened).rejects.toThrow(/check constraint|unique constraint/);
  });
});
