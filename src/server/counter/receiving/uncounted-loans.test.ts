import { beforeAll, expect, it } from "vitest";
import { foundLoanOffice, loanCalls } from "#test/loan-office.ts";
import { paybillCalls, paybillConfig, paymentCallback } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, lend, memberIdOf, signIn, tryToApprove } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { approvalOf, type Brought, counterCalls } from "#test/tills.ts";
import { openWithdrawable } from "#test/withdrawable.ts";

const society = useServedSociety({
  config: paybillConfig,
  limits: manyWrites,
});
const tokens: Record<string, string> = {};
const { applied, step } = loanCalls(society, tokens);
const { open, receive, count } = counterCalls(society, tokens);
let hired = 0;

beforeAll(async () => {
  await foundLoanOffice(society, tokens, ["UL1", "UL2", "UL3", "UL4", "UL5", "UL6", "UL7", "UL8"]);
  await employ(society, "TREASURER", "treasurer");
  tokens["TREASURER"] = await signIn(society, "TREASURER");
});

/** A till that has received cash of a member, for their deposits if nothing else is said. */
async function tillWith(memberNo: string, amount: number, more: Partial<Brought> = {}) {
  const who = `UT${(hired += 1)}`;
  await employ(society, who, "teller");
  tokens[who] = await signIn(society, who);
  expect((await open(who)).status).toBe(201);
  const reply = await receive(who, { memberNo, amount, ...more });
  expect(reply.status, reply.text).toBe(201);
  return who;
}

async function handOver(who: string, amount: number): Promise<void> {
  const id = approvalOf(await count(who, amount));
  expect((await tryToApprove(society, tokens["TREASURER"] ?? "", id)).status).toBe(201);
}

async function approved(memberNo: string): Promise<string> {
  const loanNo = await applied(memberNo);
  expect((await step("loans-officer", loanNo, "approval")).status).toBe(201);
  return loanNo;
}

/** Adds a guarantee of the member to a loan. */
async function guaranteed(loanNo: string, memberNo: string): Promise<void> {
  await society.owner.query("alter table guarantee disable trigger user");
  await society.owner.query(
    `insert into guarantee (loan_id, guarantor_id, amount_cents)
      select id, $2, 100000 from loan where loan_no = $1`,
    [loanNo, await memberIdOf(society, memberNo)],
  );
  await society.owner.query("alter table guarantee enable trigger user");
}

it("a loan is not paid out on cash of its borrower that only one person has counted", async () => {
  const loanNo = await approved("UL1");
  const who = await tillWith("UL1", 700);
  const early = await step("administrator", loanNo, "disbursement");
  expect([early.status, early.body]).toMatchObject([409, { reason: "cash-uncounted" }]);
  await handOver(who, 700);
  const reply = await step("administrator", loanNo, "disbursement");
  expect(reply.status, reply.text).toBe(201);
});

it("a loan is not paid out on such cash of a guarantor", async () => {
  const loanNo = await approved("UL2");
  await guaranteed(loanNo, "UL3");
  const who = await tillWith("UL3", 900);
  const early = await step("administrator", loanNo, "disbursement");
  expect(early.body).toMatchObject({ reason: "cash-uncounted" });
  await handOver(who, 900);
  const reply = await step("administrator", loanNo, "disbursement");
  expect(reply.status, reply.text).toBe(201);
});

it("nobody leaves with such cash, and no overpayment is refunded out of it", async () => {
  const who = await tillWith("UL4", 300);
  const id = await memberIdOf(society, "UL4");
  const leave = async () => {
    const tried = society.database.unitOfWork("test", async (work) => {
      await work.run("update member set membership = 'left' where id = $1", [id]);
      throw new Error("may leave");
    });
    return tried.catch((error: unknown) => (error as Error).message);
  };
  expect(await leave()).toBe("cash-uncounted");
  const refund = society.owner.query(
    "insert into payout (source, member_id, queued_by) values ('overpayment', $1, 'staff:X')",
    [id],
  );
  await expect(refund).rejects.toMatchObject({ constraint: "cash_not_counted" });
  await handOver(who, 300);
  expect(await leave()).toBe("may leave");
});

it("a guarantor is not free by such cash that a borrower moved to the loan", async () => {
  await lend(society, "UL5", { loanNo: "IL-2026-80005" });
  await guaranteed("IL-2026-80005", "UL6");
  const loanNo = await approved("UL6");
  await openWithdrawable(society, "UL5", 0);
  const who = await tillWith("UL5", 800, { to: "withdrawable", account: "UL5-W1" });
  const moved = await society.send("POST", "/api/v1/transfers", {
    token: tokens["UL5"] ?? "",
    body: { to: "loan", amount: 800, loanNo: "IL-2026-80005" },
  });
  expect(moved.status, moved.text).toBe(201);
  const early = await step("administrator", loanNo, "disbursement");
  expect(early.body).toMatchObject({ reason: "cash-uncounted" });
  await handOver(who, 800);
  expect((await step("administrator", loanNo, "disbursement")).status).toBe(201);
});

it("a payment by M-Pesa is booked all the same, and what is over goes to deposits", async () => {
  await society.owner.query("update pay_in_setting set loan_rest = 'refund'");
  await lend(society, "UL7", { loanNo: "IL-2026-80007" });
  const owed = await totalOf(society, "loan-receivable", "UL7");
  const before = await totalOf(society, "member-deposits", "UL7");
  const who = await tillWith("UL7", 400);
  const told = { TransAmount: `${owed + 500}.00` };
  const reply = await paybillCalls(society).confirm(
    paymentCallback("TDE8AA0001", "IL-2026-80007", told),
  );
  expect(reply.status, reply.text).toBe(200);
  expect(await totalOf(society, "loan-receivable", "UL7")).toBe(0);
  expect(await totalOf(society, "member-deposits", "UL7")).toBe(before + 900);
  await handOver(who, 400);
});
