import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { bankCalls } from "#test/bank-transfers.ts";
import { lendingSociety } from "#test/disbursed-loans.ts";
import { deposit, enrolWithLogin, signIn } from "#test/people.ts";
import { payoutOf, totalOf } from "#test/payouts.ts";
import { reasonOf } from "#test/served-society.ts";
import { sendAsShown } from "#test/shown-steps.ts";

const lending = lendingSociety();
const { society, tokens, tokenOf, employStaff, signStaffIn, borrower, step, sendAll } = lending;
const bank = bankCalls(society, tokenOf);

beforeAll(employStaff);

const smsWith = async (...parts: readonly string[]) =>
  (await society.messages()).filter(({ text }) => parts.every((part) => text.includes(part)));

async function pass(hours: number, memberNo: string): Promise<void> {
  society.clock.advance(hours * 3600);
  await signStaffIn();
  tokens[memberNo] = await signIn(society, memberNo);
}

const choose = (memberNo: string, paidBy: string) =>
  bank.post("bank-account/choice", { paidBy }, memberNo);

interface Standing {
  readonly paidBy: string;
  readonly phoneFrom?: string;
  readonly current?: { readonly id: string };
}
const standing = async (memberNo: string) =>
  (await bank.get("bank-account", memberNo)).body as Standing;

/** A member with an approved loan who chose to be paid at their bank account. */
async function atBank(): Promise<{ memberNo: string; loanNo: string }> {
  const loan = await borrower();
  await bank.setDetails(loan.memberNo);
  await pass(73, loan.memberNo);
  const chosen = await choose(loan.memberNo, "bank");
  expect(chosen.status, chosen.text).toBe(201);
  return loan;
}

/** Disburses a loan to the phone, unless its member chose otherwise; returns its payout. */
async function disburse({ memberNo, loanNo }: { memberNo: string; loanNo: string }) {
  const reply = await step("TREASURER", loanNo, "disbursement", { channel: "phone" });
  expect(reply.status, reply.text).toBe(201);
  await sendAll();
  return payoutOf(society, memberNo);
}

const paymentOf = async ({ memberNo, loanNo }: { memberNo: string; loanNo: string }) =>
  ((await bank.get(`instant-loans/${loanNo}`, memberNo)).body as { payment: string }).payment;

