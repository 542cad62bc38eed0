import { beforeAll, describe, expect, it } from "vitest";
import { checkOffOffice } from "#test/check-off.ts";
import { approveRequest, employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { ask, take, post, place, lines, read, reverseAs, standing, count } = checkOffOffice(
  society,
  tokens,
);

beforeAll(async () => {
  await foundSociety(society);
  for (const number of [1, 2, 3]) await enrol(society, `MS${number}`);
  await lend(society, "MS2", { loanNo: "LN-2" });
  await society.owner.query("update loan set policy_id = 1");
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  const sql = `update staff set member_id = (select id from member where member_no = 'MS3')
    where staff_no = 'CLERK'`;
  await society.owner.query(sql);
});

/** A posted file of one line with the number of MS1, which waits in suspense. */
async function suspended(amount: number): Promise<string> {
  const { id } = await take(`member_no,amount\nMS1,${amount}\n`, String(amount));
  await post(id);
  return id;
}

const request = (id: string, who = "clerk") =>
  ask(who, "POST", `/${id}/lines/2/placement/reversal`, { reason: "Wrong member" });

function requestOf({ body, text }: { body: unknown; text: string }): string {
  const { approvalId } = body as { approvalId?: string };
  expect(approvalId, text).toBeDefined();
  return approvalId ?? "";
}

const approve = (id: string) => approveRequest(society, tokens["treasurer"] ?? "", id);

describe("money placed out of suspense", () => {
  it("is reversed by two people with notice to both members, and may be placed again", async () => {
    const id = await suspended(51);
    const before = await standing("check-off-suspense");
    await place(id, 2, { to: "deposits", memberNo: "MS2" });
    expect(await standing("check-off-suspense")).toBe(before - 51);
    const asked = await request(id);
    expect(asked.status, asked.text).toBe(201);
    expect(await standing("check-off-suspense")).toBe(before - 51);
    expect((await approve(requestOf(asked))).status).toBe(201);
    expect(await standing("check-off-suspense")).toBe(before);
    expect((await lines(id, "suspense"))[0]).toMatchObject({ placed: "" });
    expect(await read(id)).toMatchObject({ waiting: { lines: 1, amount: 51 } });
    const told = `select from outbox_message where template = 'check-off-unplaced'
      and channel = 'sms' and params ->> 'amount' = '51.00'`;
    expect(await count(told)).toBe(2);
    expect((await place(id, 2, { to: "deposits", memberNo: "MS1" })).status).toBe(201);
    expect(await standing("check-off-suspense")).toBe(before - 51);
  });

  it("is owed again if it was on a loan, and the loan's steps show it", async () => {
    const id = await suspended(6897);
    await place(id, 2, { to: "loan", loanNo: "LN-2" });
    expect(await count("select from loan where loan_no = 'LN-2' and state = 'settled'")).toBe(1);
    expect((await approve(requestOf(await request(id)))).status).toBe(201);
    expect(await standing("loan-receivable", "LN-2")).toBe(6897);
    expect(await count("select from loan where loan_no = 'LN-2' and state = 'disbursed'")).toBe(1);
    const steps = "select from loan_step where step = 'reversed' and reason = 'Wrong member'";
    expect(await count(steps)).toBe(1);
  });

  it("prevents the reversal of its file until the placement is reversed", async () => {
    const id = await suspended(52);
    await place(id, 2, { to: "deposits", memberNo: "MS2" });
    expect((await reverseAs("administrator", id, "Twice")).body).toMatchObject({
      reason: "batch-placed",
    });
    const ended = `update check_off_batch set state = 'reversed', ended_by = 'staff:X',
      ended_at = now(), reason = 'x' where id = $1`;
    await expect(society.owner.query(ended, [id])).rejects.toThrow("are placed");
    await approve(requestOf(await request(id)));
    expect((await reverseAs("administrator", id, "Twice")).status).toBe(201);
    expect((await place(id, 2, { to: "deposits", memberNo: "MS2" })).status).toBe(409);
  });

  it("is not reversed by one person, nor by the member it was placed with", async () => {
    const id = await suspended(53);
    await place(id, 2, { to: "deposits", memberNo: "MS3" });
    expect((await request(id, "clerk")).body).toMatchObject({ reason: "own-listing" });
    const asked = await request(id, "treasurer");
    const path = `/api/v1/approvals/${requestOf(asked)}`;
    for (const [who, reason] of [
      ["treasurer", "approval-two-people"],
      ["administrator", "own-entry"],
    ] as const) {
      const token = tokens[who] ?? "";
      const { digest } = (await society.send("GET", path, { token })).body as { digest: string };
      const alone = await society.send("POST", `${path}/approval`, { token, body: { digest } });
      expect(alone.body).toMatchObject({ reason });
    }
    const alone = `update check_off_release set reversal_proposed_by = 'staff:TREASURER',
      reversed_by = 'staff:TREASURER', reversed_at = now(), reversal_reason = 'x'
      where batch_id = $1`;
    await expect(society.owner.query(alone, [id])).rejects.toThrow();
    const moved = "update check_off_release set amount_cents = 1 where batch_id = $1";
    await expect(society.owner.query(moved, [id])).rejects.toThrow("only reversed, once");
  });

  it("is reversed once, however many approve at once while others reverse its file", async () => {
    const id = await suspended(54);
    const before = await standing("check-off-suspense");
    await place(id, 2, { to: "deposits", memberNo: "MS2" });
    const path = `/api/v1/approvals/${requestOf(await request(id))}`;
    const token = tokens["treasurer"] ?? "";
    const { digest } = (await society.send("GET", path, { token })).body as { digest: string };
    const replies = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        society.send("POST", `${path}/approval`, { token, body: { digest } }),
      ),
      ...Array.from({ length: 3 }, () => reverseAs("administrator", id, "Twice")),
    ]);
    expect(replies.slice(0, 5).filter(({ status }) => status === 201).length).toBeLessThan(2);
    const { state } = await read(id);
    const active = "select from check_off_release where batch_id = $1 and reversed_at is null";
    const placed = await count(active, [id]);
    expect(state === "reversed" && placed > 0).toBe(false);
    const left = state === "reversed" || placed > 0 ? before - 54 : before;
    expect(await standing("check-off-suspense")).toBe(left);
  });

  it("cannot be reversed if nothing was placed", async () => {
    const id = await suspended(55);
    expect((await request(id)).body).toMatchObject({ reason: "no-such-placement" });
  });
});
