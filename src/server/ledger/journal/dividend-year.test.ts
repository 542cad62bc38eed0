import { expect, it } from "vitest";
import { beforeMigration } from "#test/upgraded-database.ts";

it("an upgrade keeps the year of each dividend that was declared before", async () => {
  await beforeMigration("0084-year-of-a-dividend.sql", async (client, upgrade) => {
    await client.query(`
      insert into member (member_no, full_name, joined_on) values ('ONE', 'One', '2020-01-01');
      insert into ledger_account (code, member_id, normal_side, floor_cents, opened_on)
        select 'dividend-payable', id, -1, 0, joined_on from member;
      with posted as (
        insert into journal_entry (kind, value_date, narration, actor) values
          ('dividend-declared', '2023-04-01', 'Dividend', 'import'),
          ('dividend-declared', '2023-04-02', 'Dividend for 2021', 'import'),
          ('dividend-declared', '2023-04-03', 'Dividend, AGM 2023', 'import')
        returning id, value_date
      )
      insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
        select p.id, side.line_no, a.id, p.value_date, side.cents
        from posted p cross join (values (1, 'dividend-appropriation', 100),
            (2, 'dividend-payable', -100)) as side (line_no, code, cents)
          join ledger_account a using (code)`);
    await upgrade();
    const { rows } = await client.query(
      "select narration, dividend_year from journal_entry order by id",
    );
    expect(rows).toEqual([
      { narration: "Dividend", dividend_year: 2022 },
      { narration: "Dividend for 2021", dividend_year: 2021 },
      { narration: "Dividend, AGM 2023", dividend_year: 2022 },
    ]);
    await expect(
      client.query("update journal_entry set dividend_year = 2020"),
    ).rejects.toMatchObject({ code: "23001" });
  });
});
