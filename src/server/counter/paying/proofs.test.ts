import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { approvalOf, fillSafe } from "#test/tills.ts";
import { tellerOffice } from "#test/teller-office.ts";
import { tillPaymentCalls } from "#test/till-payments.ts";
import { memberIdOf } from "#test/people.ts";
import { reasonOf } from "#test/served-society.ts";

const office = tellerOffice(
  { TREASURER: "treasurer", ADMIN: "administrator", CLERK: "clerk" },
  { otpSendsPerMemberPerDay: 1000, otpFailuresPerMemberPerDay: 1000, otpFailuresInARow: 1000 },
);
const { society, approve, newTeller } = office;
const { send, own, open } = office.counter;
const { withdraw } = office.withdrawals;
const { pay, codeOf, withCode, request, payoutOf, undo, waiting } = tillPaymentCalls(office);
const refused = { reason: "otp-refused", errors: [{ field: "otp" }] };
const listed = async (who: string) => (await send("GET", "payments", who)).body;

/** Writes a payment of a member's latest withdrawal with a proof, as SQL, past the other checks. */
async function written(who: string, memberNo: string, proof: Readonly<Record<string, string>>) {
  const trigger = "alter table counter_payment disable trigger counter_payment_pays";
  await society.owner.query(trigger);
  try {
    await society.owner.query(
      `insert into counter_payment (payment_no, payout_id, member_id, till_id, amount_cents,
          paid_by, identity, entry_id, ${Object.keys(proof).join(", ")})
        select 'PC9999991', p.id, p.member_id, t.id, p.amount_cents, $2, 'ID 39104482',
          p.entry_id, ${Object.values(proof).join(", ")}
        from payout p, till t where p.id = $1 and t.holder = $2`,
      [await payoutOf(memberNo), `staff:${who}`],
    );
  } finally {
    await society.owner.query(trigger.replace("disable", "enable"));
  }
}

beforeAll(async () => {
  await office.employStaff();
  await fillSafe(society, 900_000);
});

describe("the code of a payment in cash", () => {
  it("names the amount and the account, and goes to the confirmed number", async () => {
    const who = await newTeller(9000);
    const memberNo = await waiting(2500);
    const otp = await codeOf(who, memberNo);
    const [sent] = await society.messages();
    expect(sent?.text).toContain(`${otp}: give this code to the`);
    expect(sent?.text).toContain("Ksh 2,500.00 in cash");
    expect(sent?.text).toContain(`from ${memberNo}-W1`);
    expect(sent?.to).toMatch(/^\+25471200/);
    expect((await withCode(who, memberNo, otp)).status).toBe(201);
  });

  it("is invalid for another payment, at another till or for another purpose", async () => {
    const [who, other] = [await newTeller(9000), await newTeller(9000)];
    const memberNo = await waiting(1000);
    const otp = await codeOf(who, memberNo);
    expect((await withCode(other, memberNo, otp)).body).toMatchObject(refused);
    expect((await withCode(who, await waiting(1000), otp)).body).toMatchObject(refused);
    await withdraw(memberNo, { amount: 1000, channel: "office" });
    expect((await withCode(who, memberNo, otp)).body).toMatchObject(refused);
    const entered = await office.withdrawals.post(
      `/api/v1/members/${memberNo}/withdrawals`,
      "CLERK",
      { amount: 1000, channel: "office", otp },
    );
    expect(entered.body).toMatchObject(refused);
    expect(await own(who)).toMatchObject({ balance: 9000 });
    expect(await own(other)).toMatchObject({ balance: 9000 });
  });

  it("is used once, and not after five minutes", async () => {
    const who = await newTeller(9000);
    const memberNo = await waiting(1500);
    const otp = await codeOf(who, memberNo);
    society.clock.advance(301);
    expect((await withCode(who, memberNo, otp)).body).toMatchObject(refused);
    const again = await codeOf(who, memberNo);
    const paid = await withCode(who, memberNo, again);
    expect(paid.status, paid.text).toBe(201);
    const { paymentNo } = paid.body as { paymentNo: string };
    expect((await approve(approvalOf(await undo(who, paymentNo)))).status).toBe(201);
    expect((await withCode(who, memberNo, again)).body).toMatchObject(refused);
    expect((await pay(who, memberNo)).status).toBe(201);
  });

  it("is needed for every row, which the database enforces", async () => {
    const who = await newTeller(9000);
    const memberNo = await waiting(700);
    await codeOf(who, memberNo);
    const rejected = { constraint: "counter_payment_by_code" };
    await expect(written(who, memberNo, { otp_id: "null" })).rejects.toMatchObject(rejected);
    // Open, but not used in the same transaction.
    const otp = "(select id from otp order by expires_at desc limit 1)";
    await expect(written(who, memberNo, { otp_id: otp })).rejects.toMatchObject(rejected);
  });

  it("is not sent to a number that is not confirmed, nor without an open till", async () => {
    const who = await newTeller(9000);
    const memberNo = await waiting(800);
    const payoutId = await payoutOf(memberNo);
    await society.owner.query("update member set mobile_confirmed_at = null where member_no = $1", [
      memberNo,
    ]);
    const sent = await send("POST", "payments/code", who, { payoutId });
    expect(reasonOf(sent)).toBe("payment-unconfirmed");
    expect(await listed(who)).toMatchObject({
      waiting: expect.arrayContaining([expect.objectContaining({ memberNo, hasPhone: false })]),
    });
    expect(reasonOf(await send("POST", "payments/code", "CLERK", { payoutId }))).toBe("till-none");
  });
});

