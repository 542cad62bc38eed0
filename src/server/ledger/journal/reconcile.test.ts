import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseMemberNo, type MemberNo } from "#shared/member-number.ts";
import { shillings } from "#shared/money.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { closeTestSociety, openTestSociety, type TestSociety } from "#test/test-society.ts";
import { memberAccount, societyAccount } from "./chart-of-accounts.ts";
import { credit, debit, type Entry } from "./journal.ts";
import { postAll, reverse } from "./post.ts";
import { type Check, checks } from "./reconcile-checks.ts";
import { reconcile } from "./reconcile.ts";

let society: TestSociety;

beforeEach(async () => {
  society = await openTestSociety();
  await society.database.unitOfWork("test", async (work) => {
    const memberNo = parseMemberNo("RC1") as MemberNo;
    const memberId = await registerMember(work, { memberNo, fullName: "Mwanachama" });
    const another = parseMemberNo("RC2") as MemberNo;
    await registerMember(work, { memberNo: another, fullName: "Mwingine" });
    const entry: Entry = {
      kind: "opening-savings",
      narration: "Opening savings",
      lines: [
        debit(societyAccount("bank"), shillings(10)),
        credit(memberAccount("member-deposits", memberId), shillings(10)),
      ],
    };
    const [, second = 0n] = await postAll(work, [entry, entry]);
    await reverse(work, second);
  });
});

afterEach(() => closeTestSociety(society));

/** Moves the credit of entry 1 to payout clearing, whose balance it then is, with a kind. */
const clear = (entry: number, kind = "loan-disbursed") => `
  update journal_entry set kind = '${kind}', actor = 'staff:T1' where id = ${entry};
  update journal_line set account_id =
      (select id from ledger_account where code = 'payout-clearing')
    where entry_id = ${entry} and line_no = 2;
  update ledger_account set balance_cents = -1000 where code = 'payout-clearing'`;

/** A loan of 1000 to RC1 whose payout, by entry 1, is in a state. */
const lend = (state: "failed" | "waiting" | "paid") => `
  with lent as (
    insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
      total_cents, monthly_deduction_cents, term_months, state, start_date, end_date)
    select 'L-1', id, 'Instant', 'Any', 1000, 0, 1000, 1000, 1, 'disbursed', '2026-01-01',
      '2026-02-01'
    from member where member_no = 'RC1' returning id, member_id
  )
  insert into payout (source, loan_id, member_id, reference, amount_cents, mobile_number, channel,
    way, entry_id, state, receipt_no, failed_by)
  select 'loan', id, member_id, 'L-1', 1000, '', 'office', ${
    state === "paid" ? "'bank', 1, 'paid', 'R1', null" : `'', 1, '${state}', '', 'test'`
  } from lent`;

/** Makes entry 1 the disbursement of a loan. */
const makeLoan = "update journal_entry set kind = 'loan-disbursed' where id = 1";

/** An entry that takes an amount off payout clearing, by default to settle the loan's payout. */
const settleWith = (cents: number, kind = "payout-by-bank") => `
  with settled as (
    insert into journal_entry (kind, value_date, narration, reference_no, receipt_no, actor)
    values ('${kind}', '2026-01-02', 'Paid', 'L-1', 'R1', 'staff:T1') returning id
  )
  insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
  select s.id, l.no, a.id, '2026-01-02', l.cents
  from settled s cross join (values (1, 'payout-clearing', ${cents}), (2, 'bank', ${-cents}))
    as l (no, code, cents) join ledger_account a on a.code = l.code and a.member_id is null;
  update ledger_account set balance_cents = balance_cents + ${cents}
    where code = 'payout-clearing'`;

