import { beforeAll, describe, expect, it } from "vitest";
import { importOffice } from "#test/imports.ts";
import { employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { posting, bring, send, standing } = importOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["MS1", "MS2", "MS3"]) await enrol(society, memberNo);
  await society.owner.query("update member set joined_on = '2020-01-01'");
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  await isMember("CLERK", "MS1");
  await isMember("TREASURER", "MS2");
});

async function isMember(staffNo: string, memberNo: string): Promise<void> {
  const sql = `update staff set member_id = (select id from member where member_no = $2)
    where staff_no = $1`;
  await society.owner.query(sql, [staffNo, memberNo]);
}

/** Uploads one entry for a member, ready to be posted, and returns its import. */
async function ready(row: string): Promise<string> {
  const { id } = await bring({ entries: `member_no,date,kind,amount,reference\n${row}\n` });
  await send(id);
  return id;
}

describe("an import", () => {
  it("is not posted by somebody whose own account it credits", async () => {
    const id = await ready("MS2,2026-03-01,deposit,500,OH1");
    const refused = await posting("treasurer", id);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ reason: "import-credits-you" });
    expect(await standing("member-deposits", "MS2")).toBe(0);
    expect((await posting("administrator", id)).status).toBe(201);
    expect(await standing("member-deposits", "MS2")).toBe(500);
  });

  it("is not posted by somebody who guarantees a loan that it repays", async () => {
    await lend(society, "MS3", { loanNo: "LN-OH" });
    await society.owner.query(
      `insert into guarantee (loan_id, guarantor_id, amount_cents, state)
        select l.id, m.id, 100000, 'accepted' from loan l, member m
        where l.loan_no = 'LN-OH' and m.member_no = 'MS2'`,
    );
    const head = "member_no,date,kind,amount,account,reference";
    const row = "MS3,2026-04-14,loan_repaid_mpesa,700,LN-OH,OH9";
    const { id } = await bring({
      entries: `${head}
${row}
`,
    });
    await send(id);
    expect((await posting("treasurer", id)).body).toMatchObject({ reason: "import-credits-you" });
    expect((await posting("administrator", id)).status).toBe(201);
  });

  it("may credit its preparer, since somebody else posts it", async () => {
    const id = await ready("MS1,2026-03-01,deposit,600,OH2");
    expect((await posting("treasurer", id)).status).toBe(201);
  });

  it("is held to this by the database, whatever the code says", async () => {
    const id = await ready("MS3,2026-03-02,deposit,700,OH3");
    await posting("treasurer", id);
    await isMember("TREASURER", "MS3");
    const found = await society.owner.query<{ run: string }>(
      "select run_id as run from import_batch where id = $1",
      [id],
    );
    await society.owner.query("begin");
    try {
      await society.owner.query("alter table import_batch disable trigger import_life");
      const unpost = `update import_batch set state = 'prepared', posted_by = null, run_id = null
        where id = $1`;
      await society.owner.query(unpost, [id]);
      const repost = `update import_batch set state = 'posted', posted_by = 'staff:TREASURER',
        run_id = $2 where id = $1`;
      await expect(society.owner.query(repost, [id, found.rows[0]?.run])).rejects.toMatchObject({
        constraint: "import_own_hands",
      });
    } finally {
      await society.owner.query("rollback");
    }
  });
});
