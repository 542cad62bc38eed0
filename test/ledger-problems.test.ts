import type pg from "pg";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { parseMemberNo, type MemberNo } from "#shared/member-number.ts";
import { shillings } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { useTestSociety } from "./test-society.ts";

const society = useTestSociety();

const figures = { entry: 0n, bank: 0n, deposits: 0n };

beforeAll(async () => {
  const memberNo = parseMemberNo("RF1") as MemberNo;
  const deposits = await society.database.unitOfWork("test", async (work) => {
    const memberId = await registerMember(work, { memberNo, fullName: "Mwanachama" });
    return memberAccount("member-deposits", memberId);
  });
  figures.entry = await society.database.unitOfWork("test", (work) =>
    post(work, {
      kind: "opening-savings",
      narration: "Opening savings",
      lines: [debit(societyAccount("bank"), shillings(10)), credit(deposits, shillings(10))],
    }),
  );
  figures.bank = await accountId("bank");
  figures.deposits = await accountId("member-deposits");
});

async function accountId(code: string): Promise<bigint> {
  const found = await society.owner.query("select id from ledger_account where code = $1", [code]);
  return BigInt((found.rows[0] as { id: string }).id);
}

/** The actor: the application's role, or the owner of the database, with its triggers in force. */
const roles = ["akiba_app", "the owner"] as const;

afterEach(async () => {
  await society.owner.query("rollback");
  await society.owner.query("reset role");
});

async function beginAs(role: (typeof roles)[number]): Promise<pg.Client> {
  await society.owner.query("begin");
  if (role === "akiba_app") await society.owner.query("set local role akiba_app");
  return society.owner;
}

async function write(client: pg.Client, lines: readonly (readonly [bigint, number])[]) {
  const entry = await client.query(
    `insert into journal_entry (kind, value_date, narration, actor)
      values ('opening-savings', '2026-04-14', 'By hand', 'test') returning id`,
  );
  const { id } = entry.rows[0] as { id: string };
  if (lines.length === 0) return;
  await client.query(
    `insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
      select $1, position, account, '2026-04-14', amount
      from unnest($2::bigint[], $3::bigint[]) with ordinality as l (account, amount, position)`,
    [id, lines.map(([account]) => account), lines.map(([, amount]) => amount)],
  );
}

function reversal(reverses: string): string {
  return `insert into journal_entry (kind, value_date, narration, actor, reverses)
    values ('reversal', '2026-04-14', 'By hand', 'test', ${reverses})`;
}

const unbalanced = { code: "23514", constraint: "journal_entry_balanced" };
const insertOnly = { code: "23001" };
const notAllowed = { code: "42501" };

describe.each(roles)("the database rejects %s", (role) => {
  it("an entry whose lines do not sum to zero, when it commits", async () => {
    const client = await beginAs(role);
    await write(client, [
      [figures.bank, 100],
      [figures.deposits, -99],
    ]);
    await expect(client.query("commit")).rejects.toMatchObject(unbalanced);
  });

  it("an entry of one line, and one of none", async () => {
    await write(await beginAs(role), [[figures.bank, 100]]);
    await expect(society.owner.query("commit")).rejects.toMatchObject(unbalanced);
    await write(await beginAs(role), []);
    await expect(society.owner.query("commit")).rejects.toMatchObject(unbalanced);
  });

  it("a line with an amount of zero", async () => {
    const client = await beginAs(role);
    const nothing = write(client, [
      [figures.bank, 0],
      [figures.deposits, 0],
    ]);
    await expect(nothing).rejects.toMatchObject({ code: "23514" });
  });

  it("a line added to an entry of an earlier unit of work", async () => {
    const client = await beginAs(role);
    const added = client.query(
      `insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
        values ($1, 3, $2, '2026-04-14', 100), ($1, 4, $3, '2026-04-14', -100)`,
      [figures.entry, figures.bank, figures.deposits],
    );
    await expect(added).rejects.toMatchObject(insertOnly);
  });

  it("a line added to an entry that was already found balanced", async () => {
    const client = await beginAs(role);
    await write(client, [
      [figures.bank, 100],
      [figures.deposits, -100],
    ]);
    await client.query("set constraints all immediate");
    const added = client.query(
      `insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
        select max(id), 3, $1, '2026-04-14', 100 from journal_entry`,
      [figures.bank],
    );
    await expect(added).rejects.toMatchObject(insertOnly);
  });

  it("a line with another day than its entry", async () => {
    const client = await beginAs(role);
    const entry = client.query(
      `with e as (
          insert into journal_entry (kind, value_date, narration, actor)
          values ('opening-savings', '2026-04-14', 'By hand', 'test') returning id
        )
        insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
        select id, 1, $1::bigint, '2026-04-13'::date, 5 from e
        union all select id, 2, $2, '2026-04-14', -5 from e`,
      [figures.bank, figures.deposits],
    );
    await expect(entry).rejects.toMatchObject(insertOnly);
  });

  it.each([
    "update journal_entry set narration = 'Changed'",
    "update journal_line set amount_cents = amount_cents * 2",
    "delete from journal_line",
    "delete from journal_entry",
    "truncate journal_line",
    "truncate journal_entry, journal_line cascade",
    "truncate ledger_account cascade",
  ])("a change of what was written: %s", async (change) => {
    const client = await beginAs(role);
    const code = role === "akiba_app" ? notAllowed : insertOnly;
    await expect(client.query(change)).rejects.toMatchObject(code);
  });

  it("an account below its floor", async () => {
    const client = await beginAs(role);
    const overdrawn = write(client, [
      [figures.bank, -1001],
      [figures.deposits, 1001],
    ]);
    await expect(overdrawn).rejects.toMatchObject({ constraint: "ledger_account_floor" });
  });

  it("a second reversal of an entry, and one that names none", async () => {
    const client = await beginAs(role);
    await client.query(reversal(String(figures.entry)));
    const second = client.query(reversal(String(figures.entry)));
    await expect(second).rejects.toMatchObject({ constraint: "journal_entry_reversed_once" });
    await client.query("rollback");
    const nameless = (await beginAs(role)).query(reversal("null"));
    await expect(nameless).rejects.toMatchObject({ code: "23514" });
  });
});

describe("the database rejects from the application", () => {
  it.each([
    "update ledger_account set balance_cents = balance_cents - 1",
    "update ledger_account set floor_cents = null",
    "delete from ledger_account",
    "insert into ledger_account (code, normal_side, balance_cents) values ('bank', 1, 5)",
    "insert into reconciliation (ran_at, findings) values (now(), '[]')",
    "update reconciliation set findings = '[]'",
  ])("an act reserved for lines: %s", async (change) => {
    const client = await beginAs("akiba_app");
    await expect(client.query(change)).rejects.toMatchObject(notAllowed);
  });
});
