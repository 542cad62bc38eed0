import { beforeAll, expect, it } from "vitest";
import { foundLoanOffice, loanCalls } from "#test/loan-office.ts";
import { employ, memberIdOf, signIn, tryToApprove } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { approvalOf, counterCalls } from "#test/tills.ts";

const society = useServedSociety({ limits: { writesPerMinute: 60_000, writeBurst: 60_000 } });
const tokens: Record<string, string> = {};
const { applied, step } = loanCalls(society, tokens);
const { open, receive, count } = counterCalls(society, tokens);
let hired = 0;

beforeAll(async () => {
  await foundLoanOffice(society, tokens, ["UL1", "UL2", "UL3", "UL4"]);
  await employ(society, "TREASURER", "treasurer");
  tokens["TREASURER"] = await signIn(society, "TREASURER");
});

/** A till that has received cash for a member's deposits. */
async function tillWith(memberNo: string, amount: number): Promise<string> {
  const who = `UT${(hired += 1)}`;
  await employ(society, who, "teller");
  tokens[who] = await signIn(society, who);
  expect((await open(who)).status).toBe(201);
  const reply = await receive(who, { memberNo, amount });
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
  await society.owner.query("alter table guarantee disable trigger user");
  await society.owner.query(
    `insert into guarantee (loan_id, guarantor_id, amount_cents)
      select id, $2, 100000 from loan where loan_no = $1`,
    [loanNo, await memberIdOf(society, "UL3")],
  );
  await society.owner.query("alter table guarantee enable trigger user");
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
    "insert into payout (source, member_id) values ('overpayment', $1)",
    [id],
  );
  await expect(refund).rejects.toMatchObject({ constraint: "cash_not_counted" });
  await handOver(who, 300);
  expect(await leave()).toBe("may leave");
});
