import { beforeAll, describe, expect, it, vi } from "vitest";
import { importOffice } from "#test/imports.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { posting, upload, map, bring, read, send, findings } = importOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  for (const memberNo of ["OT1", "OT2"]) await enrol(society, memberNo);
  await society.owner.query("update member set joined_on = '2020-01-01'");
});

const entries = (memberNo: string, reference: string) =>
  `member_no,date,kind,amount,reference\n${memberNo},2024-01-31,deposit,70,${reference}\n`;

const leave = (memberNo: string) =>
  society.owner.query("update member set membership = 'left' where member_no = $1", [memberNo]);

/** Posts an import that must wait for the owner, who then ends their transaction. */
async function postedMeanwhile(id: string) {
  const posted = posting("treasurer", id);
  const waits = async () => {
    await society.owner.query("select pg_stat_clear_snapshot()");
    const waiting = `select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`;
    expect((await society.owner.query(waiting)).rowCount).toBeGreaterThan(0);
  };
  await vi.waitFor(waits, { timeout: 20_000, interval: 10 });
  await society.owner.query("commit");
  return posted;
}

describe("an import for a member who has left", () => {
  it("is found by the check, with row and column", async () => {
    await leave("OT1");
    const detail = (await upload("entries", entries("OT1", "R1"))).body;
    expect((await map(detail as Parameters<typeof map>[0])).status).toBe(201);
    const { id } = detail as { id: string };
    expect(await findings(id)).toMatchObject([
      { row: 2, column: "member_no", reason: "books.left-member", given: { member: "OT1" } },
    ]);
  });

  it("is returned if they leave while it is posted", async () => {
    const { id } = await bring({ entries: entries("OT2", "R2") });
    await send(id);
    await society.owner.query("begin");
    await society.owner.query(
      `select from ledger_account a join member m on m.id = a.member_id
        where m.member_no = 'OT2' for update of a`,
    );
    await leave("OT2");
    const reply = await postedMeanwhile(id);
    expect(reply.body).toMatchObject({ reason: "import-changed" });
    expect(await read(id)).toMatchObject({ state: "draft", findings: 1 });
  });
});

describe("an import of a member who is registered while it is posted", () => {
  it("is returned, without a defect", async () => {
    const { id } = await bring({
      members: "member_no,full_name,joined_on\nOT3,Amina,2020-01-01\n",
    });
    await send(id);
    await society.owner.query("begin");
    await society.owner.query(
      "insert into member (member_no, full_name, joined_on) values ('OT3', 'A', '2020-01-01')",
    );
    const reply = await postedMeanwhile(id);
    expect(reply.body).toMatchObject({ reason: "import-changed" });
    expect(await read(id)).toMatchObject({ state: "draft", findings: 1 });
  });
});
