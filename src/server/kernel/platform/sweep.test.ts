import { expect, it } from "vitest";
import { useTestSociety } from "#test/test-society.ts";
import { limitDefaults } from "./limits.ts";
import { sweep } from "./sweep.ts";

const society = useTestSociety();

it("deletes sign-in counts of unknown numbers after a week, and keeps a member's", async () => {
  await society.owner.query(
    "insert into member (member_no, full_name, joined_on) values ('SW1', 'Asha', '2026-01-01')",
  );
  await society.owner.query(
    `insert into login (login_no, member_id, password_phc)
      values ('SW1', (select id from member where member_no = 'SW1'), 'x')`,
  );
  await society.owner.query(
    `insert into sign_in_standing (login_no, failures, last_failure_at)
      values ('SW1', 7, '2026-04-01'), ('NOBODY', 7, '2026-04-01'), ('RECENT', 7, '2026-04-13')`,
  );
  await sweep(society.database, limitDefaults);
  const kept = await society.owner.query("select login_no as no from sign_in_standing order by 1");
  expect(kept.rows).toEqual([{ no: "RECENT" }, { no: "SW1" }]);
});

it("deletes decayed counts of codes, in the same way for unknown numbers", async () => {
  await society.owner.query(
    `insert into otp_standing (member_no, day, consecutive_failures, decays_from)
      select no, day::date, failures, day::timestamptz from (values
        ('SW1', '2026-04-01', 9), ('SW2', '2026-04-01', 11), ('SW3', '2026-04-13', 0),
        ('NOBODY1', '2026-04-01', 9), ('NOBODY2', '2026-04-01', 11), ('NOBODY3', '2026-04-13', 0)
      ) as planted (no, day, failures)`,
  );
  await sweep(society.database, limitDefaults);
  const kept = await society.owner.query("select member_no as no from otp_standing order by 1");
  expect(kept.rows.map(({ no }) => no)).toEqual(["NOBODY2", "NOBODY3", "SW2", "SW3"]);
});