/** Entry 1 is the opening savings of RC1, entry 2 the same again, and entry 3 reverses entry 2. */
const plants: Readonly<Record<Check, string>> = {
  "stored-balance": "update ledger_account set balance_cents = 1001 where code = 'bank'",
  "running-column": "update ledger_account set balance_cents = 999 where code = 'bank'",
  "control-account": `update ledger_account set balance_cents = -2000
    where code = 'member-deposits' and balance_cents <> 0`,
  "day-total": "update ledger_day set debit_cents = 1001 where code = 'bank'",
  "trial-balance": "update journal_line set amount_cents = 1001 where entry_id = 1 and line_no = 1",
  "entry-balance": "delete from journal_line where entry_id = 1 and line_no = 2",
  "line-date": "update journal_line set value_date = '2020-01-01' where entry_id = 1",
  floor: `alter table ledger_account drop constraint ledger_account_floor;
    update ledger_account set balance_cents = 1 where code = 'member-deposits'`,
  chart: "update ledger_account set normal_side = 1, floor_cents = null where code = 'fee-income'",
  "permitted-kind": "update journal_entry set kind = 'withholding-tax' where id = 1",
  "one-member": `update journal_line set account_id =
      (select max(id) from ledger_account where code = 'share-capital')
    where entry_id = 1 and line_no = 1`,
  "pay-in": `insert into pay_in (receipt_no, short_code, amount_cents, account_text, paid_at,
      state, cause) values ('R1', '400200', 1000, 'RC1', now(), 'credited', '')`,
  withdrawal: `alter table withdrawal disable trigger user;
    insert into withdrawal (member_id, account_no, amount_cents, fee_cents, channel, policy_id,
      needs_approval, ready_on, otp_id, entry_id, requested_by, state, queued_at)
    select id, 'W1', 1000, 0, 'phone', 1, false, now(), gen_random_uuid(), 1, 'member:RC1',
      'queued', now()
    from member where member_no = 'RC1'`,
  transfer: `alter table member_transfer disable trigger user;
    insert into member_transfer
      (member_id, account_no, destination, amount_cents, entry_id, made_by)
    select id, 'W1', 'deposits', 999, 1, 'member:RC1' from member where member_no = 'RC1'`,
  "mpesa-suspense": `insert into pay_in (receipt_no, short_code, amount_cents, account_text,
      paid_at, state, cause) values ('R1', '400200', 1000, 'RC1', now(), 'suspense', 'unknown')`,
  till: `alter table till disable trigger user;
    insert into till (id, holder, holder_person, balance_cents)
      values (1, 'staff:T1', 'staff:T1', 5)`,
  "till-count": `insert into till (id, holder, holder_person)
      values (1, 'staff:T1', 'staff:T1');
    update till set state = 'counted';
    insert into till_count (till_id, counted_by, pieces, expected_cents)
      values (1, 'staff:T1', '{1,0,0,0,0,0,0,0,0,0}', 0);
    update till set state = 'closed', closed_at = now()`,
  "till-cash": `update journal_line set account_id =
      (select id from ledger_account where code = 'till-cash')
    where entry_id = 1 and line_no = 1;
    update ledger_account set balance_cents = 1000 where code = 'till-cash'`,
  "counter-receipt": "update counter_series set last_no = 1",
  "treasury-movement": `update journal_entry set kind = 'bank-charge', actor = 'staff:T1'
    where id = 1`,
  "added-account": `insert into chart_account (code, name, type, opened_by)
    values ('6100', 'Training', 'expense', 'staff:T1')`,
  "bank-statement": `insert into bank_statement (account, file_name, sha256, from_day, to_day,
      opening_cents, closing_cents, lines, added, loaded_by)
      values ('bank', 'a.csv', '', '2020-01-01', '2020-01-31', 0, 5, 0, 0, 'staff:T1');
    update reconciled_account set starts_on = '2020-01-01', opening_cents = 0,
      covers_to = '2020-01-31' where account = 'bank'`,
  "payout-return": `alter table journal_entry disable trigger user;
    insert into journal_entry (kind, value_date, narration, reference_no, receipt_no, actor)
      values ('payout-returned-by-bank', '2026-01-01', 'Came back', 'L-1', 'RT1', 'staff:T1')`,
  "bank-file": `insert into approval (kind, subject, payload, requested_by, requested_person,
      expires_at, state, decided_by, decided_person, decided_at)
      values ('eft-results', 'eft-file:1',
        '{"file":"1","rows":[{"line":1,"outcome":"paid","bankReference":"FT26"}]}', 'staff:T1',
        'staff:T1', now(), 'approved', 'staff:T2', 'staff:T2', now())`,
  cheque: "update journal_entry set kind = 'payout-by-cheque' where id = 1",
  "payout-clearing": `${lend("failed")}; ${clear(1)}`,
  "left-member": "update member set membership = 'left' where member_no = 'RC1'",
  reversal: "update journal_line set amount_cents = amount_cents * 2 where entry_id = 3",
};

/** Writes as the owner with the triggers disabled, as only somebody with database access can. */
async function plant(sql: string): Promise<void> {
  const tables = ["journal_entry", "journal_line"];
  const all = (what: string) => tables.map((table) => `alter table ${table} ${what} trigger user`);
  await society.owner.query([...all("disable"), sql, ...all("enable")].join(";"));
}

async function checksThatFail(): Promise<string[]> {
  return (await reconcile(society.database)).map(({ check }) => check);
}

