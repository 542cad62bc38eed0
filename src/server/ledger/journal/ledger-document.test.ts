import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseMemberNo, type MemberNo } from "#shared/member-number.ts";
import { type Cents, cents, formatMoney, negateCents, parseTypedAmount } from "#shared/money.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { useTestSociety } from "#test/test-society.ts";
import { openAccounts } from "./accounts.ts";
import {
  type AccountCode,
  type AccountKey,
  chartOfAccounts,
  chartRow,
  type MemberAccountCode,
  memberAccount,
  type SocietyAccountCode,
  societyAccount,
} from "./chart-of-accounts.ts";
import { credit, debit } from "./journal.ts";
import { type EntryKind, permittedKinds, permittedSides } from "./permitted-kinds.ts";
import { postAll, reverseAll } from "./post.ts";

const society = useTestSociety();
const text = readFileSync("docs/ledger.md", "utf8");

interface DocumentedSide {
  readonly code: string;
  readonly sign: 1 | -1;
  readonly optional: boolean;
  readonly amount: Cents;
}

interface DocumentedKind {
  readonly kind: EntryKind;
  readonly name: string;
  readonly sides: readonly DocumentedSide[];
}

function cellsOf(section: string): string[][] {
  const rows = section.split("\n").filter((line) => line.startsWith("| "));
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
  return cells.slice(1);
}

function readKind(section: string): DocumentedKind {
  const [, kind = "", name = ""] = /^`(.+)`: (.+)$/m.exec(section) ?? [];
  const sides = cellsOf(section).map(([account = "", debited = "", credited = ""]) => ({
    code: /`(.+)`/.exec(account)?.[1] ?? account,
    sign: debited === "" ? (-1 as const) : (1 as const),
    optional: account.startsWith("("),
    amount: parseTypedAmount(debited + credited) ?? cents(0n),
  }));
  return { kind: kind as EntryKind, name, sides };
}

const documented = text
  .split(/^#### /m)
  .slice(1)
  .map((section) => readKind(section.split(/^#/m)[0] ?? ""));

function keyOf(code: string, memberId: bigint): AccountKey {
  return chartRow(code as AccountCode).holder === "society"
    ? societyAccount(code as SocietyAccountCode)
    : memberAccount(code as MemberAccountCode, memberId);
}

/** Reverses the entries on payout clearing, newest first: the example has no payout or cheque. */
async function takeBackPayouts(): Promise<void> {
  const { rows } = await society.owner.query<{ id: string }>(
    `select l.entry_id as id from journal_line l join ledger_account a on a.id = l.account_id
      where a.code = 'payout-clearing' order by l.entry_id desc`,
  );
  expect(rows.length).toBeGreaterThan(10);
  const words = { narration: "Nothing was paid" };
  const wrong = rows.map(({ id }) => ({ entryId: BigInt(id), ...words }));
  await society.database.unitOfWork("test", (work) => reverseAll(work, wrong));
}

describe("docs/ledger.md", () => {
  it("shows the chart of accounts as it is in the code", () => {
    const section = text.split("## Accounts")[1]?.split("## Entries")[0] ?? "";
    const chart = Object.entries(chartOfAccounts).map(
      ([code, { name, type, normalSide, ...row }]) => [
        `\`${code}\``,
        name,
        type,
        normalSide,
        row.holder,
        row.floor === null ? "" : formatMoney(row.floor),
      ],
    );
    expect(cellsOf(section)).toEqual(chart);
  });

  it("names every permitted kind once", () => {
    const names = Object.entries(permittedKinds).map(([kind, { name }]) => `${kind}: ${name}`);
    const shown = documented.map(({ kind, name }) => `${kind}: ${name}`);
    expect(shown.toSorted((a, b) => a.localeCompare(b))).toEqual(
      names.toSorted((a, b) => a.localeCompare(b)),
    );
  });

  it.each(documented)("shows the sides of $kind, on figures that balance", ({ kind, sides }) => {
    const shown = sides.map(({ code, sign, optional }) => ({ kind, code, sign, optional }));
    expect(shown).toEqual(permittedSides.filter((side) => side.kind === kind));
    const sum = sides.reduce((total, { amount, sign }) => total + amount * BigInt(sign), 0n);
    expect(sum).toBe(0n);
  });

  it("can be posted as written, and moves the balances by its figures", async () => {
    const memberNo = parseMemberNo("DOC1") as MemberNo;
    // Savings that come into the safe name the approval of a second person.
    await society.owner.query(
      "alter table journal_entry disable trigger journal_entry_opening_savings",
    );
    const posted = await society.database.unitOfWork("test", async (work) => {
      const memberId = await registerMember(work, { memberNo, fullName: "Mwanachama" });
      const extra = ["withdrawable-deposits", "loan-receivable"] as const;
      await openAccounts(
        work,
        extra.map((code) => memberAccount(code, memberId)),
      );
      const entries = documented.map(({ kind, sides }) => ({
        kind,
        narration: kind,
        dividendYear: kind === "dividend-declared" ? 2025 : undefined,
        lines: sides.map(({ code, sign, amount }) => {
          return (sign === 1 ? debit : credit)(keyOf(code, memberId), amount);
        }),
      }));
      return postAll(work, entries);
    });
    expect(posted).toHaveLength(documented.length);
    const balances = await society.owner.query(
      "select code, balance_cents from ledger_account order by code",
    );
    const expected = new Map<string, bigint>();
    for (const { code, sign, amount } of documented.flatMap(({ sides }) => sides)) {
      const moved = sign === 1 ? amount : negateCents(amount);
      expected.set(code, (expected.get(code) ?? 0n) + moved);
    }
    const found = balances.rows.map((row: { code: string; balance_cents: string }) => {
      return [row.code, BigInt(row.balance_cents)] as const;
    });
    expect(new Map(found)).toEqual(expected);
    await takeBackPayouts();
    // The reconciler wants to know the till of each shilling in the tills.
    await society.owner.query(
      `insert into till (id, holder, holder_person, state) values (1, 'staff:DOC', '', 'counted')`,
    );
    await society.owner.query(
      `insert into till_movement (till_id, kind, amount_cents, entry_id, moved_by, agreed_by)
        select t.id, 'variance', l.amount_cents, l.entry_id, 'staff:DOC', 'staff:SAFE'
        from till t, journal_line l join ledger_account a on a.id = l.account_id
        where a.code = 'till-cash' order by l.entry_id`,
    );
  });
});
