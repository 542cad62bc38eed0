import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { bankCalls, payableLoans } from "#test/bank-transfers.ts";
import { LENT, lendingSociety } from "#test/disbursed-loans.ts";

const lending = lendingSociety();
const { society, tokenOf, employStaff } = lending;
const calls = bankCalls(society, tokenOf);
const { agree, makeFile, askResults, askTakeBack } = calls;
const { payable } = payableLoans(lending, calls);

/** Writes as the owner without triggers, as only somebody with database access can. */
const plant = (sql: string) =>
  society.owner.query(`set session_replication_role = replica; ${sql};
    set session_replication_role = origin`);

async function found(): Promise<string[]> {
  const all = await reconcile(society.database);
  return all
    .filter(({ check }) => check === "bank-file")
    .map((one) => `${one.subject}: ${one.expected}, ${one.found}`);
}

const CENTS = LENT * 100;

/** File 1 was withdrawn. In file 2 line 1 is paid, line 2 returned and line 3 open. */
beforeAll(async () => {
  await employStaff();
  for (const accountNo of ["0011000001", "0011000002", "0011000003"]) await payable({ accountNo });
  await agree(await askTakeBack(await makeFile()), "TREASURER");
  const id = await makeFile();
  const results = [
    { line: 1, outcome: "paid", bankReference: "FT26-0001" },
    { line: 2, outcome: "returned", reason: "Account closed" },
  ];
  await agree(await askResults(id, results), "TREASURER");
});

it("nothing is found in files, payouts, entries and approvals that agree", async () => {
  expect(await reconcile(society.database)).toEqual([]);
});

interface Fault {
  readonly sql: string;
  readonly undo: string;
  readonly expected: readonly (string | RegExp)[];
}

const line = (no: number) => `file_id = 2 and line_no = ${no}`;
const faults: Readonly<Record<string, Fault>> = {
  "a line with another amount than its payout": {
    sql: `update eft_line set amount_cents = amount_cents + 1 where ${line(3)}`,
    undo: `update eft_line set amount_cents = amount_cents - 1 where ${line(3)}`,
    expected: [`bank file 2 line 3: ${CENTS}, ${CENTS + 1}`, /^bank file 2: /],
  },
  "a paid payout without a paid line": {
    sql: `update eft_line set state = 'open', bank_reference = '', told_by = null,
      confirmed_by = null where ${line(1)}`,
    undo: `update eft_line set state = 'paid', bank_reference = 'FT26-0001',
      told_by = 'staff:ADMIN', confirmed_by = 'staff:TREASURER' where ${line(1)}`,
    expected: [
      "bank file 2 line 1: not paid while the bank has it, paid by FT26-0001",
      "bank file 2 line 1: paid FT26-0001, open ",
    ],
  },
  "a payout that failed while the bank has it": {
    sql: `update payout set state = 'failed', failed_by = 'staff:ADMIN'
      where id = (select payout_id from eft_line where ${line(3)})`,
    undo: `update payout set state = 'waiting', failed_by = null
      where id = (select payout_id from eft_line where ${line(3)})`,
    expected: ["bank file 2 line 3: not paid while the bank has it, failed"],
  },
  "a paid line whose payout has another receipt": {
    sql: "update payout set receipt_no = 'FT26-0009' where receipt_no = 'FT26-0001'",
    undo: "update payout set receipt_no = 'FT26-0001' where receipt_no = 'FT26-0009'",
    expected: ["bank file 2 line 1: paid by FT26-0001, paid by FT26-0009"],
  },
  "a paid line without its entry": {
    sql: `update journal_entry set kind = 'payout-by-cheque' where receipt_no = 'FT26-0001'`,
    undo: `update journal_entry set kind = 'payout-by-bank' where receipt_no = 'FT26-0001'`,
    expected: [`bank file 2 line 1: one entry of ${CENTS}, 0`],
  },
  "a payout in two files that the bank has": {
    sql: `drop index eft_line_once; update eft_line set state = 'open'
      where file_id = 1 and line_no = 3`,
    undo: `update eft_line set state = 'taken-back' where file_id = 1 and line_no = 3;
      create unique index eft_line_once on eft_line (payout_id) where state in ('open', 'paid')`,
    expected: [/^payout .*: one bank file, 1, 2$/, "bank file 1 line 3: withdrawn, open"],
  },
  "a line that goes to another account than was approved": {
    sql: `update member_bank_details set account_no = '0099999999'
      where account_no = '0011000003'`,
    undo: `update member_bank_details set account_no = '0011000003'
      where account_no = '0099999999'`,
    expected: [/^bank file 1: /, /^bank file 2: /],
  },
  "a line taken out of an approved file": {
    sql: `create table kept as select * from eft_line where ${line(3)};
      delete from eft_line where ${line(3)}`,
    undo: "insert into eft_line select * from kept; drop table kept",
    expected: [/^bank file 2: /],
  },
  "a file that debits another account": {
    sql: "update eft_file set debit_account = '0100200301' where id = 2",
    undo: "update eft_file set debit_account = '0100200300' where id = 2",
    expected: [/^bank file 2: .* from 0100200300, .* from 0100200301$/],
  },
  "a result that was not approved": {
    sql: `update eft_line set reason = 'No funds' where ${line(2)}`,
    undo: `update eft_line set reason = 'Account closed' where ${line(2)}`,
    expected: ["bank file 2 line 2: returned Account closed, returned No funds"],
  },
};

describe("the reconciler finds what was changed by SQL", () => {
  it.each(Object.entries(faults))("%s", async (_, { sql, undo, expected }) => {
    await plant(sql);
    const seen = (await found()).toSorted();
    await plant(undo);
    expect(seen).toHaveLength(expected.length);
    for (const one of expected) {
      const isOne = (text: string) => (typeof one === "string" ? text === one : one.test(text));
      expect(seen.filter(isOne), String(one)).toHaveLength(1);
    }
    expect(await found()).toEqual([]);
  });
});
