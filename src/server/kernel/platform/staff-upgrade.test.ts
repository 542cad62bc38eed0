import { expect, it } from "vitest";
import { beforeMigration } from "#test/upgraded-database.ts";

const known = "0039-staff-are-known-persons.sql";

it("an upgrade accepts staff who share details, and links those who match one member", async () => {
  await beforeMigration(known, async (client, upgrade) => {
    await client.query(`
      insert into member (member_no, full_name, mobile_number, joined_on) values
        ('ONE', 'One', '+254712000001', '2020-01-01'),
        ('TWO1', 'Two', '+254712000002', '2020-01-01'),
        ('TWO2', 'Two', '+254712000002', '2020-01-01');
      insert into staff (staff_no, full_name, role, mobile_number, email) values
        ('LINKED', 'Linked', 'clerk', '+254712000001', ''),
        ('UNCLEAR', 'Unclear', 'clerk', '+254712000002', ''),
        ('SAME1', 'Same', 'clerk', '+254712000003', 'a@b.example'),
        ('SAME2', 'Same', 'auditor', '+254712000003', 'A@b.example')`);
    await upgrade();
    const found = await client.query(
      `select s.staff_no, m.member_no, s.role_since from staff s
        left join member m on m.id = s.member_id order by s.id`,
    );
    expect(found.rows).toEqual([
      { staff_no: "LINKED", member_no: "ONE", role_since: null },
      { staff_no: "UNCLEAR", member_no: null, role_since: null },
      { staff_no: "SAME1", member_no: null, role_since: null },
      { staff_no: "SAME2", member_no: null, role_since: null },
    ]);
    await client.query("update staff set role = 'treasurer' where staff_no = 'SAME2'");
    const third = `insert into staff (staff_no, full_name, role, mobile_number)
      values ('SAME3', 'Same', 'clerk', '+254712000003')`;
    await expect(client.query(third)).rejects.toThrow("those of a colleague");
  });
});