describe("the reconciler", () => {
  it("finds nothing in correct books, and records its run", async () => {
    expect(await reconcile(society.database)).toEqual([]);
    const runs = await society.owner.query("select findings from reconciliation");
    expect(runs.rows).toEqual([{ findings: [] }]);
  });

  it.each(Object.keys(checks) as Check[])("finds an error planted in %s", async (check) => {
    await plant(plants[check]);
    expect(await checksThatFail()).toContain(check);
  });

  it.each([
    ["a credit without a payout", clear(1, "dividend-to-bank"), "entry 1", "a payout", "none"],
    [
      "a payout that failed and is still posted",
      `${lend("failed")}; ${clear(1)}`,
      "departure of payout L-1",
      "0",
      "1000",
    ],
    [
      "a settlement of another amount",
      `${lend("paid")}; ${clear(1)}; ${settleWith(900)}`,
      "settlement of payout L-1",
      "1000",
      "900",
    ],
    [
      "a payout that is paid and not settled",
      `${lend("paid")}; ${clear(1)}`,
      "settlement of payout L-1",
      "1000",
      "0",
    ],
    ["a settlement of no payout", settleWith(900), "payout-clearing of no payout", "0", "-900"],
    [
      "a payout on its way that never departed",
      lend("waiting"),
      "payout-clearing of loans",
      "1000",
      "0",
    ],
    [
      "a withdrawal that waits and was not credited",
      plants.withdrawal.replace("'queued', now()", "'requested', null"),
      "payout-clearing of withdrawals",
      "1000",
      "0",
    ],
    [
      "an overpayment that is neither queued nor on another loan",
      `${clear(1, "overpayment-to-refund")};
        update journal_entry set reference_no = 'L-2', booked_at = now() + interval '1 day'
          where id = 1`,
      "overpayment of loan L-2",
      "a payout or another loan",
      "none for 1000",
    ],
    [
      "a balance that nothing on its way explains",
      "update ledger_account set balance_cents = -1 where code = 'payout-clearing'",
      "payout-clearing",
      "0",
      "1",
    ],
  ])("names in payout clearing %s", async (_, corruption, subject, expected, found) => {
    await plant(corruption);
    const finding = { check: "payout-clearing", subject, expected, found };
    expect(await reconcile(society.database)).toContainEqual(finding);
  });

  it.each([
    [
      "an import",
      `insert into import_run (actor, figures) values ('test', '{}');
        update journal_entry set import_run_id = (select id from import_run) where id = 1`,
    ],
    [
      "an import whose entries were not marked yet",
      `insert into import_run (imported_at, actor, figures, is_tracked)
        select booked_at, actor, '{}', false from journal_entry where id = 1`,
    ],
    ["the demo", "update journal_entry set actor = 'demo' where id = 1"],
    ["loans from before they were queued", makeLoan],
  ])("accepts the payout clearing of %s as brought forward", async (_, origin) => {
    await plant(`${clear(1, "dividend-to-mobile")}; ${origin}`);
    expect(await checksThatFail()).not.toContain("payout-clearing");
  });

  it.each([
    ["an import that never ran", "update journal_entry set import_run_id = 9 where id = 1"],
    [
      "an import of another moment",
      `insert into import_run (actor, figures, is_tracked) values ('staff:T1', '{}', false)`,
    ],
    [
      "the demo in real books",
      `alter table database_mode disable trigger user;
        update database_mode set mode = 'production';
        update journal_entry set actor = 'demo' where id = 1`,
    ],
    [
      "loans since they are queued",
      `${makeLoan}; update journal_entry set booked_at = now() + interval '1 day' where id = 1`,
    ],
  ])("does not accept the payout clearing of %s as brought forward", async (_, origin) => {
    await plant(`${clear(1, "dividend-to-mobile")}; ${origin}`);
    const finding = { subject: "entry 1", expected: "a payout", found: "none" };
    expect(await reconcile(society.database)).toContainEqual({
      check: "payout-clearing",
      ...finding,
    });
  });

  it("accepts no loan after the first queued one as brought forward", async () => {
    await plant(`${lend("waiting")}; ${clear(1)}; ${settleWith(-500, "loan-disbursed")}`);
    const finding = { check: "payout-clearing", expected: "a payout", found: "none" };
    expect(await reconcile(society.database)).toContainEqual(expect.objectContaining(finding));
  });

  it.each([
    ["a side that no kind has", "update journal_line set amount_cents = -amount_cents"],
    [
      "one side missing, another twice",
      `update journal_line set account_id = (select id from ledger_account where code = 'bank')`,
    ],
    ["an unknown kind", "update journal_entry set kind = 'gift' where id = 1"],
  ])("checks every entry against the table of permitted kinds: %s", async (_, corruption) => {
    await plant(corruption);
    expect(await checksThatFail()).toContain("permitted-kind");
  });

  it("finds an account whose code is not in the chart", async () => {
    await plant("insert into ledger_account (code, normal_side) values ('suspense', 1)");
    expect(await reconcile(society.database)).toEqual([
      {
        check: "chart",
        subject: "suspense",
        expected: "no such account",
        found: "society 1 no floor",
      },
    ]);
  });

  it("reports the account with its expected and its actual figure", async () => {
    await plant(plants["stored-balance"]);
    const found = await reconcile(society.database);
    expect(found).toContainEqual({
      check: "stored-balance",
      subject: "bank",
      expected: "1000",
      found: "1001",
    });
    const runs = await society.owner.query("select findings from reconciliation");
    expect(runs.rows).toEqual([{ findings: found }]);
  });
});
