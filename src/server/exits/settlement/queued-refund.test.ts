import { beforeAll, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { deposit, employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { giveResult, payoutOf, sendAccepted, totalOf } from "#test/payouts.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { sendAsShown } from "#test/shown-steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const REFUND = 20_000;
let members = 0;

beforeAll(async () => {
  await foundSociety(society);
  for (const [who, role] of [
    ["CLERK", "clerk"],
    ["TREASURER", "treasurer"],
    ["ADMIN", "administrator"],
  ] as const) {
    await employ(society, who, role);
    tokens[who] = await signIn(society, who);
  }
});

const send = (who: string, to: string, body: object = {}) =>
  sendAsShown(society, { token: tokens[who] ?? "", path: `/api/v1${to}`, body });

/** An approved exit of a new member for each test, with a confirmed number. */
async function approvedExit(): Promise<{ memberNo: string; id: string }> {
  const memberNo = `QR${(members += 1)}`;
  await enrol(society, memberNo);
  await society.owner.query(
    `update member set mobile_number = $2, mobile_confirmed_at = akiba_now()
      where member_no = $1`,
    [memberNo, `+2547140${10_000 + members}`],
  );
  await deposit(society, memberNo, REFUND);
  const asked = await send("CLERK", "/exits", { memberNo, reason: "Retires" });
  const { id } = asked.body as { id: string };
  expect((await send("TREASURER", `/exits/${id}/approval`)).status).toBe(201);
  return { memberNo, id };
}

/** A member who left, whose refund the provider has accepted. */
async function refunded(): Promise<{ memberNo: string; attemptId: string }> {
  const { memberNo, id } = await approvedExit();
  const paid = await send("ADMIN", `/exits/${id}/payment`, { refund: "queued" });
  expect(paid.status, paid.text).toBe(201);
  await sendAccepted(society);
  const payout = await payoutOf(society, memberNo);
  expect(payout).toMatchObject({ state: "sent", cents: String(REFUND * 100) });
  return { memberNo, attemptId: payout.attempt_id };
}

const give = (attemptId: string, outcome: "paid" | "failed", receiptNo = "") =>
  giveResult(society, { attemptId, outcome, receiptNo, amount: REFUND });

const payoutsOf = async (memberNo: string) => {
  const { rows } = await society.owner.query<{ id: string; channel: string; state: string }>(
    `select p.id::text, channel, state from payout p join member m on m.id = p.member_id
      where m.member_no = $1 order by p.id`,
    [memberNo],
  );
  return rows;
};

const smsTo = async (number: string, part: string) =>
  (await society.messages()).filter(({ to, text }) => to === number && text.includes(part));

it("a refund on leaving is queued, and payout clearing is zero with its receipt", async () => {
  const before = await totalOf(society, "payout-clearing");
  const { memberNo, attemptId } = await refunded();
  expect(await totalOf(society, "payout-clearing")).toBe(before + REFUND);
  expect(await totalOf(society, "exit-clearing")).toBe(0);
  const number = `+2547140${10_000 + members}`;
  expect(await smsTo(number, "Your refund of Ksh 20,000.00 is on its way")).toHaveLength(1);
  expect(await give(attemptId, "paid", "TKE1000001")).toBe("paid");
  expect(await totalOf(society, "payout-clearing")).toBe(before);
  expect(await smsTo(number, "20,000.00, receipt TKE1000001")).toHaveLength(1);
  expect(await payoutsOf(memberNo)).toHaveLength(1);
  expect(await reconcile(society.database)).toEqual([]);
});

it("a refund on leaving that fails is paid by the office, by two people", async () => {
  const { memberNo, attemptId } = await refunded();
  const clearing = await totalOf(society, "payout-clearing");
  expect(await give(attemptId, "failed")).toBe("failed");
  expect(await totalOf(society, "payout-clearing")).toBe(clearing);
  const [, office] = await payoutsOf(memberNo);
  expect(office).toMatchObject({ channel: "office", state: "waiting" });
  const id = office?.id ?? "";
  const back = { outcome: "failed", reason: "Not seen" };
  expect((await send("ADMIN", `/payouts/${id}/result`, back)).body).toMatchObject({
    reason: "payout-state",
  });
  const paid = { outcome: "paid", receipt: `CHQ-${memberNo}`, way: "cheque" };
  expect((await send("ADMIN", `/payouts/${id}/result`, paid)).status).toBe(201);
  const agreed = await send("TREASURER", `/payouts/${id}/confirmation`, { agrees: true });
  expect(agreed.status, agreed.text).toBe(201);
  expect(await totalOf(society, "payout-clearing")).toBe(clearing - REFUND);
  expect(await reconcile(society.database)).toEqual([]);
});

it("a late receipt settles a refund in place of the payment at the office, and once", async () => {
  const { memberNo, attemptId } = await refunded();
  const clearing = await totalOf(society, "payout-clearing");
  await give(attemptId, "failed");
  expect(await give(attemptId, "paid", "TKE1000002")).toBe("paid");
  expect(await payoutsOf(memberNo)).toMatchObject([
    { channel: "phone", state: "paid" },
    { channel: "office", state: "failed" },
  ]);
  expect(await totalOf(society, "payout-clearing")).toBe(clearing - REFUND);
  expect(await reconcile(society.database)).toEqual([]);
});

it("a late receipt that has paid another leaves the payment at the office waiting", async () => {
  const used = await refunded();
  expect(await give(used.attemptId, "paid", "TKE1000009")).toBe("paid");
  const { memberNo, attemptId } = await refunded();
  await give(attemptId, "failed");
  expect(await give(attemptId, "paid", "TKE1000009")).toBe("refused");
  expect(await payoutsOf(memberNo)).toMatchObject([
    { channel: "phone", state: "failed" },
    { channel: "office", state: "waiting" },
  ]);
  expect(await reconcile(society.database)).toEqual([]);
});

it("a late receipt is an exception once somebody says that the office has paid", async () => {
  const { memberNo, attemptId } = await refunded();
  await give(attemptId, "failed");
  const [, office] = await payoutsOf(memberNo);
  const paid = { outcome: "paid", receipt: `V-${memberNo}`, way: "cash" };
  expect((await send("ADMIN", `/payouts/${office?.id}/result`, paid)).status).toBe(201);
  expect(await give(attemptId, "paid", "TKE1000003")).toBe("refused");
  expect(await payoutOf(society, memberNo)).toMatchObject({ problem: "paid-after-change" });
  expect(await reconcile(society.database)).toEqual([]);
});

it("a queued refund has no receipt, and a paid one needs one", async () => {
  const { id } = await approvedExit();
  for (const body of [{ refund: "queued", receiptNo: "EFT-1" }, {}, { refund: "paid" }]) {
    const reply = await send("ADMIN", `/exits/${id}/payment`, body);
    expect(reply.body, JSON.stringify(body)).toMatchObject({ errors: [{ field: "receiptNo" }] });
  }
});
