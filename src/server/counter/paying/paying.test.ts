import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, memberIdOf, signIn } from "#test/people.ts";
import { approvalOf, fillSafe } from "#test/tills.ts";
import { tellerOffice } from "#test/teller-office.ts";
import { tillPaymentCalls } from "#test/till-payments.ts";
import { reasonOf } from "#test/served-society.ts";

const office = tellerOffice({
  TREASURER: "treasurer",
  ADMIN: "administrator",
  AUDITOR: "auditor",
});
const { society, tokens, approve, newTeller } = office;
const { send, open, own, receive, count } = office.counter;
const { newMember, standing, withdraw, decide } = office.withdrawals;
const of = (code: string, memberNo?: string) => totalOf(society, code, memberNo);
const numberOf = ({ body }: { body: unknown }) => (body as { paymentNo: string }).paymentNo;

interface Listed {
  readonly waiting: readonly { payoutId: string; memberNo: string; amount: number }[];
  readonly paid: readonly { paymentNo: string; isReversed: boolean; amount: number }[];
}
const listed = async (who: string) => (await send("GET", "payments", who)).body as Listed;
const { pay, request, undo, waiting, payoutOf, codeOf, withCode } = tillPaymentCalls(office);

beforeAll(async () => {
  await office.employStaff();
  await fillSafe(society, 500_000);
});

describe("a withdrawal paid in cash", () => {
  it("leaves the payer's till, under a number, and its member is notified once", async () => {
    const who = await newTeller(10_000);
    const memberNo = await waiting(4000);
    const clearing = await of("payout-clearing");
    expect((await listed(who)).waiting).toContainEqual(
      expect.objectContaining({ memberNo, amount: 4000 }),
    );
    const paid = await pay(who, memberNo);
    expect(paid.status, paid.text).toBe(201);
    expect(numberOf(paid)).toMatch(/^PC\d{7}$/);
    expect(await own(who)).toMatchObject({ balance: 6000 });
    expect(await of("payout-clearing")).toBe(clearing - 4000);
    expect(await standing(memberNo)).toMatchObject({
      rows: [{ progress: "arrived", receipt: numberOf(paid) }],
    });
    const told = (await society.messages()).filter(({ text }) => text.includes(numberOf(paid)));
    expect(told).toHaveLength(1);
    const { waiting: left, paid: list } = await listed(who);
    expect(left.map((one) => one.memberNo)).not.toContain(memberNo);
    expect(list).toMatchObject([{ paymentNo: numberOf(paid), amount: 4000, isReversed: false }]);
    const handed = await approve(approvalOf(await count(who, 6000)));
    expect(handed.status).toBe(201);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is never more than the till holds, and needs an open till and a document", async () => {
    const who = await newTeller(1000);
    const memberNo = await waiting(1500);
    expect(reasonOf(await pay(who, memberNo))).toBe("not-enough");
    const blank = await withCode(who, memberNo, "123456", { identity: " " });
    expect(blank.body).toMatchObject({ errors: [{ field: "identity" }] });
    await employ(society, "PTX", "teller");
    tokens["PTX"] = await signIn(society, "PTX");
    expect(reasonOf(await pay("PTX", memberNo))).toBe("till-none");
    expect((await pay("AUDITOR", memberNo)).status).toBe(403);
    await receive(who, { memberNo: await newMember(100), amount: 500 });
    expect((await pay(who, memberNo)).status).toBe(201);
    expect(await own(who)).toMatchObject({ balance: 0 });
  });

  it("is paid once, however it is paid at once", async () => {
    const tellers = [await newTeller(5000), await newTeller(5000)];
    const memberNo = await waiting(2000);
    const [first = "", second = ""] = tellers;
    const agreed = approvalOf(await request(second, memberNo));
    const otp = await codeOf(first, memberNo);
    const replies = await Promise.all([
      withCode(first, memberNo, otp),
      withCode(first, memberNo, otp),
      approve(agreed),
    ]);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const balances = await Promise.all(tellers.map(async (who) => (await own(who))?.balance));
    expect(new Set(balances)).toEqual(new Set([3000, 5000]));
    const { rows } = await society.owner.query("select from counter_payment where payout_id = $1", [
      await payoutOf(memberNo),
    ]);
    expect(rows).toHaveLength(1);
  });

  it("is not paid before the office approves it, nor what goes to a phone", async () => {
    const who = await newTeller(60_000);
    const memberNo = await newMember(60_000);
    const asked = await withdraw(memberNo, { amount: 25_000, channel: "office" });
    expect((await listed(who)).waiting.map((one) => one.memberNo)).not.toContain(memberNo);
    const id = (asked.body as { id: string }).id;
    expect((await decide("TREASURER", id, "approval")).status).toBe(201);
    expect((await pay(who, memberNo)).status).toBe(201);
    const other = await newMember(60_000);
    await withdraw(other, { amount: 500, channel: "phone" });
    expect(reasonOf(await pay(who, other))).toBe("payout-state");
  });

  it("is not paid to oneself, which the database enforces", async () => {
    const who = "PTSELF";
    await employ(society, who, "teller");
    tokens[who] = await signIn(society, who);
    const memberNo = await waiting(700);
    await society.owner.query("alter table staff disable trigger user");
    await society.owner.query("update staff set member_id = $2 where staff_no = $1", [
      who,
      await memberIdOf(society, memberNo),
    ]);
    await society.owner.query("alter table staff enable trigger user");
    expect((await open(who)).status).toBe(201);
    await receive(who, { memberNo: await newMember(100), amount: 5000 });
    expect((await listed(who)).waiting.map((one) => one.memberNo)).not.toContain(memberNo);
    expect(reasonOf(await pay(who, memberNo))).toBe("own-listing");
    const direct = society.owner.query(
      `insert into counter_payment (payment_no, payout_id, member_id, till_id, amount_cents,
          paid_by, identity, entry_id)
        select 'PC9999999', p.id, p.member_id, t.id, p.amount_cents, $2, 'None', p.entry_id
          from payout p, till t where p.id = $1 and t.holder = $2`,
      [await payoutOf(memberNo), `staff:${who}`],
    );
    await expect(direct).rejects.toMatchObject({ constraint: "counter_own_hands" });
  });

  it("is not paid while its member is suspended, and is not offered to a till then", async () => {
    const who = await newTeller(5000);
    const memberNo = await waiting(1100);
    const membership = (state: string) =>
      society.owner.query("update member set membership = $2 where member_no = $1", [
        memberNo,
        state,
      ]);
    await membership("suspended");
    expect((await listed(who)).waiting.map((one) => one.memberNo)).not.toContain(memberNo);
    expect(reasonOf(await pay(who, memberNo))).toBe("not-active");
    expect(await own(who)).toMatchObject({ balance: 5000 });
    await membership("active");
    expect((await pay(who, memberNo)).status).toBe(201);
  });

  it("stays while its member is suspended, which the database enforces", async () => {
    const who = await newTeller(5000);
    const memberNo = await waiting(900);
    await society.owner.query("update member set membership = 'suspended' where member_no = $1", [
      memberNo,
    ]);
    const payoutId = await payoutOf(memberNo);
    const fromTill = society.owner.query(
      `insert into counter_payment (payment_no, payout_id, member_id, till_id, amount_cents,
          paid_by, identity, entry_id)
        select 'PC9999998', p.id, p.member_id, t.id, p.amount_cents, $2, 'None', p.entry_id
          from payout p, till t where p.id = $1 and t.holder = $2`,
      [payoutId, `staff:${who}`],
    );
    await expect(fromTill).rejects.toMatchObject({ constraint: "counter_payment_of_suspended" });
    const inFile = society.owner.query(
      `insert into eft_line (file_id, line_no, payout_id, details_id, amount_cents)
        select 1, 1, id, 1, amount_cents from payout where id = $1`,
      [payoutId],
    );
    await expect(inFile).rejects.toMatchObject({ constraint: "eft_line_of_suspended" });
  });

  it("is never marked as paid without a till by one person, held by the database", async () => {
    const memberNo = await waiting(900);
    const alone = society.owner.query(
      "update payout set state = 'paid', way = 'cash', receipt_no = 'PC1' where id = $1",
      [await payoutOf(memberNo)],
    );
    await expect(alone).rejects.toMatchObject({ constraint: "payout_from_till" });
  });
});

