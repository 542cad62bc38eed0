import { beforeAll, describe, expect, it } from "vitest";
import { signIn } from "#test/people.ts";
import { approvalOf } from "#test/tills.ts";
import { tellerOffice } from "#test/teller-office.ts";

const { society, approve, employStaff, newTeller, counter, withdrawals } = tellerOffice({
  TREASURER: "treasurer",
});
const { send, receive, count } = counter;
const { codeOf, newMember, post, withCode, withdraw } = withdrawals;
const phone = (amount: number) => ({ amount, channel: "phone" });
const errorOf = ({ body }: { body: unknown }) =>
  (body as { errors?: { message: string }[] }).errors?.[0];

const payIn = async (who: string, memberNo: string, amount: number) => {
  const { rows } = await society.owner.query<{ reference: string }>(
    `select a.reference from ledger_account a join member m on m.id = a.member_id
      where a.code = 'withdrawable-deposits' and m.member_no = $1`,
    [memberNo],
  );
  const account = rows[0]?.reference ?? "";
  const paid = await receive(who, { memberNo, amount, to: "withdrawable", account });
  expect(paid.status, paid.text).toBe(201);
  return (paid.body as { receiptNo: string }).receiptNo;
};

beforeAll(employStaff);

describe("cash received in a till", () => {
  it("does not leave by a withdrawal until two people have counted it", async () => {
    const who = await newTeller();
    const memberNo = await newMember(1000);
    await payIn(who, memberNo, 20_000);
    const path = `/api/v1/members/${memberNo}/withdrawals`;
    const own = await society.send("GET", path, { token: await signIn(society, memberNo) });
    expect(own.body).toMatchObject({ accounts: [{ balance: 21_000, uncounted: 20_000 }] });
    const early = await post("/api/v1/withdrawals/code", memberNo, phone(1500));
    expect(early.status).toBe(422);
    expect(errorOf(early)).toMatchObject({ field: "amount" });
    expect(early.text).toContain("Until then: at most Ksh 1,000.00");
    expect((await withdraw(memberNo, phone(600))).status).toBe(201);
    const counted = approvalOf(await count(who, 20_000));
    expect((await withdraw(memberNo, phone(1500))).status).toBe(422);
    expect((await approve(counted)).status).toBe(201);
    expect((await withdraw(memberNo, phone(1500))).status).toBe(201);
  });

  it("waits at the counter too, and counts no more once its receipt is reversed", async () => {
    const who = await newTeller();
    const memberNo = await newMember(5000);
    const receipt = await payIn(who, memberNo, 3000);
    expect((await withdraw(memberNo, { amount: 6000, channel: "office" })).status).toBe(422);
    const asked = await send("POST", `receipts/${receipt}/reversal`, who, { reason: "Mistake" });
    expect((await approve(approvalOf(asked))).status).toBe(201);
    expect((await withdraw(memberNo, phone(5000))).status).toBe(201);
  });

  it("delays the next withdrawal, even with a receipt at the same moment", async () => {
    const who = await newTeller();
    const memberNo = await newMember(1000);
    await payIn(who, memberNo, 400);
    const wish = phone(1000);
    const otp = await codeOf(memberNo, wish);
    const [, left] = await Promise.all([payIn(who, memberNo, 500), withCode(memberNo, wish, otp)]);
    expect(left.status).toBe(201);
    const trigger = await society.owner.query<{ cents: string }>(
      `select cash_not_counted(m.id, a.reference)::text as cents from member m
        join ledger_account a on a.member_id = m.id and a.code = 'withdrawable-deposits'
        where m.member_no = $1`,
      [memberNo],
    );
    expect(trigger.rows).toEqual([{ cents: "90000" }]);
    expect((await withdraw(memberNo, phone(100))).status).toBe(422);
  });

  it("is not withdrawn by a write that bypasses the server", async () => {
    const who = await newTeller();
    const memberNo = await newMember(1000);
    const asked = await withdraw(memberNo, phone(200));
    await payIn(who, memberNo, 700);
    // The same request once more, past all other checks, when too little of the money is counted.
    await society.owner.query("begin");
    await society.owner.query("alter table withdrawal disable trigger withdrawal_asked");
    await society.owner.query("update ledger_account set balance_cents = -60000 where id = $1", [
      await accountOf(memberNo),
    ]);
    const again = society.owner.query(
      `insert into withdrawal (member_id, account_no, amount_cents, fee_cents, channel, policy_id,
          needs_approval, ready_on, otp_id, entry_id, requested_by)
        select member_id, account_no, amount_cents, fee_cents, channel, policy_id, needs_approval,
          ready_on, otp_id, entry_id, requested_by from withdrawal where id = $1`,
      [(asked.body as { id: string }).id],
    );
    await expect(again).rejects.toMatchObject({ constraint: "withdrawal_uncounted" });
    await society.owner.query("rollback");
  });
});

async function accountOf(memberNo: string): Promise<string> {
  const { rows } = await society.owner.query<{ id: string }>(
    `select a.id from ledger_account a join member m on m.id = a.member_id
      where a.code = 'withdrawable-deposits' and m.member_no = $1`,
    [memberNo],
  );
  return rows[0]?.id ?? "";
}
