import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { bankCalls } from "#test/bank-transfers.ts";
import { lendingSociety } from "#test/disbursed-loans.ts";
import { signIn } from "#test/people.ts";
import { totalOf } from "#test/payouts.ts";
import { withdrawalCalls } from "#test/withdrawals.ts";

const lending = lendingSociety();
const { society, tokens, tokenOf, employStaff, signStaffIn } = lending;
const { newMember, standing, withdraw } = withdrawalCalls(society, tokens);
const bank = bankCalls(society, tokenOf);
const of = (code: string, memberNo = "") => totalOf(society, code, memberNo);

beforeAll(employStaff);

/** A member with money to withdraw and a bank account to which it may go. */
async function memberWithBank(): Promise<string> {
  const memberNo = await newMember(5000);
  await bank.setDetails(memberNo);
  expect(await standing(memberNo)).not.toHaveProperty("bank");
  society.clock.advance(73 * 3600);
  await signStaffIn();
  tokens[memberNo] = await signIn(society, memberNo);
  return memberNo;
}

/** Withdraws at the office and puts the payment into a file for the bank. */
async function sentToBank(memberNo: string): Promise<{ id: string; line: number }> {
  const asked = await withdraw(memberNo, { amount: 2000, channel: "office" });
  expect(asked.status, asked.text).toBe(201);
  const id = await bank.makeFile();
  const line = (await bank.linesOf(id)).find((one) => one.memberNo === memberNo)?.line ?? 0;
  return { id, line };
}

describe("a withdrawal of a member with a bank account", () => {
  it("shows the account, goes by the file, and its receipt is the bank's reference", async () => {
    const memberNo = await memberWithBank();
    expect(await standing(memberNo)).toMatchObject({ bank: { accountNo: "•••344" } });
    const { id, line } = await sentToBank(memberNo);
    const results = [{ line, outcome: "paid", bankReference: "FT26WD0001" }];
    await bank.agree(await bank.askResults(id, results), "TREASURER");
    expect(await standing(memberNo)).toMatchObject({
      rows: [{ progress: "arrived", receipt: "FT26WD0001" }],
    });
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is back on its account when the bank returns it", async () => {
    const memberNo = await memberWithBank();
    const { id, line } = await sentToBank(memberNo);
    const left = await of("withdrawable-deposits", memberNo);
    const results = [{ line, outcome: "returned", reason: "Account closed" }];
    await bank.agree(await bank.askResults(id, results), "TREASURER");
    expect(await of("withdrawable-deposits", memberNo)).not.toBe(left);
    expect(await standing(memberNo)).toMatchObject({ rows: [{ progress: "failed" }] });
    expect(await reconcile(society.database)).toEqual([]);
  });
});
