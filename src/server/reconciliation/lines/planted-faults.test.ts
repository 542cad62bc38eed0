import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { closeTestSociety, openTestSociety, type TestSociety } from "#test/test-society.ts";

let society: TestSociety;

/** Writes as the owner without triggers, as only somebody with database access can. */
const plant = (sql: string) =>
  society.owner.query(`set session_replication_role = replica; ${sql};
    set session_replication_role = origin`);

/**
 * January of the bank and of M-Pesa in books and statements that agree: the bank's only entry is
 * confirmed against two lines, and M-Pesa's has a receipt and no match.
 */
const agreeing = `
  insert into journal_entry (id, kind, value_date, narration, receipt_no, actor)
    overriding system value values (1, 'check-off-received', '2020-01-10', 'Check-off', '', 'test'),
      (2, 'mobile-money-funded', '2020-01-11', 'Moved', 'R1', 'test');
  insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
    select g.entry_id, g.line_no, a.id, '2020-01-10'::date + g.entry_id - 1, g.cents
    from (values (1, 1, 'bank', 1000), (1, 2, 'check-off-clearing', -1000),
        (2, 1, 'mobile-money', 400), (2, 2, 'bank', -400))
      as g (entry_id, line_no, code, cents)
      join ledger_account a on a.code = g.code and a.member_id is null;
  update reconciled_account set starts_on = '2020-01-01', opening_cents = 0,
    covers_to = '2020-01-31';
  insert into bank_statement (id, account, file_name, sha256, from_day, to_day, opening_cents,
      closing_cents, lines, added, loaded_by)
    overriding system value values
      (1, 'bank', 'b.csv', '', '2020-01-01', '2020-01-31', 0, 1000, 2, 2, 'staff:T1'),
      (2, 'mobile-money', 'm.csv', '', '2020-01-01', '2020-01-31', 0, 400, 1, 1, 'staff:T1');
  insert into bank_match (id, account, state, rule, proposed_by, confirmed_by, confirmed_at,
      settled_on)
    overriding system value
    values (1, 'bank', 'confirmed', 'sum', 'staff:T1', 'staff:T2', now(), '2020-01-10');
  insert into bank_match_entry (account, entry_id, match_id) values ('bank', 1, 1);
  insert into bank_statement_line (id, account, statement_id, row_no, day, receipt_no,
      amount_cents, content, copy_no, match_id)
    overriding system value values
      (1, 'bank', 1, 2, '2020-01-10', '', 600, sha256('1'), 1, 1),
      (2, 'bank', 1, 3, '2020-01-10', '', 400, sha256('2'), 1, 1),
      (3, 'mobile-money', 2, 2, '2020-01-11', 'R1', 400, sha256('3'), 1, null)`;

beforeEach(async () => {
  society = await openTestSociety();
  await plant(agreeing);
});

afterEach(() => closeTestSociety(society));

async function found(): Promise<string[]> {
  const all = await reconcile(society.database);
  return all
    .filter(({ check }) => check === "bank-statement")
    .map((one) => `${one.subject}: ${one.expected}, ${one.found}`);
}

it("nothing is found in statements, matches and receipts that agree", async () => {
  expect(await found()).toEqual([]);
});

describe("the reconciler finds what was changed by SQL after it was confirmed", () => {
  const faults: readonly (readonly [string, string, readonly string[]])[] = [
    [
      "the amount of a matched line",
      "update bank_statement_line set amount_cents = 500 where id = 2",
      ["bank match 1: 1100, 1000", "bank statement 1: 1000, 1100"],
    ],
    [
      "the amounts of two lines that keep their sum, of which one leaves its match",
      "update bank_statement_line set match_id = null where id = 2",
      ["bank match 1: 600, 1000"],
    ],
    [
      "a line taken away",
      "delete from bank_statement_line where id = 2",
      ["bank match 1: 600, 1000", "bank statement 1: 1000, 600"],
    ],
    [
      "the amount of a matched entry",
      "update journal_line set amount_cents = 999 where entry_id = 1 and line_no = 1",
      ["bank match 1: 1000, 999"],
    ],
    [
      "a matched entry that moved to another account",
      `update journal_line set account_id = (select id from ledger_account where code = 'cash')
        where entry_id = 1 and line_no = 1`,
      ["bank match 1: 1000, 0"],
    ],
    [
      "an entry added to a confirmed match",
      "insert into bank_match_entry (account, entry_id, match_id) values ('bank', 2, 1)",
      ["bank match 1: 1000, 600"],
    ],
    [
      "the entries of a confirmed match taken away",
      "delete from bank_match_entry",
      ["bank match 1: 1000, 0"],
    ],
    [
      "a match of nothing at all",
      `delete from bank_match_entry;
        update bank_statement_line set match_id = null where match_id = 1`,
      ["bank match 1: two items, 0"],
    ],
    [
      "the opening balance of a statement",
      `update reconciled_account set opening_cents = 1 where account = 'bank'`,
      ["bank statement 1: 1000, 1001"],
    ],
  ];

  it.each(faults)("%s", async (_, sql, expected) => {
    await plant(sql);
    expect((await found()).toSorted()).toEqual([...expected].toSorted());
  });
});

describe("the reconciler finds a receipt of M-Pesa that its statement tells otherwise", () => {
  it.each([
    ["larger in the books", "401", "receipt R1: 400, 401"],
    ["smaller in the books", "1", "receipt R1: 400, 1"],
    ["on the other side", "-400", "receipt R1: 400, -400"],
  ])("%s", async (_, cents, expected) => {
    await plant(`update journal_line set amount_cents = ${cents}
      where entry_id = 2 and line_no = 1`);
    expect(await found()).toEqual([expected]);
  });

  it("in two lines, of which neither and not their sum is the amount", async () => {
    await plant(`insert into bank_statement_line (id, account, statement_id, row_no, day,
        receipt_no, amount_cents, content, copy_no)
      overriding system value
      values (4, 'mobile-money', 2, 3, '2020-01-11', 'R1', -5, sha256('4'), 1);
      update bank_statement set closing_cents = 395 where id = 2`);
    expect(await found()).toEqual([]);
    await plant("update journal_line set amount_cents = 396 where entry_id = 2 and line_no = 1");
    expect(await found()).toEqual(["receipt R1: 400, -5, 396"]);
  });

  it("booked twice under one receipt", async () => {
    await plant(`insert into journal_entry
          (id, kind, value_date, narration, receipt_no, actor)
        overriding system value
        values (3, 'mobile-money-funded', '2020-01-12', 'Again', 'R1', 'test');
      insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
        select 3, line_no, account_id, '2020-01-12', amount_cents
        from journal_line where entry_id = 2`);
    expect(await found()).toEqual(["receipt R1: 400, 2 times 400"]);
  });
});
