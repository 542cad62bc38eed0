import { beforeAll, describe, expect, it } from "vitest";
import { deposit, employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
const staff = { CLERK: "clerk", TREASURER: "treasurer", ADMIN: "administrator" };

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["LEAVES", "RECEIVES"]) await enrolWithLogin(society, memberNo);
  await deposit(society, "LEAVES", 10_000);
  for (const [who, role] of Object.entries(staff)) {
    await employ(society, who, role);
    tokens[who] = await signIn(society, who);
  }
});

const send = (who: string, to: string, body: unknown = {}) =>
  sendAsShown(society, { token: tokens[who] ?? "", path: `/api/v1/exits${to}`, body });

async function receiverIs(staffNo: string): Promise<void> {
  await society.owner.query("update staff set member_id = null");
  await society.owner.query(
    `update staff set member_id = (select id from member where member_no = 'RECEIVES')
      where staff_no = $1`,
    [staffNo],
  );
}

describe("the shares of a leaving member", () => {
  it("cannot go to staff who take part in the exit", async () => {
    const asked = { memberNo: "LEAVES", reason: "Retires", sharesTo: "RECEIVES" };
    const own = { status: 403, body: { reason: "own-membership" } };
    await receiverIs("CLERK");
    expect(await send("CLERK", "", asked)).toMatchObject(own);
    await receiverIs("TREASURER");
    const opened = await send("CLERK", "", asked);
    expect(opened.status, opened.text).toBe(201);
    const { id } = opened.body as { id: string };
    expect(await send("TREASURER", `/${id}/approval`)).toMatchObject(own);
    expect((await send("ADMIN", `/${id}/approval`)).status).toBe(201);
    const payment = { receiptNo: "EFT-OWN-1" };
    expect(await send("TREASURER", `/${id}/payment`, payment)).toMatchObject(own);
  });
});
