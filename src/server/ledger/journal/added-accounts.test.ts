import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Cents, formatMoney, negateCents, parseTypedAmount } from "#shared/money.ts";
import { useTestSociety } from "#test/test-society.ts";
import { openAccounts } from "./accounts.ts";
import { takesAdded } from "./added-accounts.ts";
import { type SocietyAccountCode, societyAccount } from "./chart-of-accounts.ts";
import { type EntryKind, permittedSides } from "./permitted-kinds.ts";
import { postAll } from "./post.ts";
import { trialBalance } from "./trial-balance.ts";

// Its entries are of no movement of the treasury, which the reconciler would find.
const society = useTestSociety({ booksReconcile: false });
const section = readFileSync("docs/ledger.md", "utf8").split("## Added accounts")[1] ?? "";
const tables = section.split(/\n\n/).filter((one) => one.startsWith("|"));

/** The cells of a table of the section, without its heading. */
const cellsOf = (at: number): string[][] =>
  (tables[at] ?? "")
    .trim()
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim().replaceAll("`", "")),
    );

describe("docs/ledger.md", () => {
  it("shows which kinds an added account can have, as the database holds them", async () => {
    const { rows } = await society.owner.query<Record<"type" | "code" | "kinds", string>>(
      `select t.type, t.control_code as code, string_agg(k.kind, ' ' order by k.kind) as kinds
        from chart_type t join chart_type_kind k using (type)
        group by 1, 2 order by t.type desc`,
    );
    expect(cellsOf(0)).toEqual(rows.map(({ type, code, kinds }) => [type, code, kinds]));
  });

  it("shows an example of added accounts, which can be posted and has those rows", async () => {
    const entries = cellsOf(1).map(([kind = "", added = "", amount = ""]) => {
      const size = parseTypedAmount(amount) as Cents;
      const sides = permittedSides.filter((side) => side.kind === kind);
      const lines = sides.map(({ code, sign }) => {
        const account = societyAccount(code as SocietyAccountCode, takesAdded(code) ? added : "");
        return { account, amount: sign === 1 ? size : negateCents(size) };
      });
      return { kind: kind as EntryKind, narration: kind, lines };
    });
    await society.database.unitOfWork("test", async (work) => {
      await work.run(`insert into chart_account (code, name, type, opened_by)
        values ('6100', 'Training', 'expense', 'test')`);
      await work.run(`insert into chart_account_kind (code, type, kind)
        values ('6100', 'expense', 'expense-by-bank'), ('6100', 'expense', 'expense-by-mpesa')`);
      await openAccounts(work, [societyAccount("operating-expenses", "6100")]);
      await postAll(work, entries);
    });
    const day = "2999-12-31" as CalendarDate;
    // One statement: a post between two would leave rows that do not add up.
    const rows = await trialBalance(society.database.oneStatementSnapshot(), day);
    const found = rows.flatMap(({ code, balance }) => {
      if (balance === 0n) return [];
      return balance > 0n
        ? [[code, formatMoney(balance), ""]]
        : [[code, "", formatMoney(negateCents(balance))]];
    });
    const told = (rows: readonly string[][]) => new Set(rows.map((row) => row.join(" | ")));
    expect(told(found)).toEqual(told(cellsOf(2)));
  });
});
