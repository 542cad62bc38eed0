import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { treasuryCalls } from "#test/treasury.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
const { openAccount, book } = treasuryCalls(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const [staffNo, role] of [
    ["TREASURER", "treasurer"],
    ["ADMIN", "administrator"],
  ] as const) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
  const kinds = ["expense-by-bank"];
  await openAccount({ code: "6100", name: "Training", kinds });
  await openAccount({ code: "6200", name: "Meetings", kinds });
  const paid = { kind: "expense-by-bank", amount: 10, description: "Course" };
  await book({ ...paid, reference: "FT280001", account: "6100" });
  await book({ ...paid, reference: "FT280002" });
});

/** Writes as the owner without triggers, as only somebody with database access can. */
async function findingsAfter(sql: string): Promise<string[]> {
  const saved = ["chart_account", "chart_account_kind", "journal_entry", "journal_line"];
  const also = ["ledger_account", "ledger_day", "treasury_movement"];
  const tables = [...saved, ...also];
  const copy = tables.map((one) => `create table kept_${one} as table ${one}`);
  const back = tables.map(
    (one) => `delete from ${one}; insert into ${one} overriding system value table kept_${one};
      drop table kept_${one}`,
  );
  const as = (what: readonly string[]) =>
    society.owner.query(`set session_replication_role = replica; ${what.join(";")};
      set session_replication_role = origin`);
  await as([...copy, sql]);
  const found = await reconcile(society.database);
  await as(back);
  return found
    .filter(({ check }) => check === "added-account" || check === "treasury-movement")
    .map((one) => `${one.subject}: ${one.expected}, ${one.found}`)
    .toSorted();
}

const idOf = (reference: string) =>
  `(select id from ledger_account
    where code = 'operating-expenses' and reference = '${reference}')`;

describe("the reconciler", () => {
  it("finds nothing on added accounts that agree", async () => {
    expect(await findingsAfter("select 1")).toEqual([]);
  });

  it.each([
    [
      "a line that moved to another added account",
      `update journal_line set account_id = ${idOf("6200")} where account_id = ${idOf("6100")};
        update ledger_account set balance_cents = 1000 where reference = '6200';
        update ledger_account set balance_cents = 0 where reference = '6100'`,
      [
        "account 6100: 1000, 0",
        "account 6200: 0, 1000",
        "movement 1: expense-by-bank of 1000 on 2026-04-14 on account 6100, " +
          "expense-by-bank of 1000 on 2026-04-14 on account 6200",
      ],
    ],
    [
      "a line that moved from the rest of the account",
      `update journal_line set account_id = ${idOf("6100")} where account_id = ${idOf("")};
        update ledger_account set balance_cents = 2000 where reference = '6100';
        update ledger_account set balance_cents = 0
          where code = 'operating-expenses' and reference = ''`,
      [
        "account 6100: 1000, 2000",
        "movement 2: expense-by-bank of 1000 on 2026-04-14, " +
          "expense-by-bank of 1000 on 2026-04-14 on account 6100",
      ],
    ],
    [
      "a total of the control account that its accounts do not add up to",
      "update ledger_day set debit_cents = debit_cents + 1 where code = 'operating-expenses'",
      ["operating-expenses: 2001, 2000"],
    ],
    [
      "an account of an unknown code",
      "update ledger_account set reference = '7777' where reference = '6200'",
      [
        "account 6200: an account of the ledger, none",
        "operating-expenses 7777: no such account, operating-expenses 1",
      ],
    ],
    [
      "an account whose type was changed",
      "update chart_account set type = 'income' where code = '6200'",
      [
        "account 6200: an account of the ledger, none",
        "operating-expenses 6200: other-income -1, operating-expenses 1",
      ],
    ],
    [
      "a line of a kind that was taken from its account",
      "delete from chart_account_kind where code = '6100'",
      [`entry 1: a kind of account 6100, expense-by-bank of 1000`],
    ],
    [
      "an account without its ledger account",
      "delete from ledger_account where reference = '6200'",
      ["account 6200: an account of the ledger, none"],
    ],
    [
      "a movement that names another account than its entry",
      "update treasury_movement set chart_account_code = '6200' where id = 1",
      [
        "account 6100: 0, 1000",
        "account 6200: 1000, 0",
        "movement 1: expense-by-bank of 1000 on 2026-04-14 on account 6200, " +
          "expense-by-bank of 1000 on 2026-04-14 on account 6100",
      ],
    ],
  ])("finds %s", async (_, sql, expected) => {
    expect(await findingsAfter(sql)).toEqual(expected.toSorted());
  });
});
