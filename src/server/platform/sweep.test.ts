import { expect, it } from "vitest";
import { useWorld } from "#test/world.ts";
import { sweep } from "./sweep.ts";

const world = useWorld();

it("forgets the counts of numbers that nobody has after a week, and keeps a member's", async () => {
  await world.owner.query(
    "insert into member (member_no, full_name, joined_on) values ('SW1', 'Asha', '2026-01-01')",
  );
  await world.owner.query(
    `insert into login (login_no, member_id, password_phc)
      values ('SW1', (select id from member where member_no = 'SW1'), 'x')`,
  );
  await world.owner.query(
    `insert into sign_in_standing (login_no, failures, last_failure_at)
      values ('SW1', 7, '2026-04-01'), ('NOBODY', 7, '2026-04-01'), ('RECENT', 7, '2026-04-13')`,
  );
  await world.owner.query(
    `insert into otp_standing (member_no, day, consecutive_failures)
      values ('SW1', '2026-04-01', 9), ('NOBODY', '2026-04-01', 9), ('RECENT', '2026-04-13', 9)`,
  );
  await sweep(world.database, 48);
  const kept = async (table: string, column: string) =>
    (await world.owner.query(`select ${column} as no from ${table} order by 1`)).rows;
  const expected = [{ no: "RECENT" }, { no: "SW1" }];
  expect(await kept("sign_in_standing", "login_no")).toEqual(expected);
  expect(await kept("otp_standing", "member_no")).toEqual(expected);
});