describe("a member who chose to be paid at the bank", () => {
  it("gets a loan by the file for the bank, and reads where the money is", async () => {
    const loan = await atBank();
    expect(await smsWith("you chose to be paid to the bank account ending 344")).not.toEqual([]);
    const before = await totalOf(society, "payout-clearing");
    await disburse(loan);
    expect(await paymentOf(loan)).toBe("to-bank");
    const id = await bank.makeFile();
    expect(await paymentOf(loan)).toBe("at-bank");
    const line = (await bank.linesOf(id)).find((one) => one.memberNo === loan.memberNo)?.line ?? 0;
    const results = [{ line, outcome: "paid", bankReference: "FT26CH0001" }];
    await bank.agree(await bank.askResults(id, results), "TREASURER");
    expect(await paymentOf(loan)).toBe("arrived");
    expect(await totalOf(society, "payout-clearing")).toBe(before);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("has the loan back at the loan desk when the bank returns it", async () => {
    const loan = await atBank();
    const before = await totalOf(society, "payout-clearing");
    await disburse(loan);
    const id = await bank.makeFile();
    const line = (await bank.linesOf(id)).find((one) => one.memberNo === loan.memberNo)?.line ?? 0;
    const results = [{ line, outcome: "returned", reason: "Account closed" }];
    await bank.agree(await bank.askResults(id, results), "TREASURER");
    expect(await paymentOf(loan)).toBe("failed");
    expect(await totalOf(society, "payout-clearing")).toBe(before);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is paid neither in cash nor by cheque, while the choice is in force", async () => {
    const loan = await atBank();
    const { id } = await disburse(loan);
    for (const way of ["cash", "cheque"]) {
      const body = { outcome: "paid", receipt: `V-${way}`, way };
      const path = `/api/v1/payouts/${id}/result`;
      const reply = await sendAsShown(society, { token: tokenOf("ADMIN"), path, body });
      expect(reasonOf(reply)).toBe("payout-to-bank");
    }
  });

  it("is never sent to the phone again after it failed, once they chose the bank", async () => {
    const loan = await borrower();
    await bank.setDetails(loan.memberNo);
    await pass(73, loan.memberNo);
    const { id, attempt_id: attemptId } = await disburse(loan);
    const failure = { attemptId, outcome: "failed", reason: "result-1" } as const;
    expect(await lending.give(failure)).toBe("failed");
    expect((await choose(loan.memberNo, "bank")).status).toBe(201);
    const again = society.owner.query(
      "update payout set state = 'waiting', problem = '' where id = $1",
      [id],
    );
    await expect(again).rejects.toMatchObject({ constraint: "payout_chosen" });
    await step("OTHER", loan.loanNo, "disbursement", { channel: "phone" });
    await sendAll();
    expect(await paymentOf(loan)).toBe("to-bank");
    expect(await payoutOf(society, loan.memberNo)).toMatchObject({ state: "failed" });
  });

  it("goes on to be paid there for 72 hours after they chose the phone", async () => {
    const loan = await atBank();
    expect((await choose(loan.memberNo, "phone")).status).toBe(201);
    expect(await standing(loan.memberNo)).toMatchObject({ paidBy: "bank" });
    expect(await smsWith("you chose to be paid by phone from", "ending 344")).not.toEqual([]);
    await disburse(loan);
    expect(await paymentOf(loan)).toBe("to-bank");
    await pass(73, loan.memberNo);
    expect(await standing(loan.memberNo)).toMatchObject({ paidBy: "phone" });
  });

  it("is not paid by phone for 72 hours after they stopped the account", async () => {
    const loan = await atBank();
    const { current } = await standing(loan.memberNo);
    await bank.post(`bank-account/${current?.id ?? ""}/cancellation`, {}, loan.memberNo);
    expect(await standing(loan.memberNo)).toMatchObject({ paidBy: "bank" });
    expect(await disburse(loan)).toMatchObject({ state: "waiting", attempt_id: null });
    await pass(73, loan.memberNo);
    expect(await standing(loan.memberNo)).toMatchObject({ paidBy: "phone" });
  });

  it("stays with the bank by one press while the phone is waited for", async () => {
    const { memberNo } = await atBank();
    await choose(memberNo, "phone");
    expect(await standing(memberNo)).toHaveProperty("phoneFrom");
    await choose(memberNo, "bank");
    await pass(73, memberNo);
    expect(await standing(memberNo)).toEqual(expect.not.objectContaining({ phoneFrom: "" }));
    expect(await standing(memberNo)).toMatchObject({ paidBy: "bank" });
  });
});

describe("the choice of where a member is paid", () => {
  it("is not of the bank without an account, nor within a day of a new password", async () => {
    const { memberNo } = await borrower();
    expect(reasonOf(await choose(memberNo, "bank"))).toBe("no-such-bank-account");
    const other = await atBank();
    await society.owner.query(
      "update login set password_changed_at = akiba_now() where login_no = $1",
      [other.memberNo],
    );
    expect(reasonOf(await choose(other.memberNo, "phone"))).toBe("payout-held");
  });

  it("is the member's own, which the database enforces, like the channel", async () => {
    const loan = await atBank();
    const plant = (by: string, way: string, hours: number) =>
      society.owner.query(
        `insert into payout_choice (member_id, way, chosen_by, in_force_from)
          select id, $2, $3, akiba_now() + make_interval(hours => $4)
          from member where member_no = $1`,
        [loan.memberNo, way, by, hours],
      );
    await expect(plant("staff:ADMIN", "phone", 72)).rejects.toMatchObject({
      constraint: "payout_choice_own",
    });
    await expect(plant(`member:${loan.memberNo}`, "phone", 71)).rejects.toMatchObject({
      constraint: "payout_choice_waits",
    });
    const { id } = await disburse(loan);
    await expect(
      society.owner.query(
        `insert into payout (source, loan_id, member_id, reference, amount_cents, channel,
            mobile_number, entry_id, queued_by, changed_by)
          select 'overpayment', loan_id, member_id, 'X-1', 10000, 'phone', '+254712000001',
            entry_id, 'x', 'x' from payout where id = $1`,
        [id],
      ),
    ).rejects.toMatchObject({ constraint: "payout_chosen" });
  });

  it("holds for the refund of a member who leaves", async () => {
    const memberNo = "LEAVES";
    await enrolWithLogin(society, memberNo, { mobile: "+254712055501" });
    await society.owner.query(
      "update member set mobile_confirmed_at = now() where member_no = $1",
      [memberNo],
    );
    await deposit(society, memberNo, 20_000);
    await bank.setDetails(memberNo);
    await pass(73, memberNo);
    expect((await choose(memberNo, "bank")).status).toBe(201);
    const send = (who: string, path: string, body: object = {}) =>
      sendAsShown(society, { token: tokenOf(who), path: `/api/v1${path}`, body });
    const asked = await send("CLERK", "/exits", { memberNo, reason: "Retires" });
    const { id } = asked.body as { id: string };
    expect((await send("TREASURER", `/exits/${id}/approval`)).status).toBe(201);
    const paid = await send("ADMIN", `/exits/${id}/payment`, { refund: "queued" });
    expect(paid.status, paid.text).toBe(201);
    await sendAll();
    expect(await payoutOf(society, memberNo)).toMatchObject({ state: "waiting", attempt_id: null });
  });
});
