import { beforeAll, describe, expect, it } from "vitest";
import { checkOffOffice } from "#test/check-off.ts";
import { approveRequest, employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { ask, take, post, postAs, place, lines, count } = checkOffOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const number of [1, 2]) await enrol(society, `MS${number}`);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const leave = (membership = "left") =>
  society.owner.query("update member set membership = $1 where member_no = 'MS2'", [membership]);

const decide = (id: string, row: number, body: unknown) =>
  ask("clerk", "POST", `/${id}/lines/${row}/decision`, body);

const creditsOfLeft = () =>
  count(
    `select from check_off_posting s join check_off_part p using (batch_id, row_no, part_no)
      join member m on m.id = p.member_id where m.membership = 'left'`,
  );

describe("a check-off file never credits a member who has left", () => {
  it("when it is matched: the line waits in suspense with the reason", async () => {
    await leave();
    const { id } = await take("member_no,amount,note\nMS2,101,deposits\n", "101");
    const [line] = await lines(id, "unmatched");
    expect(line).toMatchObject({ reason: "member-left", parts: [{ to: "suspense", amount: 101 }] });
    await post(id);
    expect(await creditsOfLeft()).toBe(0);
    await leave("active");
  });

  it("when somebody decides a line", async () => {
    const { id } = await take("member_no,amount\nMS99,102\n", "102");
    await leave();
    for (const to of ["deposits", "share-capital", "fees"]) {
      const refused = await decide(id, 2, { to, memberNo: "MS2" });
      expect(refused.body).toMatchObject({ reason: "no-such-member" });
    }
    await leave("active");
  });

  it("when they leave before posting: once matched again, the line waits in suspense", async () => {
    const csv = "member_no,amount,note\nMS2,103,deposits\nMS99,104,\nMS1,105,deposits\n";
    const { id } = await take(csv, "312");
    await decide(id, 3, { to: "deposits", memberNo: "MS2" });
    await leave();
    const refused = await postAs("treasurer", id);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ reason: "batch-left" });
    const matched = await ask("clerk", "POST", `/${id}/matching`, {});
    expect(matched.body).toMatchObject({ toDeposits: 105, toSuspense: 207 });
    await post(id);
    expect(await creditsOfLeft()).toBe(0);
    await leave("active");
  });

  it("when money is placed out of suspense, proposed before or after they left", async () => {
    const { id } = await take("member_no,amount\nMS99,106\n", "106");
    await post(id);
    const wish = { to: "deposits", memberNo: "MS2" };
    const proposed = await ask("treasurer", "POST", `/${id}/lines/2/placement`, wish);
    const { approvalId } = proposed.body as { approvalId: string };
    const token = tokens["administrator"] ?? "";
    const { body } = await society.send("GET", `/api/v1/approvals/${approvalId}`, { token });
    const { digest } = body as { digest: string };
    await leave();
    const path = `/api/v1/approvals/${approvalId}/approval`;
    const approved = await society.send("POST", path, { token, body: { digest } });
    expect(approved.body).toMatchObject({ reason: "approval-state" });
    expect(await count("select from check_off_release where batch_id = $1", [id])).toBe(0);
    await leave("active");
    await approveRequest(society, token, approvalId);
    await leave();
    const other = await take("member_no,amount\nMS99,107\n", "107");
    await post(other.id);
    expect((await place(other.id, 2, wish)).body).toMatchObject({ reason: "no-such-member" });
    await leave("active");
  });

  it("even by a direct write to the database", async () => {
    const { id } = await take("member_no,amount,note\nMS2,108,deposits\n", "108");
    await leave();
    const posted = `update check_off_batch set state = 'posted', posted_by = 'staff:TREASURER',
      posted_at = now() where id = $1`;
    await expect(society.owner.query(posted, [id])).rejects.toThrow("who has left");
    const placed = `insert into check_off_release (batch_id, row_no, destination, member_id,
        amount_cents, proposed_by, released_by)
      select $1, 2, 'deposits', id, 1, 'staff:CLERK', 'staff:TREASURER' from member
        where member_no = 'MS2'`;
    await expect(society.owner.query(placed, [id])).rejects.toThrow("who has left");
    await leave("active");
  });
});
