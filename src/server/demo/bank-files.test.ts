import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { createLogin } from "#server/identity/logins/create-login.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { PasswordHasher } from "#server/kernel/platform/password-hash.ts";
import { useTestSociety } from "#test/test-society.ts";
import { seedDemo } from "./seed.ts";

const society = useTestSociety();

beforeAll(async () => {
  const hasher = new PasswordHasher({ pepper: "p".repeat(32), queue: 256, waitMilliseconds: 5000 });
  const hash = (password: string) => hasher.hash(password);
  await seedDemo(society.database, { hash, createLogin, secret: "s" });
});

describe("the demo's payouts by the bank", () => {
  it("has a file that the bank answered, and one that waits for the treasurer", async () => {
    const lines = await society.owner.query(
      `select l.line_no, m.member_no, l.amount_cents, l.state, l.reason, p.state as payout,
          f.made_by, f.approved_by, l.told_by, l.confirmed_by
        from eft_line l join eft_file f on f.id = l.file_id join payout p on p.id = l.payout_id
          join member m on m.id = p.member_id order by l.file_id, l.line_no`,
    );
    const people = {
      made_by: "staff:ST9003",
      approved_by: "staff:ST9005",
      told_by: "staff:ST9003",
      confirmed_by: "staff:ST9005",
    };
    const paid = { member_no: "MS1002", state: "paid", reason: "", payout: "paid", ...people };
    expect(lines.rows).toEqual([
      { ...paid, line_no: 1, amount_cents: "400000" },
      { ...paid, line_no: 2, amount_cents: "120000" },
      {
        ...people,
        line_no: 3,
        member_no: "MS1011",
        amount_cents: "250000",
        state: "returned",
        reason: "Account dormant",
        payout: "failed",
      },
    ]);
    const next = await society.owner.query(
      `select a.requested_by, array_agg(m.member_no order by p.id) as members,
          sum(p.amount_cents)::text as cents
        from approval a cross join jsonb_array_elements_text(a.payload -> 'payouts') chosen
          join payout p on p.id = chosen::bigint and p.state = 'waiting'
          join member m on m.id = p.member_id
        where a.kind = 'eft-file' and a.state = 'waiting' group by a.id`,
    );
    expect(next.rows).toEqual([
      { requested_by: "staff:ST9003", members: ["MS1002", "MS1011"], cents: "550000" },
    ]);
  });

  it("has two bank accounts that money may go to, and one that waits for the office", async () => {
    const { rows } = await society.owner.query(
      `select m.member_no, d.state, d.requested_by, d.approved_by,
          d.usable_from <= $1 as usable
        from member_bank_details d join member m on m.id = d.member_id order by m.member_no`,
      [society.clock.stillAt()],
    );
    const approved = {
      state: "approved",
      requested_by: "staff:ST9001",
      approved_by: "staff:ST9002",
      usable: true,
    };
    expect(rows).toEqual([
      { member_no: "MS1002", ...approved },
      {
        member_no: "MS1003",
        state: "requested",
        requested_by: "member:MS1003",
        approved_by: null,
        usable: null,
      },
      { member_no: "MS1011", ...approved },
    ]);
    expect(readFileSync("docs/demo.md", "utf8")).toContain(
      "The bank accounts of `MS1002` and `MS1011` are in force",
    );
  });

  it("passes every check of the reconciler", async () => {
    expect(await reconcile(society.database)).toEqual([]);
  });
});