describe("the reversal of a payment in cash", () => {
  it("takes a second person, who did not pay it, and the withdrawal waits again", async () => {
    const who = await newTeller(5000);
    const other = await newTeller();
    const memberNo = await waiting(1200);
    const paymentNo = numberOf(await pay(who, memberNo));
    const id = approvalOf(await undo(other, paymentNo));
    expect(reasonOf(await undo(other, paymentNo))).toBe("approval-waits");
    expect((await approve(id, who)).status).not.toBe(201);
    expect((await approve(id)).status).toBe(201);
    expect(await own(other)).toMatchObject({ balance: 1200 });
    expect(await standing(memberNo)).toMatchObject({ rows: [{ progress: "office" }] });
    expect(reasonOf(await undo(other, paymentNo))).toBe("receipt-state");
    expect(await reconcile(society.database)).toEqual([]);
    const again = await pay(who, memberNo);
    expect(again.status, again.text).toBe(201);
    expect(numberOf(again)).not.toBe(paymentNo);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("needs an open till of the person who asks, and is not one's own approval", async () => {
    await open("TREASURER");
    const opened = approvalOf(await send("POST", "till/floats", "TREASURER", { amount: 3000 }));
    expect((await approve(opened, "ADMIN")).status).toBe(201);
    const memberNo = await waiting(800);
    const paymentNo = numberOf(await pay("TREASURER", memberNo));
    const who = await newTeller();
    const id = approvalOf(await undo(who, paymentNo));
    expect(reasonOf(await approve(id, "TREASURER"))).toBe("approval-two-people");
    expect((await approve(id, "ADMIN")).status).toBe(201);
  });
});