describe("cash for a member without their phone", () => {
  it("leaves the till of the person who asked, once another agrees to their reason", async () => {
    const who = await newTeller(9000);
    const memberNo = await waiting(1200);
    expect((await request(who, memberNo, { reason: " " })).body).toMatchObject({
      errors: [{ field: "reason" }],
    });
    const asked = approvalOf(await request(who, memberNo));
    expect(reasonOf(await request(await newTeller(), memberNo))).toBe("approval-waits");
    expect(await listed(who)).toMatchObject({
      waiting: expect.arrayContaining([
        expect.objectContaining({
          memberNo,
          request: { id: asked, by: `Staff ${who}`, yours: true },
        }),
      ]),
    });
    expect(await own(who)).toMatchObject({ balance: 9000 });
    const agreed = await approve(asked);
    expect(agreed.status, agreed.text).toBe(201);
    expect(await own(who)).toMatchObject({ balance: 7800 });
    expect(await listed(who)).toMatchObject({ paid: [{ memberNo, amount: 1200 }] });
    const told = (await society.messages()).filter(({ text }) => /1,200.00.*PC\d{7}/.test(text));
    expect(told).toHaveLength(1);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is agreed to by neither the payer nor its member", async () => {
    await open("ADMIN");
    const float = await send("POST", "till/floats", "ADMIN", { amount: 5000 });
    expect((await approve(approvalOf(float))).status).toBe(201);
    const memberNo = await waiting(900);
    const asked = approvalOf(await request("ADMIN", memberNo));
    expect(reasonOf(await approve(asked, "ADMIN"))).toBe("approval-two-people");
    const link = async (memberId: unknown) => {
      await society.owner.query("alter table staff disable trigger user");
      await society.owner.query("update staff set member_id = $1 where staff_no = 'TREASURER'", [
        memberId,
      ]);
      await society.owner.query("alter table staff enable trigger user");
    };
    await link(await memberIdOf(society, memberNo));
    expect((await approve(asked)).status).toBe(403);
    await link(null);
    expect(await own("ADMIN")).toMatchObject({ balance: 5000 });
    expect((await approve(asked)).status).toBe(201);
  });

  it("is not paid twice where the member proved it by a code meanwhile", async () => {
    const [who, other] = [await newTeller(9000), await newTeller(9000)];
    const memberNo = await waiting(1100);
    const asked = approvalOf(await request(other, memberNo));
    expect((await pay(who, memberNo)).status).toBe(201);
    const { rows } = await society.owner.query("select state from approval where id = $1", [asked]);
    expect(rows).toEqual([{ state: "lapsed" }]);
    expect((await approve(asked)).status).not.toBe(201);
    expect(await own(other)).toMatchObject({ balance: 9000 });
  });

  it("is not paid out of a till that was closed or a person who was suspended since", async () => {
    const who = await newTeller();
    const memberNo = await waiting(600);
    const asked = approvalOf(await request(who, memberNo));
    expect(reasonOf(await approve(asked))).toBe("not-enough");
    const float = await send("POST", "till/floats", who, { amount: 5000 });
    expect((await approve(approvalOf(float))).status).toBe(201);
    const suspend = (by: string | null) =>
      society.owner.query(
        `update staff set suspended_by = $2::text,
            suspended_at = case when $2::text is not null then akiba_now() end
          where staff_no = $1`,
        [who, by],
      );
    await suspend("staff:ADMIN");
    expect(reasonOf(await approve(asked))).toBe("approval-suspended");
    await suspend(null);
    expect((await office.counter.count(who, 5000)).status).toBe(201);
    expect(reasonOf(await approve(asked))).toBe("till-none");
  });

  it("is held by the database to an approval of exactly this payment, made with it", async () => {
    const who = await newTeller(9000);
    const memberNo = await waiting(500);
    const waits = approvalOf(await request(who, memberNo));
    const proof = { approval_id: waits, agreed_by: "'staff:TREASURER'" };
    const rejected = { constraint: "counter_payment_agreed" };
    await expect(written(who, memberNo, proof)).rejects.toMatchObject(rejected);
    const other = await waiting(500);
    expect((await approve(waits)).status).toBe(201);
    await expect(written(who, other, proof)).rejects.toMatchObject(rejected);
    const alone = { ...proof, agreed_by: `'staff:${who}'` };
    await expect(written(who, other, alone)).rejects.toMatchObject({
      constraint: "counter_payment_payers",
    });
  });
});
