import { beforeAll, describe, expect, it } from "vitest";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { payoutOf, payToPhones } from "#test/payouts.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  await payToPhones(society, { OWN1: { deposits: 100_000, mobile: "+254712000801" } });
  for (const role of ["treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  expect((await send("administrator", "/payout-files")).status).toBe(201);
});

const send = (who: string, to: string, body: unknown = {}) =>
  sendAsShown(society, { token: tokens[who] ?? "", path: `/api/v1${to}`, body });

async function isTheMember(staffNo: string): Promise<void> {
  await society.owner.query("update staff set member_id = null");
  await society.owner.query(
    `update staff set member_id = (select id from member where member_no = 'OWN1')
      where staff_no = $1`,
    [staffNo],
  );
}

describe("a payment to somebody of the office", () => {
  it("is neither marked nor decided by that person, but by others", async () => {
    const { id } = await payoutOf(society, "OWN1");
    const mark = { outcome: "failed", reason: "The number is closed" };
    const paid = { outcome: "paid", receipt: "QOW0000001" };
    await isTheMember("ADMINISTRATOR");
    for (const body of [mark, paid]) {
      const reply = await send("administrator", `/payouts/${id}/result`, body);
      expect(reply.body).toMatchObject({ reason: "own-listing" });
    }
    await isTheMember("TREASURER");
    expect((await send("administrator", `/payouts/${id}/result`, paid)).status).toBe(201);
    const agreed = await send("treasurer", `/payouts/${id}/confirmation`, { agrees: true });
    expect(agreed.body).toMatchObject({ reason: "own-listing" });
    expect((await send("administrator", `/payouts/${id}/result`, mark)).status).toBe(201);
    const ways = ["retry", "shares", "account"].map((noun) => [noun, {}] as const);
    for (const [noun, body] of ways) {
      const reply = await send("treasurer", `/payouts/${id}/${noun}`, body);
      expect(reply.body, noun).toMatchObject({ reason: "own-listing" });
    }
    const inCash = { voucher: "CV-0001" };
    expect((await send("administrator", `/payouts/${id}/cash`, inCash)).status).toBe(201);
    const again = await send("treasurer", `/payouts/${id}/confirmation`, { agrees: true });
    expect(again.body).toMatchObject({ reason: "own-listing" });
    await isTheMember("ADMINISTRATOR");
    expect((await send("treasurer", `/payouts/${id}/confirmation`, { agrees: false })).status).toBe(
      201,
    );
    const own = await send("administrator", `/payouts/${id}/cash`, inCash);
    expect(own.body).toMatchObject({ reason: "own-listing" });
    expect(await payoutOf(society, "OWN1")).toMatchObject({ state: "failed" });
  });
});
